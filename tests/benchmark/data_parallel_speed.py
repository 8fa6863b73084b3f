#!/usr/bin/env python3
"""data_parallel_speed.py PEERS ENGINE: images per second of dcgan-64 in two processes of one thread each over Gloo.

Measured in turn, each as two processes at the same time:
  together  gan-engine bench as two ranks of one run, batch statistics of each rank's own images as DDP has them
  apart     gan-engine bench twice, which have nothing to do with each other
  lockstep  the yardstick: fixed work in two processes that wait for each other twice an iteration (lockstep_peer.py)
  free      the same work in two processes that do not
  user      PyTorch's DistributedDataParallel round the step of pytorch/examples (see dcgan_peer.py)
  tuned     the same round the tuned step
Compared are the medians of each over all rounds; together with apart and lockstep with free, the medians of the rounds'
ratios. Cores that a machine shares with others differ in speed from one moment to the next, and whoever waits for each
other gets the slower one each time: what that costs on this machine now is the yardstick's overhead, which is 0 on an
idle one. What is asked holds for the overhead above it. Then the bytes that a rank hands over to the others in an
iteration, as gan-engine counts them at the border to c10d, with 1 and with 8 accumulations. Exit 0: all within what is
asked; 1: not; 77: no PyTorch to compare with.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
from pathlib import Path

BATCH = 64
LEAST_RATIO = {"user": 1.10, "tuned": 1.00}
LARGEST_OVERHEAD = 0.06
OWN_STATISTICS = ["--set", "distributed.batch_norm=own_rank"]


def rank_environments():
    """What torchrun sets, for two ranks of this machine that meet at a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port),
              "GLOO_SOCKET_IFNAME": "lo"}
    return [{**os.environ, **common, "RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(2)]


class Peer:
    """Two ranks of a PyTorch program that wait between the rounds, so that their start does not count."""

    def __init__(self, python, style):
        script = Path(__file__).with_name("dcgan_peer.py")
        command = [python, script, style, "--threads", "1", "--batch", str(BATCH), "--ddp"]
        self.ranks = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
                      for environment in rank_environments()]

    def run(self, steps):
        for rank in self.ranks:
            print(steps, file=rank.stdin, flush=True)
        return sum(json.loads(rank.stdout.readline())["images_per_second"] for rank in self.ranks)

    def close(self):
        for rank in self.ranks:
            rank.stdin.close()
        for rank in self.ranks:
            rank.wait()


class Lockstep:
    """Two processes of fixed work; see lockstep_peer.py."""

    def __init__(self, python):
        ends = socket.socketpair()
        self.workers = [subprocess.Popen([python, Path(__file__).with_name("lockstep_peer.py"), str(end.fileno())],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=[end.fileno()])
                        for end in ends]
        for end in ends:
            end.close()

    def run(self, mode, steps):
        for worker in self.workers:
            print(mode, steps, file=worker.stdin, flush=True)
        return sum(float(worker.stdout.readline()) for worker in self.workers)

    def close(self):
        for worker in self.workers:
            worker.stdin.close()
        for worker in self.workers:
            worker.wait()


def overhead(slowed, free):
    """What waiting for each other costs: the median over the rounds, each of which met the machine in another mood."""
    return statistics.median(1 - one / other for one, other in zip(slowed, free))


def bench_pair(engine, steps, environments, batch=BATCH, settings=()):
    command = [engine, "bench", "--preset", "dcgan-64", "--batch", batch, "--steps", steps, "--warmup", 3, "--threads", 1,
               "--devices", "cpu", "--json", *settings]
    pair = [subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                             env=environment) for environment in environments]
    answers = [process.communicate()[0] for process in pair]
    if any(process.returncode for process in pair):
        raise RuntimeError(f"{command} failed")
    return [json.loads(answer.splitlines()[-1]) for answer in answers]


def together(engine, steps):
    return bench_pair(engine, steps, rank_environments(), settings=OWN_STATISTICS)[0]["images_per_second"]


def apart(engine, steps):
    return sum(answer["images_per_second"] for answer in bench_pair(engine, steps, [None, None]))


def bytes_per_iteration(engine, accumulations):
    settings = [*OWN_STATISTICS]
    for network in ("discriminator", "generator"):
        settings += ["--set", f"accumulation.{network}={accumulations}"]
    return [answer["bytes_per_step"] for answer in bench_pair(engine, 3, rank_environments(), 4, settings)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peers", type=Path, help="Python environment of packaging/setup --peers")
    parser.add_argument("engine", type=Path, help="gan-engine")
    parser.add_argument("--rounds", type=int, default=5)
    # Of two that train apart one begins and ends before the other and has the machine to itself for that long: many
    # iterations, so that it does not count.
    parser.add_argument("--steps", type=int, default=16, help="iterations of each pair in a round")
    arguments = parser.parse_args()

    python = arguments.peers / "bin" / "python"
    if not python.exists():
        print(f"data_parallel_speed: Skipped\n{python} is missing: packaging/setup --peers installs PyTorch to compare with")
        return 77

    peers = {style: Peer(python, style) for style in LEAST_RATIO}
    lockstep = Lockstep(python)
    # What is compared comes one after the other.
    pairs = {"together": lambda steps: together(arguments.engine, steps),
             "apart": lambda steps: apart(arguments.engine, steps),
             "lockstep": lambda steps: lockstep.run("lockstep", steps),
             "free": lambda steps: lockstep.run("free", steps),
             **{style: peer.run for style, peer in peers.items()}}
    for peer in peers.values():
        peer.run(3)  # first steps take memory, choose kernels and make the buckets
    lockstep.run("free", 1)

    speeds = {name: [] for name in pairs}
    names = list(pairs)
    for number in range(arguments.rounds):
        # To and fro, so that a machine that gets slower or faster favours none.
        for name in names if number % 2 == 0 else reversed(names):
            speeds[name].append(pairs[name](arguments.steps))
        print("round", number + 1, {name: round(values[-1], 2) for name, values in speeds.items()}, flush=True)
    for helper in (*peers.values(), lockstep):
        helper.close()

    median = {name: statistics.median(values) for name, values in speeds.items()}
    print(f"two processes together: {median['together']:.1f} images/s, one thread and batch {BATCH} each")
    enough = True
    for style, least in LEAST_RATIO.items():
        ratio = median["together"] / median[style]
        enough &= ratio >= least
        print(f"PyTorch DDP, {style}: {median[style]:.1f} images/s; ratio {ratio:.2f}, at least {least:.2f} is asked")
    whole, yardstick = overhead(speeds["together"], speeds["apart"]), overhead(speeds["lockstep"], speeds["free"])
    own = 1 - (1 - whole) / (1 - yardstick)
    enough &= own <= LARGEST_OVERHEAD
    print(f"two processes apart: {median['apart']:.1f} images/s; overhead {whole:.1%}, of the yardstick {yardstick:.1%}, "
          f"above it {own:.1%}, at most {LARGEST_OVERHEAD:.0%} is asked")
    one, eight = bytes_per_iteration(arguments.engine, 1), bytes_per_iteration(arguments.engine, 8)
    enough &= one == eight
    print(f"bytes an iteration of each rank: {one} with one accumulation, {eight} with 8; the same is asked")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
