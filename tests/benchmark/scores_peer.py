#!/usr/bin/env python3
"""scores_peer.py features FOLDER WEIGHTS.pth | fid ROWS | prdc ROWS: what others take for features and scores.

features: pytorch-fid's moments of a folder of pictures. fid: its distance, of rows that are ready. prdc: precision, recall,
density and coverage by the formulas of Naeem et al. (2020) in NumPy, whole tables of distances at once. ROWS is a
safetensors file of "real" and "made". Prints JSON; reading and importing are not timed.
"""

import json
import resource
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

NEIGHBOURS = 5


def features(folder, weights):
    import pytorch_fid.fid_score
    import pytorch_fid.inception
    import torch

    pytorch_fid.inception.load_state_dict_from_url = lambda *_, **__: torch.load(weights)
    network = pytorch_fid.inception.InceptionV3([pytorch_fid.inception.InceptionV3.BLOCK_INDEX_BY_DIM[2048]])
    begin = time.monotonic()
    mean, _ = pytorch_fid.fid_score.compute_statistics_of_path(folder, network, 50, 2048, "cpu", num_workers=0)
    return time.monotonic() - begin, [float(mean.sum())]


def fid(rows):
    from pytorch_fid.fid_score import calculate_frechet_distance

    begin = time.monotonic()
    moments = [(np.mean(side, axis=0), np.cov(side, rowvar=False)) for side in (rows["real"], rows["made"])]
    score = calculate_frechet_distance(*moments[0], *moments[1])
    return time.monotonic() - begin, [float(score)]


def distances(a, b):
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.sqrt(np.maximum(squares, 0))


def prdc(rows):
    begin = time.monotonic()
    real, made = rows["real"].astype(np.float64), rows["made"].astype(np.float64)
    radius = {}
    for name, side in (("real", real), ("made", made)):
        own = distances(side, side)
        np.fill_diagonal(own, 0)
        radius[name] = np.partition(own, NEIGHBOURS, axis=1)[:, NEIGHBOURS]
    between = distances(real, made)
    inside_real = between < radius["real"][:, None]
    scores = [inside_real.any(axis=0).mean(), (between < radius["made"][None, :]).any(axis=1).mean(),
              inside_real.sum(axis=0).mean() / NEIGHBOURS, (between.min(axis=1) < radius["real"]).mean()]
    return time.monotonic() - begin, [float(score) for score in scores]


def main():
    warnings.simplefilter("ignore")
    what, file = sys.argv[1], sys.argv[2]
    seconds, scores = features(file, Path(sys.argv[3])) if what == "features" else {"fid": fid, "prdc": prdc}[what](load_file(file))
    print(json.dumps({"seconds": seconds, "peak_memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
                      "scores": scores}))


if __name__ == "__main__":
    main()
