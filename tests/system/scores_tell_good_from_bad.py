#!/usr/bin/env python3
"""scores_tell_good_from_bad.py ENGINE DATA WORK [PART ...]: in-domain scores say of real trainings what people would.

ranking    fashion-biggan of several seeds: FID of untrained generators, of a tenth of the steps and of all of them, with no
           overlap between the three
sweep      the first of these generators over truncations (scaled_redraw), in repeated draws: recall at 0.1 < at 0.4 < at 1, each
           gap more than 2 standard deviations of the draws, and precision at 0.4 no less than at 1
collapse   fashion-dcgan, whose labels are exchanged while it trains and whose discriminator is held, so that it cannot learn them
           anew: the rule on scores tells it within two evaluations. Where it may learn them, training recovers, as both
           networks go by the same labels: a rule tells it, or FID has not doubled

DATA   holds fashion_mnist
WORK   keeps each piece: what is there is not made again, and a training that was ended goes on. It may be that of
       samples_like_pytorch.py, whose classifiers of the same images then serve here, too

Hours on two cores; the parts may be run one by one. The table stands in WORK/table.md afterwards and is printed.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "peers"))
from engine import SKIPPED, ask, prepared, run  # noqa: E402

TRUNCATIONS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
HEALTHY_EVALUATIONS, TOLD_WITHIN = 5, 2
RESOLUTIONS = {"fashion-biggan": 32, "fashion-dcgan": 28}
EVALUATE_EVERY = 200  # steps of fashion-dcgan
WAIT_SECONDS = 4 * 3600
EXCHANGED = ("objective.real_label=0", "objective.fake_label=1")
COLLAPSES = {"labels exchanged": EXCHANGED,
             "labels exchanged, discriminator held": (*EXCHANGED, "optimizer.discriminator.learning_rate=1e-8")}


def write(path, text):
    path.with_suffix(".part").write_text(text)
    path.with_suffix(".part").rename(path)


def number(value):
    return f"{value:,}"


class Work:
    def __init__(self, arguments):
        self.engine, self.data, self.folder = arguments.engine, arguments.data / "fashion_mnist", arguments.work
        self.steps, self.seeds, self.threads = arguments.steps, range(arguments.seeds), arguments.threads
        self.count, self.draws = arguments.count, arguments.draws

    def piece(self, name, make):
        """What make() found, now or by an earlier call of this program."""
        file = self.folder / f"{name}.json"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            found = make()
            write(file, json.dumps(found) + "\n")
        return json.loads(file.read_text())

    def training(self, preset, place, steps, *settings):
        sets = [word for setting in (f"training.threads={self.threads}", *settings) for word in ("--set", setting)]
        images = prepared(self.engine, self.data, RESOLUTIONS[preset], 1, self.folder)
        return ("train", "--preset", preset, "--data", images, "--steps", steps, "--out", place, "--devices", "cpu", *sets)

    def trained(self, place, steps, *settings):
        """The run's folder with the checkpoint of its last step."""
        if any(each.is_dir() for each in place.glob(f"checkpoints/step-{steps:08}.s*")):
            return place
        if (place / "journal.log").exists():
            run(self.engine, "resume", place, "--devices", "cpu")
        else:
            shutil.rmtree(place, ignore_errors=True)
            run(self.engine, *self.training("fashion-biggan", place, steps, *settings))
        return place

    def evaluate(self, place, step, *words):
        found = ask(self.engine, "evaluate", place, "--step", step, *words, "--device", "cpu", "--threads", self.threads, "--json")
        assert found["features"]["network"] == "in-domain", found["features"]
        return {"scores": found["scores"], "deviations": found["deviations"], "seconds": found["seconds"],
                "judge": found["features"]["sha256"]}

    def biggan(self, seed):
        return f"fashion-biggan-{self.steps}/seed-{seed}"

    def run_of(self, seed):
        tenth = self.steps // 10
        return self.trained(self.folder / self.biggan(seed) / "run", self.steps, f"run.seed={seed}",
                            f"checkpoint.interval_steps={tenth}", "checkpoint.keep_newest=20")

    def untrained(self, seed):
        """One step at the smallest rates there are: the weights of the seed."""
        return self.trained(self.folder / self.biggan(seed) / "untrained", 1, f"run.seed={seed}",
                            "optimizer.generator.learning_rate=1e-8", "optimizer.discriminator.learning_rate=1e-8")


