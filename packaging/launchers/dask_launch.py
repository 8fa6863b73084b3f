#!/usr/bin/env python3
"""Trains a run on the workers of a dask.distributed cluster: one rank of gan-engine on each.

    dask_launch.py SCHEDULER [--ranks N] [--results FOLDER] -- gan-engine train --preset dcgan-64 --out /shared/runs/dogs

SCHEDULER is the cluster's address (tcp://host:8786) or its scheduler file. What the ranks say is streamed here, line by
line behind the rank's number. With --results the samples and metrics of rank 0's run folder are copied into FOLDER while
it trains, for a machine that does not see that folder. Ctrl-C lets the ranks write a checkpoint and end. When one rank
ends badly the others are ended, too; the exit code is that of the first.
"""
import argparse
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

POLL_S = 0.25
GRACE_S = 10.0
ARRIVAL_S = 60.0
CHUNK_BYTES = 1 << 20
STOPPED = 3


def free_port():
    """Of the worker that will be rank 0."""
    with socket.socket() as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def run_folder(command):
    for index, word in enumerate(command):
        if word == "--out" and index + 1 < len(command):
            return command[index + 1]
        if word.startswith("--out="):
            return word[len("--out="):]
    return None


def die_with_parent():
    """Linux kills the rank when the worker's thread that waits for it is gone (prctl(2), PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def new_pieces(folder, copied):
    """What samples/ and metrics/ have gained since the last call: (name, offset, bytes)."""
    for place in ("samples", "metrics"):
        for path in sorted(pathlib.Path(folder, place).glob("*")):
            if path.name.startswith(".") or not path.is_file():
                continue
            with open(path, "rb") as file:
                file.seek(copied.get(path, 0))
                while data := file.read(CHUNK_BYTES):
                    yield f"{place}/{path.name}", copied.get(path, 0), data
                    copied[path] = copied.get(path, 0) + len(data)


def run_rank(command, environment, rank, topic, results):
    """Runs in a worker of the cluster: one rank, from its start to its end. Returns its exit code."""
    from distributed import Event, get_worker
    worker = get_worker()
    stop, kill = Event(topic + "-stop"), Event(topic + "-kill")
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=die_with_parent)

    def relay():
        for line in process.stdout:
            worker.log_event(topic, {"rank": rank, "line": line.decode("utf-8", "replace").rstrip("\n")})

    talking = threading.Thread(target=relay, daemon=True)
    talking.start()
    folder = run_folder(command) if results and rank == 0 else None
    copied = {}

    def copy():
        for name, offset, data in new_pieces(folder, copied) if folder else ():
            worker.log_event(topic, {"rank": rank, "file": name, "offset": offset, "data": data})

    asked = False
    try:
        while process.poll() is None:
            if kill.is_set():
                os.killpg(process.pid, signal.SIGKILL)
            elif stop.is_set() and not asked:
                asked = True
                process.send_signal(signal.SIGUSR1)
            copy()
            time.sleep(POLL_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    talking.join(timeout=GRACE_S)
    copy()
    code = process.wait()
    return code if code >= 0 else 128 - code


class Output:
    """Takes what the ranks send, in the client."""

    def __init__(self, results):
        self.results = pathlib.Path(results) if results else None
        self.lock = threading.Lock()

    def __call__(self, event):
        _, what = event
        with self.lock:
            if "line" in what:
                print(f"[rank {what['rank']}] {what['line']}", file=sys.stderr, flush=True)
            elif self.results:
                self.write(what)

    def write(self, what):
        path = (self.results / what["file"]).resolve()
        if not path.is_relative_to(self.results.resolve()):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "r+b" if path.exists() else "wb") as file:
            file.seek(what["offset"])
            file.write(what["data"])


def host_of(address):
    return address.split("://")[-1].rsplit(":", 1)[0]


def places(addresses, port):
    """For each worker the variables that torchrun would set."""
    hosts = [host_of(address) for address in addresses]
    for rank, host in enumerate(hosts):
        yield {"RANK": str(rank), "WORLD_SIZE": str(len(hosts)), "LOCAL_RANK": str(hosts[:rank].count(host)),
               "LOCAL_WORLD_SIZE": str(hosts.count(host)), "MASTER_ADDR": hosts[0], "MASTER_PORT": str(port)}


def wait_for_workers(client, number):
    """A cluster that has just been started grows to its size; what it lacks past that is told from its workers."""
    try:
        client.wait_for_workers(number, timeout=ARRIVAL_S)
    except TimeoutError:
        pass


def wait_for(futures, client, topic):
    """The exit code of the ranks: 0, or that of the first which ended otherwise."""
    from distributed import Event, as_completed
    stop, kill = Event(topic + "-stop", client=client), Event(topic + "-kill", client=client)
    previous = signal.signal(signal.SIGINT, lambda *_: stop.set())
    first, timer = 0, None
    try:
        for future in as_completed(futures):
            code = future.result() if future.status == "finished" else 5
            if future.status != "finished":
                print(f"dask_launch: rank {futures.index(future)} was lost: {future.exception()}", file=sys.stderr)
            if code != 0 and first == 0:
                first = code
                print(f"dask_launch: rank {futures.index(future)} ended with code {code}", file=sys.stderr)
            if code not in (0, STOPPED) and timer is None:
                timer = threading.Timer(GRACE_S, kill.set)
                timer.start()
    finally:
        if timer:
            timer.cancel()
        signal.signal(signal.SIGINT, previous)
    return first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scheduler", help="tcp://HOST:PORT, or the scheduler's file")
    parser.add_argument("--ranks", type=int, default=0,
                        help="how many, on a worker each, for which it waits up to a minute; without it one on each worker")
    parser.add_argument("--results", help="folder into which samples and metrics are copied while the run trains")
    parser.add_argument("command", nargs="+", help="gan-engine and its arguments, behind --")
    options = parser.parse_args()
    from distributed import Client
    file = options.scheduler if os.path.exists(options.scheduler) else None
    with Client(scheduler_file=file) if file else Client(options.scheduler) as client:
        if options.ranks:
            wait_for_workers(client, options.ranks)
        addresses = sorted(client.scheduler_info(n_workers=-1)["workers"])
        if len(addresses) < max(options.ranks, 1):
            parser.error(f"the cluster has {len(addresses)} workers; {max(options.ranks, 1)} ranks need one each")
        addresses = addresses[:options.ranks or len(addresses)]
        topic = "gan-" + uuid.uuid4().hex
        client.subscribe_topic(topic, Output(options.results))
        port = client.submit(free_port, workers=[addresses[0]], pure=False).result()
        futures = [client.submit(run_rank, options.command, place, rank, topic, bool(options.results),
                                 workers=[addresses[rank]], allow_other_workers=False, pure=False, retries=0)
                   for rank, place in enumerate(places(addresses, port))]
        code = wait_for(futures, client, topic)
        time.sleep(1)  # the last lines are on their way
        return code


if __name__ == "__main__":
    sys.exit(main())
