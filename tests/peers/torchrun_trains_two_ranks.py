"""torchrun_trains_two_ranks.py ENGINE: PyTorch's own torchrun starts gan-engine as two ranks, which train the weights that
--processes 2 trains, byte by byte. When a rank is killed torchrun starts both again; they find their checkpoint by themselves,
and come to the same weights, too."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from two_ranks import LIMIT_S, STEPS, expect_same_weights, expect_two_ranks, run, train_by_ourselves, training

ENGINE = sys.argv[1]
LONGER = 5 * STEPS
TORCHRUN = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "--no-python"]


def rank_of(pid):
    try:
        entries = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return None
    ranks = [entry for entry in entries if entry.startswith(b"RANK=")]
    return int(ranks[0][5:]) if ranks else None


def ranks_under(parent):
    """{rank: pid} of the children of a process."""
    pids = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {rank_of(pid): int(pid) for pid in pids if rank_of(pid) is not None}


def train_with_a_kill(folder):
    with tempfile.TemporaryFile("w+") as said:
        command = [*TORCHRUN, "--max-restarts", "1", *training(ENGINE, folder, LONGER)]
        process = subprocess.Popen(command, stdout=said, stderr=said)
        deadline = time.monotonic() + LIMIT_S
        while not list(Path(folder, "checkpoints").glob("step-*")):
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                said.seek(0)
                sys.exit(f"no checkpoint under torchrun:\n{said.read()}")
            time.sleep(0.01)
        os.kill(ranks_under(process.pid)[1], signal.SIGKILL)
        code = process.wait(timeout=LIMIT_S)
        said.seek(0)
        text = said.read()
        if code != 0 or "going on with it" not in text:
            sys.exit(f"torchrun ended with {code} after one of its ranks was killed:\n{text}")


def main():
    with tempfile.TemporaryDirectory() as place:
        expected, found = Path(place, "expected"), Path(place, "torchrun")
        train_by_ourselves(ENGINE, expected)
        expect_two_ranks(run(*TORCHRUN, *training(ENGINE, found)).stderr, "torchrun")
        expect_same_weights(expected, found)

        undisturbed, killed = Path(place, "undisturbed"), Path(place, "killed")
        train_by_ourselves(ENGINE, undisturbed, LONGER)
        train_with_a_kill(killed)
        expect_same_weights(undisturbed, killed, LONGER)
    print(f"torchrun's two ranks trained the weights of --processes 2 in {STEPS} steps, and went on after a kill")


if __name__ == "__main__":
    main()
