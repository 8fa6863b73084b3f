#!/usr/bin/env python3
"""shared_machine.py ENGINE: how fast train, resume, bench and ranks are alone and beside a busy core, by how threads wait for each other.

Runs each of the four (ranks: train in two processes, each on its share of the cores) with the engine's own choice, with libgomp's short waiting (none awake) and with its long one, in turn, alone on the
machine and beside one process that never rests. Compares the medians of the ratios of each round: the engine's choice over the best of the
others, and resume over train. Of the two others, one that two rounds found far slower than the other is not run again: it is not the best;
this is asked of ranks, in whose processes few threads wait for each other, and of the others apart.
Rounds end when every ratio is settled, or after --rounds. Exit 0: every ratio is as asked; 1: one is not; 77: on a single core nothing waits.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WAYS = {"chosen": {}, "asleep": {"OMP_WAIT_POLICY": "passive"}, "awake": {"GOMP_SPINCOUNT": "300000"}}
LEAST_OF_BEST = 0.95
FAR_SLOWER = 0.8  # of the other, in each of the first rounds
BY_CHANCE = 1 / 32  # how often a question may be settled wrongly that is as likely this way as that
PRESET = "dcgan-64"
BATCH = 16
RANKS = 2
PROGRAMS = [("bench", "train", "resume"), ("ranks",)]  # those together that the same ways serve
WARMUP = 4  # and the steps between two pictures, whose times tell the speed
SETTINGS = ["data.workers=0", "data.shapes_count=2000", "checkpoint.interval_steps=0", "recording.tensorboard=false", "sampling.each_epoch=false",
            "sampling.rows=1", "sampling.columns=1", f"data.batch_size={BATCH}", f"sampling.interval_steps={WARMUP}"]


def run(command, way):
    environment = {name: value for name, value in os.environ.items() if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    return subprocess.run([str(part) for part in command], env=environment | WAYS[way], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


def journalled_speed(engine, folder, first, last):
    """Iterations a second between the pictures of two steps, as the journal has their times."""
    times = {}
    for line in run([engine, "log", "--json", folder], "chosen").splitlines():
        event = json.loads(line)
        if event.get("type") == "sample":
            times[event["step"]] = event["unix_seconds"]
    return (last - first) / (times[last] - times[first])


class Programs:
    """How many iterations a second each program makes."""

    def __init__(self, engine, steps):
        self.engine, self.steps = engine, steps

    def bench(self, way, _):
        command = [self.engine, "bench", "--preset", PRESET, "--batch", BATCH, "--warmup", WARMUP, "--steps", self.steps, "--devices", "cpu", "--json"]
        return json.loads(run(command, way).splitlines()[-1])["images_per_second"] / BATCH

    def train(self, way, folder, *more):
        last = WARMUP + self.steps
        chosen = [word for setting in SETTINGS for word in ("--set", setting)]
        run([self.engine, "train", "--preset", PRESET, "--devices", "cpu", "--steps", last, "--out", folder, *chosen, *more], way)
        return journalled_speed(self.engine, folder, WARMUP, last)

    def ranks(self, way, folder):
        return self.train(way, folder, "--processes", RANKS)

    def resume(self, way, folder):
        """After train()."""
        first = WARMUP + self.steps + WARMUP
        run([self.engine, "resume", folder, "--devices", "cpu", "--steps", first + self.steps], way)
        return journalled_speed(self.engine, folder, first, first + self.steps)


def measure(programs, way, names):
    """Iterations a second of each program, in one run folder."""
    with tempfile.TemporaryDirectory() as scratch:
        return {name: getattr(programs, name)(way, Path(scratch) / "run") for name in names}


def busy_core():
    """A process that never rests for as long as this one lives, however this one ends."""
    return subprocess.Popen([sys.executable, "-c", "import os\nwhile os.getppid() == %d:\n  for _ in range(1000000): pass" % os.getpid()])


def rivals(speeds, names):
    """The ways besides the engine's own choice that may still be the best for these programs."""
    others = [way for way in WAYS if way != "chosen"]
    if len(speeds) < 2:
        return others

    def far_slower(way, other):
        return all(found[way][name] < FAR_SLOWER * found[other][name] for found in speeds[:2] for name in names)

    return [way for way in others if not any(far_slower(way, other) for other in others)]


def median(speeds, way, name):
    """Of the rounds that measured it."""
    return statistics.median(one[way][name] for one in speeds if name in one.get(way, {}))


def ratios(speeds):
    """Of each question, its ratio in each round, and what it compares."""
    found = {}
    for names in PROGRAMS:
        for name in names:
            best = max(rivals(speeds, names), key=lambda way: median(speeds, way, name))
            found[name, f"chosen over {best}"] = [one["chosen"][name] / one[best][name] for one in speeds]
    found["resume", "over train"] = [one["chosen"]["resume"] / one["chosen"]["train"] for one in speeds]
    return found


def settled(values):
    """By the sign test: as many values on one side of the bound are no accident."""
    fewer = min(sum(value >= LEAST_OF_BEST for value in values), sum(value < LEAST_OF_BEST for value in values))
    return sum(math.comb(len(values), count) for count in range(fewer + 1)) / 2 ** len(values) <= BY_CHANCE


def rounds(programs, count, busy):
    speeds = []
    for number in range(count):
        neighbour = busy_core() if busy else None
        try:
            found = {}
            for names in PROGRAMS:
                # The order turns, so that a slow moment of the machine hits each in turn.
                ways = ["chosen", *rivals(speeds, names)]
                for way in ways[number % len(ways):] + ways[:number % len(ways)]:
                    found.setdefault(way, {}).update(measure(programs, way, names))
            speeds.append(found)
        finally:
            if neighbour:
                neighbour.kill()
                neighbour.wait()
        print("  round", number + 1, {way: {name: round(speed, 2) for name, speed in one.items()} for way, one in found.items()}, flush=True)
        if all(settled(values) for values in ratios(speeds).values()):
            break
    return speeds


def report(speeds):
    """Prints the medians, and says whether the engine's choice is as fast as asked."""
    enough = True
    for (name, what), values in ratios(speeds).items():
        medians = {way: median(speeds, way, name) for way in WAYS}
        ratio = statistics.median(values)
        enough &= ratio >= LEAST_OF_BEST
        print(f"  {name}: " + ", ".join(f"{way} {speed:.2f}" for way, speed in medians.items()) +
              f" it/s; {what} {ratio:.2f} in {len(values)} rounds, at least {LEAST_OF_BEST} is asked")
    return enough


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--steps", type=int, default=8, help=f"iterations of each program in a round, a multiple of {WARMUP}")
    arguments = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        print("shared_machine: Skipped\nthreads wait for each other on two cores and more")
        return 77
    programs = Programs(arguments.engine, arguments.steps)
    enough = True
    for busy in (False, True):
        print("beside a busy core:" if busy else "alone:", flush=True)
        enough &= report(rounds(programs, arguments.rounds, busy))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
