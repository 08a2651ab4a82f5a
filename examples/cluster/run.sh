#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs the examples of this folder in a new virtual environment:
#
#     examples/cluster/run.sh [PROGRAM [QUERIES]]
#
# It needs Python 3.10 or later, cargo, a Java runtime (17, for Spark) and the network for pip. The answers of Spark, of a
# Ray cluster that loses workers, a node and its driver, and of GNU xargs must be those of one process.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
chuhe=$(realpath "${1:-$here/../../target/release/chuhe}")
count=${2:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
python="$work/venv/bin/python"
export PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1

# The answers without their times and line numbers (those of a part), sorted.
plain() {
    sed 's/"time":[0-9]*,//; s/"line":[0-9]*//' | LC_ALL=C sort
}

"$python" -c "import samples; print(*samples.make_lines($count), sep='\\n')" > "$work/queries.jsonl"
"$chuhe" analysis < "$work/queries.jsonl" | plain > "$work/alone"

echo "== client"
"$python" "$here/check_client.py" "$chuhe"

echo "== endurance"
"$python" "$here/endurance.py" "$chuhe" --queries "$count"

echo "== reviews"
"$python" "$here/check_reviews.py" "$chuhe"

echo "== Spark"
"$python" "$here/spark_analyse.py" "$work/queries.jsonl" "$work/spark" --chuhe "$chuhe" --master "local[2]" 2> "$work/spark.log" ||
    { cat "$work/spark.log"; exit 1; }
cat "$work"/spark/part-* | plain | cmp - "$work/alone"
echo "$(wc -l < "$work/alone") answers, those of one process"

echo "== xargs, as GNU parallel"
mkdir "$work/parts"
split -n l/8 "$work/queries.jsonl" "$work/parts/q"
find "$work/parts" -name 'q*' -print0 |
    xargs -0 -P 2 -I PART sh -c '"$1" analysis --threads 1 < "$2" > "$2.answers"' - "$chuhe" PART
cat "$work"/parts/*.answers | plain | cmp - "$work/alone"
echo "$(wc -l < "$work/alone") answers, those of one process"

echo "== Ray: training games, the same by two workers and by one"
for threads in 1 2; do
    "$python" "$here/ray_jobs.py" --chuhe "$chuhe" --cpus $threads \
        datagen "$work/games$threads" --games 40 --games-each 10 --nodes 300 | tee "$work/info$threads"
    cat "$work/games$threads"/*.bin > "$work/games$threads.bin"
done
cmp "$work/games1.bin" "$work/games2.bin"

echo "== Ray: positions scored by the Python package, the same on two cores and on one"
CHUHE_PROGRAM="$chuhe" MATURIN_PEP517_ARGS="--profile dev" "$work/venv/bin/pip" install --quiet "$here/../.."
for threads in 1 2; do
    "$python" "$here/ray_positions.py" "$here/../../positions/notation/records" "$work/scores$threads.csv" --cpus $threads
done
cmp "$work/scores1.csv" "$work/scores2.csv"
echo "$(wc -l < "$work/scores1.csv") lines"

echo "== Ray: a match in parts"
"$python" "$here/ray_jobs.py" --chuhe "$chuhe" match "$work/logs" --shards 2 -- \
    --engine cmd="$chuhe",name=one,nodes=500 --engine cmd="$chuhe",name=two,nodes=1000 --games 8

echo "== Ray: lost workers, node and driver"
"$python" "$here/simulate.py" "$chuhe" --queries "$count"
