#!/usr/bin/env python3
"""sampling_speed.py PEERS ENGINE: pictures per second of BigGAN-128 with 64 channels at batch 8, beside BigGAN-PyTorch's.

Both draw from the same random weights on one set of threads: gan-engine sample, whose spectral norms are folded into its
weights, and biggan_sample_peer.py, which is BigGAN-PyTorch's generator in evaluation mode. Compares the medians of the
ratios of each round. Exit 0: as fast and as small as asked; 1: not; 77: no PyTorch to compare with.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BATCH = 8
LEAST_SPEED = 1.2
MOST_MEMORY = 1.1


def run_engine(engine, weights, out, count, threads):
    command = [engine, "sample", weights, "--count", count, "--threads", threads, "--device", "cpu", "--format", "npz-biggan",
               "--out", out, "--json"]
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            text=True).stdout
    return json.loads(output.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="Python environment of packaging/setup --peers")
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pictures", type=int, default=32, help="of each program in a round")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()

    python = arguments.peers / "bin" / "python"
    if not python.exists():
        print(f"sampling_speed: Skipped\n{python} is missing: packaging/setup --peers installs PyTorch to compare with")
        return 77

    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder) / "biggan.safetensors"
        peer_script = Path(__file__).with_name("biggan_sample_peer.py")
        subprocess.run([python, peer_script, weights, "--write"], check=True)
        peer = subprocess.Popen([python, peer_script, weights, "--batch", str(BATCH), "--threads", str(arguments.threads)],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def run_peer(count):
            print(count, file=peer.stdin, flush=True)
            return json.loads(peer.stdout.readline())

        run_peer(BATCH)  # the first batch takes memory and chooses kernels
        ratios, ours, theirs = [], [], []
        for number in range(arguments.rounds):
            programs = [lambda: ours.append(run_engine(arguments.engine, weights, Path(folder) / "out", arguments.pictures,
                                                       arguments.threads)),
                        lambda: theirs.append(run_peer(arguments.pictures))]
            for program in programs if number % 2 == 0 else reversed(programs):
                program()
            ratios.append(ours[-1]["images_per_second"] / theirs[-1]["images_per_second"])
            print(f"round {number + 1}: {ours[-1]['images_per_second']:.2f} and {theirs[-1]['images_per_second']:.2f} "
                  "pictures/s", flush=True)
        peer.stdin.close()
        peer.wait()

    speed = statistics.median(ratios)
    peaks = [max(one["peak_memory_bytes"] for one in each) for each in (ours, theirs)]
    memory = peaks[0] / peaks[1]
    medians = [statistics.median(one["images_per_second"] for one in each) for each in (ours, theirs)]
    print(f"{arguments.threads} threads, batch {BATCH}: {medians[0]:.2f} and {medians[1]:.2f} pictures/s, {speed:.2f} times "
          f"as fast, at least {LEAST_SPEED} is asked; {peaks[0] / 2**20:.0f} and {peaks[1] / 2**20:.0f} MiB, {memory:.2f} "
          f"times the memory, at most {MOST_MEMORY}")
    return 0 if speed >= LEAST_SPEED and memory <= MOST_MEMORY else 1


if __name__ == "__main__":
    sys.exit(main())
