#!/usr/bin/env python3
"""training_speed.py PEERS ENGINE [PRESET ...]: images per second of presets, each beside the same iterations in PyTorch.

Runs gan-engine bench and PyTorch in turn, on one set of threads, and compares the medians of the ratios of each round:
dcgan-64 beside the step as users write it and tuned (dcgan_peer.py), sngan-32, sagan-64 and biggan-64 at widths and batches
that a CPU trains beside BigGAN-PyTorch's iteration with channels-last and fused Adam (biggan_peer.py). With --device cuda
on the first GPU: dcgan-64 and sngan-32, whose iterations are short enough for the engine to hand them over as a captured
graph, and biggan-128 in bfloat16 beside autocast, alone and through torch.compile. Exit 0: each at least as fast as asked;
1: one is slower; 77: no PyTorch, or no GPU, to compare with.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Case:
    batch: int
    steps: int  # iterations of each program in a round
    peers: dict  # by name: script and options of a PyTorch program, and the least ratio asked
    options: tuple = ()  # of gan-engine bench


def options_of(settings):
    """Of gan-engine bench."""
    return tuple(part for setting in settings for part in ("--set", setting))


GRAPH = "training.cuda_graph=true"


def biggan_case(preset, batch, width, steps, peers, precision="float32", more=()):
    """peers: by name, options of biggan_peer.py and the least ratio asked. more: settings of the engine."""
    options = options_of([f"model.generator_width={width}", f"model.discriminator_width={width}", "model.classes=10",
                          "accumulation.discriminator=1", "accumulation.generator=1", f"training.precision={precision}", *more])
    scripts = {name: (["biggan_peer.py", preset, "--width", width, "--precision", precision, *own], least)
               for name, (own, least) in peers.items()}
    return Case(batch, steps, scripts, options)


EAGER = {"eager": ([], 1.00)}
CASES = {
    "cpu": {
        "dcgan-64": Case(64, 6, {"user": (["dcgan_peer.py", "user"], 1.10), "tuned": (["dcgan_peer.py", "tuned"], 1.00)}),
        "sngan-32": biggan_case("sngan-32", batch=16, width=64, steps=1, peers=EAGER),
        "sagan-64": biggan_case("sagan-64", batch=16, width=32, steps=2, peers=EAGER),
        "biggan-64": biggan_case("biggan-64", batch=16, width=32, steps=2, peers=EAGER),
    },
    "cuda": {
        "dcgan-64": Case(128, 200, {"tuned": (["dcgan_peer.py", "tuned"], 2.00)}, options_of([GRAPH])),
        "sngan-32": biggan_case("sngan-32", batch=64, width=64, steps=40, peers={"eager": ([], 2.00)}, more=[GRAPH]),
        "biggan-128": biggan_case("biggan-128", batch=256, width=96, steps=4, precision="bfloat16",
                                  peers={"eager": ([], 1.30), "compiled": (["--compile"], 1.00)}),
    },
}
ENGINE_DEVICE = {"cpu": "cpu", "cuda": "0"}


class Peer:
    """A PyTorch program that waits between the rounds, so that its start does not count."""

    def __init__(self, python, arguments, case, device, threads):
        script, *options = map(str, arguments)
        command = [python, Path(__file__).with_name(script), *options, "--device", device, "--threads", str(threads), "--batch",
                   str(case.batch)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, steps):
        print(steps, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def run_engine(engine, preset, case, device, threads):
    command = [engine, "bench", "--preset", preset, "--batch", case.batch, "--steps", case.steps, "--warmup", 2,
               "--threads", threads, "--devices", ENGINE_DEVICE[device], *case.options, "--json"]
    output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output.splitlines()[-1])


def compare(python, engine, preset, device, rounds, threads):
    """Whether a preset is as fast as asked."""
    case = CASES[device][preset]
    peers = {name: Peer(python, arguments, case, device, threads) for name, (arguments, _) in case.peers.items()}
    programs = {name: lambda peer=peer: peer.run(case.steps) for name, peer in peers.items()}
    programs["engine"] = lambda: run_engine(engine, preset, case, device, threads)
    for peer in peers.values():
        peer.run(2)  # first steps take memory and choose kernels

    speeds = {name: [] for name in programs}
    names = list(programs)
    for number in range(rounds):
        # The order turns, so that a slow moment of the machine hits each in turn.
        first = number % len(names)
        for name in names[first:] + names[:first]:
            speeds[name].append(programs[name]()["images_per_second"])
        print(preset, "round", number + 1, {name: round(values[-1], 1) for name, values in speeds.items()}, flush=True)
    for peer in peers.values():
        peer.close()

    enough = True
    print(f"{preset}, gan-engine: {statistics.median(speeds['engine']):.1f} images/s, {device}, {threads} threads, batch "
          f"{case.batch}")
    for name, (_, least) in case.peers.items():
        ratio = statistics.median(ours / theirs for ours, theirs in zip(speeds["engine"], speeds[name]))
        enough &= ratio >= least
        print(f"{preset}, PyTorch, {name}: {statistics.median(speeds[name]):.1f} images/s; ratio {ratio:.2f}, at least "
              f"{least:.2f} is asked", flush=True)
    return enough


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="Python environment of packaging/setup --peers")
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="all that are compared there if none is named")
    parser.add_argument("--device", choices=CASES, default="cpu")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()
    cases = CASES[arguments.device]
    unknown = [preset for preset in arguments.presets if preset not in cases]
    if unknown:
        parser.error(f"'{unknown[0]}' is none of {', '.join(cases)}")

    python = arguments.peers / "bin" / "python"
    if not python.exists():
        print(f"training_speed: Skipped\n{python} is missing: packaging/setup --peers installs PyTorch to compare with")
        return 77
    sees_gpu = [python, "-c", "import sys, torch; sys.exit(0 if torch.cuda.is_available() else 1)"]
    if arguments.device == "cuda" and subprocess.run(sees_gpu).returncode != 0:
        print("training_speed: Skipped\nPyTorch finds no GPU here")
        return 77
    enough = [compare(python, arguments.engine, preset, arguments.device, arguments.rounds, arguments.threads)
              for preset in arguments.presets or cases]
    return 0 if all(enough) else 1


if __name__ == "__main__":
    sys.exit(main())
