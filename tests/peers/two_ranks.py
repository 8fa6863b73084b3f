"""The same small training by two processes, whoever starts them, and what to compare of it."""

import subprocess
import sys
from pathlib import Path

STEPS = 20
LIMIT_S = 200
TENSORS = ("generator", "discriminator", "ema", "optimizer_g", "optimizer_d")


def training(engine, folder, steps=STEPS):
    """The command of every rank."""
    command = [engine, "train", "--preset", "shapes-dcgan", "--steps", str(steps), "--out", str(folder)]
    for setting in (
        "data.batch_size=8",
        "data.shapes_count=640",
        "model.generator_width=4",
        "model.discriminator_width=4",
        "sampling.interval_steps=5",
        "checkpoint.interval_steps=10",
        "training.threads=1",
    ):
        command += ["--set", setting]
    return command


def run(*words):
    """Runs a command to its end; exits with all it said when it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=LIMIT_S)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def train_by_ourselves(engine, folder, steps=STEPS):
    """What others' launchers must come to."""
    run(*training(engine, folder, steps), "--processes", 2)


def checkpoint(folder, step):
    found = sorted(Path(folder, "checkpoints").glob(f"step-{step:08d}.s*"))
    if not found:
        sys.exit(f"{folder} has no checkpoint of step {step}")
    return found[-1]


def expect_same_weights(expected, found, step=STEPS):
    """Byte by byte, optimisers and averaged weights included."""
    for name in TENSORS:
        files = [checkpoint(folder, step) / f"{name}.safetensors" for folder in (expected, found)]
        first, second = (file.read_bytes() for file in files)
        if len(first) < 100:
            sys.exit(f"{files[0]} holds nothing")
        if first != second:
            sys.exit(f"{files[1]} differs from {files[0]}")


def expect_two_ranks(text, launcher):
    """Both ranks said who they are and how they know it."""
    for rank in (0, 1):
        if f"this is rank {rank} of 2" not in text:
            sys.exit(f"no rank {rank} of 2 under {launcher}:\n{text}")
