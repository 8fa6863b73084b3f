"""mpirun_trains_two_ranks.py ENGINE: Open MPI's mpirun starts gan-engine as two ranks, without and with a meeting place named
by the user; they train the weights that --processes 2 trains, byte by byte."""

import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

from engine import SKIPPED
from two_ranks import STEPS, expect_same_weights, expect_two_ranks, run, train_by_ourselves, training

ENGINE = sys.argv[1]


def mpirun(*options):
    """As root, in a container for one, Open MPI wants to be asked for it."""
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return ["mpirun", *root, "--oversubscribe", "-n", "2", *options]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def main():
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun; packaging/setup --peers installs Open MPI's")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as place:
        expected = Path(place, "expected")
        train_by_ourselves(ENGINE, expected)
        named = ("-x", "MASTER_ADDR=127.0.0.1", "-x", f"MASTER_PORT={free_port()}")
        for name, options in (("by-itself", ()), ("named", named)):
            found = Path(place, name)
            said = run(*mpirun(*options), *training(ENGINE, found)).stderr
            expect_two_ranks(said, "mpirun")
            if "Open MPI's environment" not in said:
                sys.exit(f"the ranks were not found in Open MPI's environment:\n{said}")
            expect_same_weights(expected, found)
    print(f"mpirun's two ranks trained the weights of --processes 2 in {STEPS} steps")


if __name__ == "__main__":
    main()
