#!/usr/bin/env python3
"""Loads a folder of photographs at 64 px with our loader and with torchvision's ImageFolder, in turns.

Each side takes the number of workers that suits it best of those tried: in every turn all of them are measured, one side
after the other, and medians of the turns are compared. That the pictures are the same is tests/peers/pictures_like_torchvision.
Exits 1 when ours is less than 3 times as fast, 77 without the peers or the photographs."""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

BOUND = 3
RESOLUTION = 64
EPOCHS = 2

# Runs in the peers' Python: images a second, from the moment on that its processes have started.
LOAD = """
import sys, time
import torch
from torchvision import datasets, transforms

folder, size, workers, epochs = sys.argv[1], *map(int, sys.argv[2:])
fit = transforms.Compose([transforms.Resize(size), transforms.CenterCrop(size), transforms.ToTensor(),
                          transforms.Normalize((0.5,) * 3, (0.5,) * 3)])
loader = torch.utils.data.DataLoader(datasets.ImageFolder(folder, fit), batch_size=64, shuffle=True, drop_last=True,
                                     num_workers=workers, persistent_workers=workers > 0)
start, count = None, 0
for _ in range(epochs):
    for images, labels in loader:
        if start is None:
            start = time.perf_counter()
        else:
            count += len(images)
print(count / (time.perf_counter() - start))
"""


def measure(command):
    words = [str(word) for word in command]
    return float(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="the folder that packaging/setup --peers made")
    parser.add_argument("tool", help="the program loading_benchmark")
    parser.add_argument("photographs", type=Path, help="a folder with a subfolder of pictures for each class")
    parser.add_argument("--turns", type=int, default=5, help="how often each side is measured; %(default)s")
    wished = parser.parse_args()
    python = wished.peers / "bin/python"
    for needed in (python, wished.photographs):
        if not needed.exists():
            print(f"skipped: {needed} is not here")
            return 77
    cores = len(os.sched_getaffinity(0))
    rates = {"ours": {}, "torchvision": {}}
    for _ in range(wished.turns):
        for workers in sorted({0, 1, 2, cores}):
            what = (wished.photographs, RESOLUTION, workers, EPOCHS)
            rates["ours"].setdefault(workers, []).append(measure([wished.tool, *what]))
            rates["torchvision"].setdefault(workers, []).append(measure([python, "-c", LOAD, *what]))
    best = {}
    for side, by_workers in rates.items():
        medians = {workers: statistics.median(found) for workers, found in by_workers.items()}
        best[side] = max(medians.values())
        print(f"{side}: " + ", ".join(f"{workers} workers {rate:.0f} images/s" for workers, rate in medians.items()))
    ratio = best["ours"] / best["torchvision"]
    print(f"{ratio:.2f} x as fast as torchvision, each at its best (at least {BOUND})")
    return 0 if ratio >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
