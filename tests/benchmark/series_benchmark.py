#!/usr/bin/env python3
"""Opens a long run with our reader and with TensorBoard's, in turns.

Ours is timed as a whole process: start, open the run folder, read all scalars, reduce 8 series to 1,200 columns.
TensorBoard's is timed from the call that loads to its return, without starting Python; afterwards it holds at most
10,000 values of each series. A turn takes minutes, nearly all of them TensorBoard's, and the ratio is far above its
bound: one turn decides, unless --turns asks for more. Exits 1 when ours is less than 30 times as fast, 77 without the
peers.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def at_least_one(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {number}")
    return number


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="the folder that packaging/setup --peers made")
    parser.add_argument("tool", help="the program series_benchmark")
    parser.add_argument("--steps", type=at_least_one, default=250_000, help="length of the run; %(default)s, of which TensorBoard takes minutes")
    parser.add_argument("--turns", type=at_least_one, default=1, help="how often each reader opens it; %(default)s")
    return parser.parse_args()


def main():
    wished = arguments()
    tool, steps = wished.tool, wished.steps
    python = wished.peers / "bin/python"
    if not python.exists():
        print(f"test: Skipped\nTensorBoard is not installed at {wished.peers}: run packaging/setup --peers")
        return 77
    with tempfile.TemporaryDirectory(prefix="gan-series-") as folder:
        ours, theirs = os.path.join(folder, "run"), os.path.join(folder, "tensorboard")
        run(tool, "write", ours, theirs, steps)
        our_seconds, their_seconds = [], []
        for turn in range(wished.turns):
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
    turns = "one turn was made" if wished.turns == 1 else f"medians of {wished.turns} turns"
    print(f"{steps:,} steps x 8 series: {ratio:.0f} x as fast as TensorBoard's reader (at least {BOUND}); {turns}")
    return 0 if ratio >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
