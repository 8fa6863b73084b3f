#!/usr/bin/env python3
"""scores_speed.py PEERS ENGINE TOOL: time of features and scores, beside pytorch-fid and NumPy.

In turn, on the same threads: Inception features of 300 pictures (gan-engine moments, from its start on, beside pytorch-fid
without its imports), FID of 5,000 ready rows of 2,048, and precision, recall, density and coverage of 10,000 on each side.
Compares the medians of the ratios of each round. Exit 0: as fast and as small as asked; 1: not; 77: nothing to compare with.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PICTURES = 300
SIDE = 64
FID_ROWS, NEIGHBOUR_ROWS, FEATURES = 5_000, 10_000, 2_048
SAME = 1e-4
ASKED = {"features": 1.2, "fid": 1.2, "prdc": 3.0}
MOST_MEMORY_OF_NEIGHBOURS = 0.25

# Runs in the peers' environment: pictures, a network with random weights, rows as features are: correlated, of unlike spread.
PREPARE = """
import sys
from pathlib import Path
import numpy as np, safetensors.numpy, safetensors.torch, torch
from PIL import Image
sys.path.insert(0, sys.argv[2])
from scores_like_others import inception
folder = Path(sys.argv[1])
random = np.random.default_rng(1)
(folder / "pictures").mkdir()
for number in range(int(sys.argv[3])):
    cells = random.integers(0, 256, (8, 8, 3), dtype=np.uint8)
    side = int(sys.argv[4])
    Image.fromarray(cells).resize((side, side), Image.Resampling.BICUBIC).save(folder / "pictures" / f"{number:04}.png")
weights = inception().state_dict()
torch.save(weights, folder / "inception.pth")
safetensors.torch.save_file({name: tensor.contiguous() for name, tensor in weights.items()}, folder / "inception.safetensors")
size = int(sys.argv[7])
mix = random.standard_normal((size, size)).astype(np.float32) * np.logspace(0, -2, size, dtype=np.float32)
for name, rows in (("fid", int(sys.argv[5])), ("prdc", int(sys.argv[6]))):
    sides = {side: random.standard_normal((rows, size), dtype=np.float32) * spread @ mix for side, spread in (("real", 1), ("made", 1.02))}
    safetensors.numpy.save_file({side: np.ascontiguousarray(numbers) for side, numbers in sides.items()}, folder / f"{name}.safetensors")
"""


def ask(command, environment):
    output = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            text=True, env=environment).stdout
    return json.loads(output.splitlines()[-1])


def moments(engine, folder, threads, environment):
    out = folder / "moments.npz"
    out.unlink(missing_ok=True)
    begin = time.monotonic()
    ask([engine, "moments", folder / "pictures", "--features", folder / "inception.safetensors", "--threads", threads, "--device",
         "cpu", "--out", out, "--json"], environment)
    return {"seconds": time.monotonic() - begin}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="Python environment of packaging/setup --peers")
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("tool", type=Path, help="scores_tool")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()
    python = arguments.peers / "bin" / "python"
    if not python.exists():
        print(f"scores_speed: Skipped\n{python} is missing: packaging/setup --peers installs what is compared with")
        return 77

    threads = str(arguments.threads)
    environment = os.environ | {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads, "PYTHONDONTWRITEBYTECODE": "1"}
    peer = Path(__file__).with_name("scores_peer.py")
    right = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        numbers = [str(number) for number in (PICTURES, SIDE, FID_ROWS, NEIGHBOUR_ROWS, FEATURES)]
        subprocess.run([python, "-c", PREPARE, temporary, peer.parents[1] / "peers", *numbers], check=True, env=environment)
        for what, least in ASKED.items():
            if what == "features":
                ours = lambda: moments(arguments.engine, folder, threads, environment)
                theirs = lambda: ask([python, peer, what, folder / "pictures", folder / "inception.pth"], environment)
            else:
                ours = lambda: ask([arguments.tool, folder / f"{what}.safetensors", what], environment)
                theirs = lambda: ask([python, peer, what, folder / f"{what}.safetensors"], environment)
            rounds = []
            for number in range(arguments.rounds):
                pair = [ours(), theirs()] if number % 2 == 0 else [theirs(), ours()][::-1]
                rounds.append(pair)
                print(f"{what}: {pair[0]['seconds']:.2f} s, theirs {pair[1]['seconds']:.2f} s", flush=True)
            speed = statistics.median(theirs["seconds"] / ours["seconds"] for ours, theirs in rounds)
            print(f"{what}: {speed:.2f} times as fast, at least {least} is asked")
            right = right and speed >= least
            if what == "features":
                continue
            for mine, other in zip(rounds[0][0]["scores"], rounds[0][1]["scores"]):
                if abs(mine - other) > SAME * max(abs(other), 1e-3):
                    print(f"{what}: {mine} is not their {other}")
                    right = False
            if what == "prdc":
                memory = max(one["peak_memory_bytes"] for one, _ in rounds) / max(one["peak_memory_bytes"] for _, one in rounds)
                print(f"{what}: {memory:.2f} times the memory, at most {MOST_MEMORY_OF_NEIGHBOURS} is asked")
                right = right and memory <= MOST_MEMORY_OF_NEIGHBOURS
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