def one_judge(pieces):
    """Scores of different classifiers are not compared."""
    judges = {each["judge"] for each in pieces}
    if len(judges) != 1:
        sys.exit(f"pieces were judged by different classifiers: {', '.join(sorted(judges))}. Delete those of one and start again.")


def ranking(work):
    """Rows of the table, and whether all is as it should be."""
    tenth = work.steps // 10
    wanted = {"untrained": (work.untrained, 1), "tenth": (work.run_of, tenth), "trained": (work.run_of, work.steps)}
    fids, pieces = {name: [] for name in wanted}, []
    for seed in work.seeds:
        for name, (place, step) in wanted.items():
            found = work.piece(f"{work.biggan(seed)}/{name}-{work.count}", lambda place=place, step=step: work.evaluate(
                place(seed), step, "--metrics", "fid", "--count", work.count))
            pieces.append(found)
            fids[name].append(found["scores"]["fid"])
        print(f"seed {seed}: " + ", ".join(f"{name} {values[-1]:.3f}" for name, values in fids.items()), flush=True)
    one_judge(pieces)
    good = max(fids["trained"]) < min(fids["tenth"]) and max(fids["tenth"]) < min(fids["untrained"])
    told = "; ".join(" / ".join(f"{value:.2f}" for value in fids[name]) for name in wanted)
    return [(f"in-domain FID of {number(work.count)} pictures of fashion-biggan, seeds 0 to {len(work.seeds) - 1}: untrained; after "
             f"{number(tenth)} steps; after {number(work.steps)}", told, "no overlap")], good


def sweep(work):
    found = {}
    for truncation in TRUNCATIONS:
        found[truncation] = work.piece(
            f"{work.biggan(0)}/truncation-{truncation}-{work.count}x{work.draws}", lambda truncation=truncation: work.evaluate(
                work.run_of(0), work.steps, "--metrics", "fid,prdc", "--count", work.count, "--draws", work.draws, "--truncation",
                truncation, "--truncation-kind", "scaled_redraw"))
        scores, deviations = found[truncation]["scores"], found[truncation]["deviations"]
        print(f"truncation {truncation}: " + ", ".join(
            f"{name} {scores[name]:.4f} ± {deviations[name]:.4f}" for name in ("recall", "precision", "fid")), flush=True)

    one_judge(found.values())

    def rises(low, high):
        gap = found[high]["scores"]["recall"] - found[low]["scores"]["recall"]
        return gap > 2 * max(found[each]["deviations"]["recall"] for each in (low, high))

    precision = {each: found[each]["scores"]["precision"] for each in TRUNCATIONS}
    good = rises(0.1, 0.4) and rises(0.4, 1.0) and precision[0.4] >= precision[1.0]

    def told(score):
        return ", ".join(f"{found[each]['scores'][score]:.3f} ± {found[each]['deviations'][score]:.3f}" for each in TRUNCATIONS)

    return [(f"fashion-biggan after {number(work.steps)} steps at truncations {', '.join(map(str, TRUNCATIONS))} (scaled_redraw), "
             f"{work.draws} draws of {number(work.count)} pictures: in-domain recall; precision",
             f"{told('recall')}; {told('precision')}",
             "recall at 0.1 < 0.4 < 1, each by more than 2 deviations; precision at 0.4 at least that at 1")], good


