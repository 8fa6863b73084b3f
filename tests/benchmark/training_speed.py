#!/usr/bin/env python3
"""training_speed.py PEERS ENGINE: images per second of dcgan-64 at batch 64, beside the same step in PyTorch.

Runs gan-engine bench, PyTorch as users write it and PyTorch tuned (see dcgan_peer.py) in turn, on one set of threads, and
compares the medians of the ratios of each round. Exit 0: at least as fast as asked; 1: slower; 77: no PyTorch to compare with.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

BATCH = 64
LEAST_RATIO = {"user": 1.10, "tuned": 1.00}


class Peer:
    """A PyTorch program that waits between the rounds, so that its start does not count."""

    def __init__(self, python, style, threads):
        script = Path(__file__).with_name("dcgan_peer.py")
        command = [python, script, style, "--threads", str(threads), "--batch", str(BATCH)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, steps):
        print(steps, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def run_engine(engine, steps, threads):
    command = [engine, "bench", "--preset", "dcgan-64", "--batch", BATCH, "--steps", steps, "--warmup", 2,
               "--threads", threads, "--devices", "cpu", "--json"]
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="Python environment of packaging/setup --peers")
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--steps", type=int, default=6, help="iterations of each program in a round")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()

    python = arguments.peers / "bin" / "python"
    if not python.exists():
        print(f"training_speed: Skipped\n{python} is missing: packaging/setup --peers installs PyTorch to compare with")
        return 77

    peers = {style: Peer(python, style, arguments.threads) for style in LEAST_RATIO}
    programs = {style: peer.run for style, peer in peers.items()}
    programs["engine"] = lambda steps: run_engine(arguments.engine, steps, arguments.threads)
    for peer in peers.values():
        peer.run(2)  # first steps take memory and choose kernels

    speeds = {name: [] for name in programs}
    names = list(programs)
    for number in range(arguments.rounds):
        # The order turns, so that a slow moment of the machine hits each in turn.
        for name in names[number % 3:] + names[:number % 3]:
            speeds[name].append(programs[name](arguments.steps)["images_per_second"])
        print("round", number + 1, {name: round(values[-1], 1) for name, values in speeds.items()}, flush=True)
    for peer in peers.values():
        peer.close()

    enough = True
    print(f"gan-engine: {statistics.median(speeds['engine']):.1f} images/s, {arguments.threads} threads, batch {BATCH}")
    for style, least in LEAST_RATIO.items():
        ratio = statistics.median(ours / theirs for ours, theirs in zip(speeds["engine"], speeds[style]))
        enough &= ratio >= least
        print(f"PyTorch, {style}: {statistics.median(speeds[style]):.1f} images/s; ratio {ratio:.2f}, at least {least:.2f} is asked")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
