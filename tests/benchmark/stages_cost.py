#!/usr/bin/env python3
"""stages_cost.py ENGINE: what a GAN of equal halves takes in two processes, a half of each network in each of them.

The networks are fully connected, so that a layer's arithmetic goes by its weights: the generator's last layer is as large
as all before it, the discriminator's second as its first. Each process has one thread.
  memory  the most anonymous memory (RssAnon) of each of the two with four micro-batches, less that of a process whose
          networks are next to nothing, over the same of one process given the four as one batch
  speed   images a second of the two over those of one process with the same micro-batches, of which there are 4 and 8:
          the median of the rounds' ratios
  apart   the yardstick: images a second of two such processes that train at the same time and have nothing to do with
          each other, over those of one: what two cores of this machine give at this moment, 2 where they share nothing
Exit 0: all within what is asked; 1: not; 77: memory is, but two processes of one thread are not as fast here as is asked
even where they have nothing to do with each other, as on a single core.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

LARGEST_MEMORY = 0.6
LEAST_SPEED = {4: 1.25, 8: 1.4}
BATCH = 256  # images of each micro-batch; with 64, two processes gain a tenth less
SECONDS_BETWEEN_LOOKS = 0.002
# Of 32 x 32 grey pixels: 8 w 1024 weights in the generator's last layer, 42 w^2 and few in those before.
HALVES = {"model.generator_width": 205, "model.discriminator_width": 2048}
NEXT_TO_NOTHING = {"model.generator_width": 1, "model.discriminator_width": 2}


def environments(processes):
    """What torchrun sets, for ranks of this machine that meet at a free port; one process has none of it."""
    if processes == 1:
        return [dict(os.environ)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {"WORLD_SIZE": str(processes), "LOCAL_WORLD_SIZE": str(processes), "MASTER_ADDR": "127.0.0.1",
              "MASTER_PORT": str(port), "GLOO_SOCKET_IFNAME": "lo"}
    return [{**os.environ, **common, "RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(processes)]


def start(engine, processes, widths, batch, micro_batches, warmup, steps):
    settings = {"data.resolution": 32, "training.schedule": "discriminator_first", "distributed.stages": processes,
                "accumulation.discriminator": micro_batches, "accumulation.generator": micro_batches, **widths}
    command = [engine, "bench", "--preset", "simple-gan", "--batch", batch, "--warmup", warmup, "--steps", steps,
               "--threads", 1, "--devices", "cpu", "--json"]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    return [subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env=environment) for environment in environments(processes)]


def answers(started):
    told = [process.communicate() for process in started]
    for process, (_, errors) in zip(started, told):
        if process.returncode:
            raise RuntimeError(f"{' '.join(process.args)}: {errors}")
    return [json.loads(output.splitlines()[-1]) for output, _ in told]


def anonymous_kib(process):
    """Of what no file holds; 0 once it has ended."""
    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def peaks(started):
    """The most anonymous memory of each process, in KiB, as often as one looks."""
    most = [0] * len(started)
    while any(process.poll() is None for process in started):
        most = [max(before, anonymous_kib(process)) for before, process in zip(most, started)]
        time.sleep(SECONDS_BETWEEN_LOOKS)
    answers(started)
    return most


def memory_fits(engine):
    def own(processes, batch, micro_batches):
        idle = peaks(start(engine, processes, NEXT_TO_NOTHING, 2, 1, 0, 1))
        full = peaks(start(engine, processes, HALVES, batch, micro_batches, 1, 4))
        return [most - least for most, least in zip(full, idle)]

    micro_batches = 4
    whole = own(1, micro_batches * BATCH, 1)[0]
    halves = own(2, BATCH, micro_batches)
    for stage, half in enumerate(halves):
        print(f"memory of stage {stage}: {half / 1024:.1f} MiB, of one process {whole / 1024:.1f} MiB; ratio "
              f"{half / whole:.3f}, at most {LARGEST_MEMORY:.2f} is asked", flush=True)
    return whole > 0 and max(halves) <= LARGEST_MEMORY * whole


def fast_enough(engine, rounds, steps):
    """Whether they are; None where this machine cannot tell."""
    def begun(processes, micro_batches):
        return start(engine, processes, HALVES, BATCH, micro_batches, 2, steps)

    measures = {
        "one": lambda micro_batches: answers(begun(1, micro_batches))[0]["images_per_second"],
        "two": lambda micro_batches: answers(begun(2, micro_batches))[0]["images_per_second"],
        "apart": lambda micro_batches: sum(answer["images_per_second"] for answer in
                                           answers(begun(1, micro_batches) + begun(1, micro_batches))),
    }
    ratios = {micro_batches: {"two": [], "apart": []} for micro_batches in LEAST_SPEED}
    for number in range(rounds):
        for micro_batches in LEAST_SPEED:
            # In turn, so that a machine that gets slower or faster favours none.
            order = list(measures) if number % 2 == 0 else list(reversed(measures))
            found = {name: measures[name](micro_batches) for name in order}
            for name, of_name in ratios[micro_batches].items():
                of_name.append(found[name] / found["one"])
            print(f"round {number + 1}, {micro_batches} micro-batches: {found['one']:.1f} images/s of one process, "
                  f"{found['two']:.1f} of two, {found['apart']:.1f} of two that train apart", flush=True)
    slow, untold = False, False
    for micro_batches, least in LEAST_SPEED.items():
        ratio, yardstick = (statistics.median(ratios[micro_batches][name]) for name in ("two", "apart"))
        slow |= ratio < least <= yardstick
        untold |= max(ratio, yardstick) < least
        print(f"{micro_batches} micro-batches: two processes are {ratio:.2f} times as fast as one, at least {least:.2f} "
              f"is asked; two that train apart are {yardstick:.2f} times as fast", flush=True)
    return False if slow else None if untold else True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=3, help="iterations of each measurement")
    arguments = parser.parse_args()
    fits = memory_fits(arguments.engine)
    fast = fast_enough(arguments.engine, arguments.rounds, arguments.steps)
    if not fits or fast is False:
        return 1
    if fast:
        return 0
    print("stages_cost: Skipped\ntwo processes of one thread that train apart are not even as fast as is asked of stages")
    return 77


if __name__ == "__main__":
    sys.exit(main())
