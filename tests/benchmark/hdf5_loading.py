#!/usr/bin/env python3
"""Loads a shuffled HDF5 file of 128 px images with our loader and as BigGAN-PyTorch does, in turns.

The file is what BigGAN-PyTorch's make_hdf5.py writes: imgs uint8 [N, 3, H, W] and labels int64 [N], in chunks of 500.
The peer's dataset is that of its datasets.py: it opens the file with h5py for every image. Both sides hand out batches
of 64 float images in [-1, 1]; each takes its best number of workers of those tried. Exits 1 when ours is less than 10
times as fast, 77 without the peers."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BOUND = 10
RESOLUTION = 128
IMAGES = 2000

MAKE = """
import sys, h5py, numpy
path, count, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random = numpy.random.default_rng(1)
with h5py.File(path, "w") as file:
    images = file.create_dataset("imgs", (count, 3, size, size), dtype="uint8", maxshape=(count, 3, size, size),
                                 chunks=(500, 3, size, size))
    labels = file.create_dataset("labels", (count,), dtype="int64", maxshape=(count,), chunks=(500,))
    for begin in range(0, count, 500):
        images[begin:begin + 500] = random.integers(0, 256, (min(500, count - begin), 3, size, size), dtype="uint8")
    labels[...] = random.integers(0, 1000, count)
"""

# Images a second.
LOAD = """
import sys, time
import h5py, torch

class Images(torch.utils.data.Dataset):
    def __init__(self, path):
        self.path = path
        self.count = len(h5py.File(path, "r")["labels"])
    def __len__(self):
        return self.count
    def __getitem__(self, index):
        with h5py.File(self.path, "r") as file:
            image = file["imgs"][index]
            target = file["labels"][index]
        image = ((torch.from_numpy(image).float() / 255) - 0.5) * 2
        return image, int(target)

loader = torch.utils.data.DataLoader(Images(sys.argv[1]), batch_size=64, shuffle=True, drop_last=True,
                                     num_workers=int(sys.argv[2]))
start, count = None, 0
for images, labels in loader:
    if start is None:
        start = time.perf_counter()  # the processes have started
    else:
        count += len(images)
print(count / (time.perf_counter() - start))
"""


def output(command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="the folder that packaging/setup --peers made")
    parser.add_argument("tool", help="the program loading_benchmark")
    parser.add_argument("--turns", type=int, default=3, help="how often each side loads; %(default)s")
    wished = parser.parse_args()
    python = wished.peers / "bin/python"
    if not python.exists():
        print(f"skipped: {python} is not here")
        return 77
    cores = len(os.sched_getaffinity(0))
    rates = {"ours": {}, "peer": {}}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ILSVRC128.hdf5"
        output([python, "-c", MAKE, path, IMAGES, RESOLUTION])
        for _ in range(wished.turns):
            for workers in sorted({0, 1, 2, cores}):
                # Ours passes over the images several times, so that both measure for about as long.
                commands = {
                    "ours": [wished.tool, path, RESOLUTION, workers, 10],
                    "peer": [python, "-c", LOAD, path, workers],
                }
                for side, command in commands.items():
                    rates[side].setdefault(workers, []).append(float(output(command)))
    best = {}
    for side, by_workers in rates.items():
        medians = {workers: statistics.median(found) for workers, found in by_workers.items()}
        best[side] = max(medians.values())
        print(side + ": " + ", ".join(f"{workers} workers {rate:.0f} images/s" for workers, rate in medians.items()))
    ratio = best["ours"] / best["peer"]
    print(f"{ratio:.2f} x as fast as h5py opened for every image, each at its best (at least {BOUND})")
    return 0 if ratio >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
