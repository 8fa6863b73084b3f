#!/usr/bin/env python3
"""A real dask.distributed cluster of two workers runs packaging/launchers/dask_launch.py: ranks get torchrun's variables,
what they say and what rank 0 writes is streamed back, and one that dies takes the other down. Argument: the launcher."""
import filecmp
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import time

RANK = """#!/bin/sh
mkdir -p "$2/samples" "$2/metrics"
echo "place $RANK $WORLD_SIZE $LOCAL_RANK $LOCAL_WORLD_SIZE $MASTER_ADDR"
echo $$ > "$2/pid-$RANK"
i=0
while [ $i -lt 8 ]; do
  i=$((i + 1))
  [ "$RANK" = 0 ] && echo "row $i" >> "$2/metrics/000001.cols" && head -c 3000 /dev/urandom > "$2/samples/step-$i.png"
  sleep 0.2
done
[ "$FAILING" = "$RANK" ] && kill -KILL $$
[ -n "$FAILING" ] && sleep 600
exit 0
"""


def launch(launcher, scheduler, folder, environment=()):
    run, results = folder / "run", folder / "results"
    command = ["env", *environment, str(folder / "rank"), "--out", str(run)]
    began = time.monotonic()
    ended = subprocess.run([sys.executable, launcher, scheduler, "--results", str(results), "--", *command],
                           capture_output=True, text=True, timeout=200)
    return ended, time.monotonic() - began, run, results


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def is_gone(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def main():
    if importlib.util.find_spec("distributed") is None:
        print("skipped: dask.distributed is not among the peers; packaging/setup --peers installs it")
        sys.exit(77)
    from distributed import LocalCluster
    launcher = sys.argv[1]
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "rank").write_text(RANK)
            (folder / "rank").chmod(0o755)
            ended, _, run, results = launch(launcher, cluster.scheduler_address, folder)
            check(ended.returncode == 0, f"two ranks end with {ended.returncode}: {ended.stderr}")
            for rank in (0, 1):
                check(f"[rank {rank}] place {rank} 2 {rank} 2 127.0.0.1" in ended.stderr, f"rank {rank}: {ended.stderr}")
            pictures = sorted(os.listdir(run / "samples"))
            match, *others = filecmp.cmpfiles(run / "samples", results / "samples", pictures, shallow=False)
            check(len(match) == 8 and not any(others), f"samples came back: {match}, not {others}")
            check(filecmp.cmp(run / "metrics/000001.cols", results / "metrics/000001.cols", shallow=False), "metrics")
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "rank").write_text(RANK)
            (folder / "rank").chmod(0o755)
            ended, seconds, run, _ = launch(launcher, cluster.scheduler_address, folder, ["FAILING=1"])
            check(ended.returncode == 128 + 9, f"a killed rank's end is {ended.returncode}: {ended.stderr}")
            check("rank 1 ended with code 137" in ended.stderr, ended.stderr)
            check(seconds < 60, f"the other rank was ended after {seconds} s only")
            check(is_gone((run / "pid-0").read_text().strip()), "rank 0 is left behind")
    print("a cluster of two workers ran both ranks, streamed their results back and ended together")


if __name__ == "__main__":
    main()
