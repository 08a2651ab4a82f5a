# SPDX-License-Identifier: MIT OR Apache-2.0
"""Loses workers, a node and the driver of a Ray cluster on one machine, and checks that no answer is lost or doubled.

    python simulate.py PROGRAM [--queries N]

The cluster has two nodes of one core each. Meanwhile `chuhe analysis` processes are killed, then a node; a second run
loses its driver and is started again. The answers must be those of a single `chuhe analysis`, times aside.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import ray_jobs
from samples import make_lines, plain

HERE = Path(__file__).parent


def kill_now_and_then(chuhe: str, stop: threading.Event) -> int:
    """Kills processes of `chuhe analysis` until told to stop; returns how many."""
    count = 0
    while not stop.wait(1.5):
        found = subprocess.run(["pgrep", "-f", f"^{chuhe} analysis"], capture_output=True, text=True, check=False)
        for pid in found.stdout.split()[:1]:
            os.kill(int(pid), signal.SIGKILL)
            count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--queries", type=int, default=20_000)
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="chuhe-ray-"))
    # A copy under a name of its own, so that no other process is killed.
    chuhe = shutil.copy(args.program, folder / "chuhe")
    shutil.copy(args.program.with_name("chuhe-tools"), folder)
    source = folder / "queries.jsonl"
    source.write_text("".join(line + "\n" for line in make_lines(args.queries)))
    with source.open() as queries:
        alone = subprocess.run([str(chuhe), "analysis"], stdin=queries, capture_output=True, text=True, check=True)
    expected = plain(alone.stdout.splitlines())
    print(f"{args.queries} lines, {len(expected)} answers by one process")

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": str(HERE)}})

    target = folder / "answers.jsonl"
    stop, counts = threading.Event(), []
    killer = threading.Thread(target=lambda: counts.append(kill_now_and_then(str(chuhe), stop)))
    worker = threading.Thread(target=ray_jobs.analyse, args=(str(chuhe), source, target))
    worker.start()
    wait_for_lines(target, len(expected) // 8)
    killer.start()
    wait_for_lines(target, len(expected) // 3)
    cluster.remove_node(second, allow_graceful=False)
    print(f"a node of two was killed after {count_lines(target)} answers")
    worker.join()
    stop.set()
    killer.join()
    check(target, expected, f"{counts[0]} workers and a node killed")

    target = folder / "answers2.jsonl"
    command = [sys.executable, str(HERE / "ray_jobs.py"), "--chuhe", str(chuhe), "--address", cluster.address]
    command += ["analyse", str(source), str(target)]
    for part in (5, 2):
        driver = subprocess.Popen(command)
        wait_for_lines(target, len(expected) // part)
        driver.kill()
        driver.wait()
        print(f"the driver was killed after {count_lines(target)} answers")
    subprocess.run(command, check=True)
    check(target, expected, "the driver killed twice")
    ray.shutdown()
    cluster.shutdown()


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(path: Path, count: int) -> None:
    while count_lines(path) < count:
        time.sleep(0.05)


def check(target: Path, expected: list[str], what: str) -> None:
    found = plain(target.read_text().splitlines())
    if found != expected:
        lost, added = set(expected) - set(found), set(found) - set(expected)
        sys.exit(f"{what}: {len(found)} answers, {len(lost)} lost, {len(added)} unexpected; see {target}")
    print(f"{what}: {len(found)} answers, none lost, none twice")


if __name__ == "__main__":
    main()