def events(engine, place, kind):
    lines = subprocess.run([engine, "log", str(place), "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [event for event in map(json.loads, lines) if event.get("type") == kind]


def accusations(engine, place):
    return [alert for alert in events(engine, place, "alert") if alert["severity"] != "info"]


def collapsed(work, place, steering):
    """A training that goes well until its settings are changed: what was found and told of it."""
    shutil.rmtree(place, ignore_errors=True)
    command = work.training("fashion-dcgan", place, 1_000_000, "run.seed=0", f"evaluation.every_steps={EVALUATE_EVERY}",
                            "evaluation.while=paused", "evaluation.metrics=fid,prdc", f"evaluation.threads={work.threads}")
    process = subprocess.Popen([str(word) for word in (work.engine, *command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + WAIT_SECONDS

    def evaluations():
        return events(work.engine, place, "evaluation") if (place / "journal.log").exists() else []

    def wait(condition, what):
        while not condition():
            if process.poll() is not None:
                sys.exit(f"gan-engine ended with {process.returncode} before {what}; {place}/engine.log says why")
            if time.monotonic() > deadline:
                sys.exit(f"{WAIT_SECONDS} s passed before {what}")
            time.sleep(5)

    try:
        wait(lambda: len(evaluations()) >= HEALTHY_EVALUATIONS, f"evaluation {HEALTHY_EVALUATIONS}")
        changed = ask(work.engine, "steer", place, "set", *steering, "--json")["step"]
        wait(lambda: sum(each["step"] > changed for each in evaluations()) >= TOLD_WITHIN, "the evaluations of the collapse")
        run(work.engine, "steer", place, "stop")
        process.wait(timeout=600)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=600)
    found = evaluations()
    after = [each for each in found if each["step"] > changed][:TOLD_WITHIN]
    told = [{"step": alert["step"], "rule": alert["rule"], "id": alert["message"]["id"]} for alert in accusations(work.engine, place)]
    return {"changed": changed, "before": [each["scores"] for each in found if each["step"] <= changed],
            "after": [each["scores"] for each in after],
            "accused": [alert for alert in told if alert["step"] <= changed],
            "told": [alert for alert in told if changed < alert["step"] <= after[-1]["step"]]}


def collapse(work):
    rows, good = [], True
    for name, steering in COLLAPSES.items():
        folder = "collapse-" + name.replace(",", "").replace(" ", "-")
        found = work.piece(folder + "/found", lambda folder=folder, steering=steering: collapsed(
            work, work.folder / folder / "run", steering))
        by_scores = [alert for alert in found["told"] if alert["rule"] == "collapse"]
        scores = [*found["before"][-1:], *found["after"]]
        recovers = max(each["fid"] for each in found["after"]) < 2 * scores[0]["fid"]
        right = bool(by_scores) if "held" in name else bool(found["told"]) or recovers
        good = good and right and not found["accused"]
        ids = ", ".join(f"{alert['id']} at step {number(alert['step'])}" for alert in found["told"]) or "nothing"
        told = "; ".join(" / ".join(f"{each[score]:.3f}" for each in scores) for score in ("fid", "recall"))
        print(f"{name} after step {number(found['changed'])}: FID; recall {told}; told: {ids}; before: {found['accused']}", flush=True)
        rows.append((f"fashion-dcgan, {name} after step {number(found['changed'])}: in-domain FID; recall, of the last evaluation "
                     f"before that and of the two after it, each {EVALUATE_EVERY} steps on; what is told", f"{told}; {ids}",
                     f"{'told by the rule on scores' if 'held' in name else 'told, or FID has not doubled'}; nothing before"))
    return rows, good


PARTS = {"ranking": ranking, "sweep": sweep, "collapse": collapse}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--steps", type=int, default=3000, help="of fashion-biggan; a multiple of 10")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--count", type=int, default=5000, help="pictures that are scored, of each draw")
    parser.add_argument("--draws", type=int, default=5, help="of each truncation")
    arguments = parser.parse_args()
    unknown = [part for part in arguments.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}: expected {', '.join(PARTS)}")
    if arguments.steps < 10 or arguments.steps % 10 != 0 or arguments.seeds < 2 or arguments.draws < 2:
        parser.error("--steps is a multiple of 10, --seeds and --draws are at least 2")
    if not (arguments.data / "fashion_mnist").is_dir():
        print(f"skipped: needs Fashion-MNIST in {arguments.data / 'fashion_mnist'}")
        return SKIPPED
    arguments.data, arguments.work = arguments.data.resolve(), arguments.work.resolve()
    arguments.work.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = str(arguments.work / "cache")  # one in-domain classifier for all runs of a resolution
    command = "tests/system/scores_tell_good_from_bad.py build/release/bin/gan-engine ../shared/data build/release/long/judged"
    lines, all_good = ["| what | command | result | asked |", "| --- | --- | --- | --- |"], True
    work = Work(arguments)
    for part in arguments.parts or PARTS:
        rows, good = PARTS[part](work)
        all_good = all_good and good
        verdict = "" if good else "**fell short:** "
        lines += [f"| {what} | `{command} {part}` | {verdict}{result} | {asked} |" for what, result, asked in rows]
        write(arguments.work / f"table-{part}.md", "\n".join(lines[-len(rows):]) + "\n")
    known = [file.read_text() for part in PARTS if (file := arguments.work / f"table-{part}.md").exists()]
    write(arguments.work / "table.md", "\n".join(lines[:2]) + "\n" + "".join(known))
    print((arguments.work / "table.md").read_text())
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
