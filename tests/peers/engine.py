"""gan-engine as a program: started, asked, waited for."""

import json
import subprocess
import sys
import time
from pathlib import Path

SKIPPED = 77
WAIT_SECONDS = 600


def run(*command):
    """Runs a command to its end and returns the last line of its output; exits with its errors when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\nended with {done.returncode}:\n{done.stderr[-4000:]}")
    return done.stdout.strip().splitlines()[-1]


def ask(*command):
    """The JSON object that a command ends with."""
    return json.loads(run(*command))


def start(*command):
    """Starts a command whose progress nobody reads."""
    return subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wait_until(condition, process, what):
    """Waits for a condition while a process runs; exits when the process ends first or the time is over."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        if process.poll() is not None:
            sys.exit(f"gan-engine ended with {process.returncode} before {what}")
        if time.monotonic() > deadline:
            process.kill()
            sys.exit(f"{WAIT_SECONDS} s passed before {what}")
        time.sleep(0.01)


def prepared(engine, images, resolution, channels, work):
    """Images as networks of a resolution see them, made once for all that is done in WORK."""
    file = work / f"{images.name}-{resolution}.hdf5"
    if not file.exists():
        made = file.with_suffix(".being-made.hdf5")  # a killed one goes on
        run(engine, "data", "prepare", images, "--out", made, "--resolution", resolution, "--channels", channels, "--json")
        made.rename(file)
    return file


def settings(run_folder):
    """run.yaml as {"model.latent_size": "100", ...}."""
    found, section = {}, []
    for line in (Path(run_folder) / "run.yaml").read_text().splitlines():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        key, _, value = text.partition(":")
        section = [*section[:depth], key]
        if value.strip():
            found[".".join(section)] = value.strip()
    return found
