# SPDX-License-Identifier: MIT OR Apache-2.0
"""Analyses on a Spark cluster: each partition of the queries is piped through `chuhe analysis`.

    python spark_analyse.py queries.jsonl answers/ [--chuhe PROGRAM] [--master URL] [--partitions N]

Spark runs a partition again whose executor is lost; the folder of answers is complete when it has a file _SUCCESS.
"""

from __future__ import annotations

import argparse
import shlex

from pyspark.sql import SparkSession


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("queries")
    parser.add_argument("answers")
    parser.add_argument("--chuhe", default="chuhe", help="the program, on every node")
    parser.add_argument("--master", help="such as local[2]; without it, that of spark-submit")
    parser.add_argument("--partitions", type=int, default=8)
    args = parser.parse_args()

    builder = SparkSession.builder.appName("chuhe")
    # A master set here would overrule spark-submit's.
    spark = (builder.master(args.master) if args.master else builder).getOrCreate()
    queries = spark.sparkContext.textFile(args.queries, args.partitions)
    # Executors run one partition per core, so one search at a time in each.
    answers = queries.pipe(f"{shlex.quote(args.chuhe)} analysis --threads 1", checkCode=True)
    answers.saveAsTextFile(args.answers)
    spark.stop()


if __name__ == "__main__":
    main()
