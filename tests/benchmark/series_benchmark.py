#!/usr/bin/env python3
"""series_benchmark.py PEERS TOOL [STEPS]: opens a long run with our reader and with TensorBoard's, in turns.

Ours is timed as a whole process: start, open the run folder, read all scalars, reduce 8 series to 1,200 columns.
TensorBoard's is timed from the call that loads to its return, without starting Python; afterwards it holds at most
10,000 values of each series. Exits 1 when ours is less than 30 times as fast, 77 without the peers.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURNS = 3
BOUND = 30

# Runs in the peers' Python and prints seconds and the number of series.
LOAD = """
import sys, time
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
accumulator = EventAccumulator(sys.argv[1])
start = time.perf_counter()
accumulator.Reload()
print(time.perf_counter() - start, len(accumulator.Tags()["tensors"]) + len(accumulator.Tags()["scalars"]))
"""


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def main():
    peers, tool = Path(sys.argv[1]), sys.argv[2]
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    python = peers / "bin/python"
    if not python.exists():
        print(f"test: Skipped\nTensorBoard is not installed at {peers}: run packaging/setup --peers")
        return 77
    with tempfile.TemporaryDirectory(prefix="gan-series-") as folder:
        ours, theirs = os.path.join(folder, "run"), os.path.join(folder, "tensorboard")
        run(tool, "write", ours, theirs, steps)
        our_seconds, their_seconds = [], []
        for turn in range(TURNS):
            start = time.perf_counter()
            columns, values = map(int, run(tool, "read", ours, steps))
            our_seconds.append(time.perf_counter() - start)
            if (columns, values) != (8 * 1200, 8 * steps):
                sys.exit(f"expected 8 x 1200 columns of all {8 * steps} values, found {columns} of {values}")
            seconds, series = run(python, "-c", LOAD, theirs)
            their_seconds.append(float(seconds))
            if int(series) != 8:
                sys.exit(f"TensorBoard found {series} series, expected 8")
            print(f"turn {turn + 1}: ours {our_seconds[-1]:.3f} s, TensorBoard {their_seconds[-1]:.2f} s", flush=True)
    ratio = statistics.median(their_seconds) / statistics.median(our_seconds)
    print(f"{steps:,} steps x 8 series: {ratio:.0f} x as fast as TensorBoard's reader (at least {BOUND})")
    return 0 if ratio >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
