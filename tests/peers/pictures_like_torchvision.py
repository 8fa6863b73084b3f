"""pictures_like_torchvision.py TOOL PICTURES: photographs come out of our loading as they come out of torchvision.

The peer is ImageFolder with Resize and CenterCrop. Decoded whole, no level differs by more than 2, of which the decoders of
JPEG have their part, and the mean of each picture by no more than 0.2. Where JPEG is decoded at a reduced size, as runs do it,
the mean of each picture differs by at most 2 levels.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from engine import SKIPPED
from torchvision import datasets, transforms

RESOLUTIONS = (32, 64, 128)


def ours(tool, pictures, resolution, way):
    command = [tool, str(pictures), str(resolution), way]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return np.frombuffer(output, np.uint8).reshape(-1, resolution, resolution, 3).astype(np.int16)


def theirs(pictures, resolution):
    fit = transforms.Compose([transforms.Resize(resolution), transforms.CenterCrop(resolution)])
    folder = datasets.ImageFolder(pictures, fit)
    return np.stack([np.asarray(folder[i][0], np.int16) for i in range(len(folder))])


def main():
    tool, pictures = sys.argv[1], Path(sys.argv[2])
    if not pictures.is_dir():
        print(f"skipped: needs photographs in {pictures}")
        return SKIPPED
    right = True
    for resolution in RESOLUTIONS:
        expected = theirs(pictures, resolution)
        for way, mean_bound, level_bound in (("whole", 0.2, 2), ("at-least", 2, 255)):
            difference = np.abs(ours(tool, pictures, resolution, way) - expected)
            means = difference.mean(axis=(1, 2, 3))
            print(f"{resolution} px, {way}: {len(means)} pictures, mean difference {means.mean():.3f} levels, of the worst "
                  f"picture {means.max():.3f} (at most {mean_bound}), largest {difference.max()} (at most {level_bound})")
            right = right and means.max() <= mean_bound and difference.max() <= level_bound
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
