"""tensorboard_reads_a_run.py ENGINE: TensorBoard's own readers read the losses of runs.

One run trains undisturbed; another of the same seed is killed, resumed and rolled back on its way. Training is the same
bit for bit, so the reader must give the same values of both: one of each loss for each step.
"""

import math
import signal
import sys
import tempfile
from pathlib import Path

from engine import ask, run, start, wait_until
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

ENGINE = sys.argv[1]
STEPS = 1500
KILLED_AFTER = 400
ROLLED_BACK_TO = 200
LOSSES = ["loss/d_real", "loss/d_fake", "loss/d", "loss/g"]


def training(folder):
    """Small enough for hundreds of steps a second."""
    command = [ENGINE, "train", "--json", "--preset", "simple-gan", "--steps", STEPS, "--out", folder]
    for setting in (
        "data.batch_size=32",
        "data.shapes_count=500",
        "model.discriminator_width=32",
        "sampling.interval_steps=500",
        "sampling.each_epoch=false",
        "checkpoint.interval_steps=100",
        "checkpoint.keep_newest=100",
        "training.threads=1",
    ):
        command += ["--set", setting]
    return command


def has_checkpoint(folder, step):
    return any((folder / "checkpoints").glob(f"step-{step:08d}.s*"))


def train_disturbed(folder):
    engine = start(*training(folder))
    wait_until(lambda: has_checkpoint(folder, KILLED_AFTER), engine, f"checkpoint {KILLED_AFTER}")
    engine.send_signal(signal.SIGKILL)
    engine.wait()
    at_kill = ask(ENGINE, "status", "--json", folder)["step"]
    assert KILLED_AFTER <= at_kill < STEPS, at_kill

    engine = start(ENGINE, "resume", folder)
    endpoint = folder / "endpoint.json"
    before = endpoint.stat().st_mtime_ns if endpoint.exists() else 0
    wait_until(lambda: endpoint.exists() and endpoint.stat().st_mtime_ns != before, engine, "it could be steered")
    paused = ask(ENGINE, "steer", folder, "pause", "--json")
    assert paused["result"] == "applied" and KILLED_AFTER < paused["step"] < STEPS, paused
    rolled_back = ask(ENGINE, "steer", folder, "rollback", "--to", ROLLED_BACK_TO, "--json")
    assert rolled_back["result"] == "applied", rolled_back
    run(ENGINE, "steer", folder, "continue")
    assert engine.wait(timeout=600) == 0, engine.returncode
    print(f"killed at {at_kill}, resumed, rolled back from {paused['step']} to {ROLLED_BACK_TO}")


def written(folder):
    """Every value of every loss in the files, superseded ones too, as (loss, step, value)."""
    for file in sorted(folder.glob("events.out.tfevents.*")):
        for event in EventFileLoader(str(file)).Load():
            for value in event.summary.value:
                if value.tag in LOSSES:
                    yield value.tag, event.step, value.tensor.float_val[0]


def shown(folder):
    """What TensorBoard shows: {loss: {step: value}}, superseded values purged."""
    accumulator = EventAccumulator(str(folder), size_guidance={"scalars": 0}, purge_orphaned_data=True)
    accumulator.Reload()
    losses = {}
    for loss in LOSSES:
        events = accumulator.Scalars(loss)
        steps = [event.step for event in events]
        assert steps == list(range(1, STEPS + 1)), (loss, len(steps), steps[:3], steps[-3:])
        assert all(math.isfinite(event.value) for event in events), loss
        losses[loss] = {event.step: event.value for event in events}
    return losses


def check_newest(folder, losses):
    """The run's own record ends with what TensorBoard shows last."""
    status = ask(ENGINE, "status", "--json", folder)
    assert status["step"] == STEPS and status["status"] == "finished", status
    for loss in LOSSES:
        assert math.isclose(status["latest"][loss], losses[loss][STEPS], rel_tol=1e-6), (loss, status["latest"])


def main():
    with tempfile.TemporaryDirectory(prefix="gan-tensorboard-") as folder:
        undisturbed, disturbed = Path(folder) / "undisturbed", Path(folder) / "disturbed"
        run(*training(undisturbed))
        expected = shown(undisturbed)
        check_newest(undisturbed, expected)
        assert len(list(written(undisturbed))) == len(LOSSES) * STEPS

        train_disturbed(disturbed)
        found = shown(disturbed)
        check_newest(disturbed, found)
        assert found == expected, {loss: sum(found[loss][s] != expected[loss][s] for s in expected[loss]) for loss in LOSSES}
        values = list(written(disturbed))
        assert len(values) > len(LOSSES) * STEPS, len(values)
        assert all(value == expected[loss][step] for loss, step, value in values)
        print(f"{STEPS} finite values of each of {', '.join(LOSSES)}, equal in both runs; "
              f"{len(values) // len(LOSSES) - STEPS} superseded ones purged")


if __name__ == "__main__":
    main()
