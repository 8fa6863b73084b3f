"""dask_trains_two_ranks.py ENGINE LAUNCHER: a real dask.distributed cluster of two workers trains gan-engine's two ranks
through packaging/launchers/dask_launch.py; the weights are those of --processes 2, byte by byte, and what rank 0 wrote came
back while it trained."""

import filecmp
import importlib.util
import os
import sys
import tempfile
from pathlib import Path

from engine import SKIPPED
from two_ranks import STEPS, expect_same_weights, expect_two_ranks, run, train_by_ourselves, training

ENGINE, LAUNCHER = sys.argv[1:3]


def expect_copies(run_folder, results):
    for kind in ("samples", "metrics"):
        names = sorted(name for name in os.listdir(run_folder / kind) if not name.startswith("."))
        same, *others = filecmp.cmpfiles(run_folder / kind, results / kind, names, shallow=False)
        if not names or any(others):
            sys.exit(f"{kind}: {same} came back whole, {others} did not")


def main():
    if importlib.util.find_spec("distributed") is None:
        print("skipped: dask.distributed is not among the peers; packaging/setup --peers installs it")
        sys.exit(SKIPPED)
    from distributed import LocalCluster
    with tempfile.TemporaryDirectory() as place:
        expected, found, results = (Path(place, name) for name in ("expected", "dask", "results"))
        train_by_ourselves(ENGINE, expected)
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            said = run(sys.executable, LAUNCHER, cluster.scheduler_address, "--results", results, "--",
                       *training(ENGINE, found)).stderr
        expect_two_ranks(said, "dask_launch.py")
        expect_same_weights(expected, found)
        expect_copies(found, results)
    print(f"two workers of a Dask cluster trained the weights of --processes 2 in {STEPS} steps and streamed their samples back")


if __name__ == "__main__":
    main()
