"""samples_like_pytorch.py ENGINE DATA WORK [RECIPE ...]: pictures of our training beside those of the same one in PyTorch.

Each recipe trains equally many steps from several seeds on both sides, on one file of prepared images: fashion-dcgan beside
the loop of pytorch/examples, fashion-sngan and clothing-sagan-64 beside BigGAN-PyTorch's, written from its description.
Before one of these trains, networks and loop are checked by reference values (biggan_networks_like_goldens.py). The in-domain
FID of ours, on average over seeds, is at most PyTorch's + 2 pooled standard deviations.

DATA   holds fashion_mnist and clothing/train
WORK   keeps each piece by recipe, steps, seed, side and number of pictures, with the classifier that judged it: what is
       there is not made again, what was killed goes on, and pieces of different classifiers are not compared. It may be
       that of scores_tell_good_from_bad.py, whose classifiers of the same images then serve here, too

The table stands in WORK/table-samples.md afterwards and is printed. Options: --seeds, --steps, --threads, --count, --goldens.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import h5py
import torch
import torch.nn.functional as F
from engine import SKIPPED, ask, prepared, run, settings
from fashion_like_pytorch import make_discriminator, make_generator, make_optimizer
from PIL import Image
from torch import nn

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmark"))
import biggan_networks  # noqa: E402

SAVE_EVERY = 250  # steps of the PyTorch side


# What the programs here leave out must be what a recipe leaves out; what its architecture does not have is left out.
LEFT_OUT = {
    "data.noise": "0", "data.validation": "none", "data.balanced": "false", "data.last_batch": "drop",
    "training.schedule": "discriminator_first", "training.precision": "float32", "distributed.stages": "1",
    "ema.enabled": "true", "ema.schedule": "", "sampling.weights": "ema",
    **{f"optimizer.{network}.{key}": value for network in ("generator", "discriminator")
       for key, value in (("algorithm", "adam"), ("schedule", ""), ("weight_decay", "0"), ("clip_norm", "0"))},
    **{f"regulariser.{name}.weight": "0" for name in (
        "r1", "r2", "gradient_penalty", "lecam", "orthogonal_discriminator", "orthogonal_generator")},
}


def expect(config, wanted):
    """The recipe is the training that a program here is."""
    for key, value in (LEFT_OUT | wanted).items():
        found = config.get(key, "" if key in wanted else value).strip('"')
        if found != value:
            sys.exit(f"{key} of the recipe is {found or 'not there'}, but {value or 'nothing'} in the program in PyTorch")


class Dcgan:
    """pytorch/examples dcgan/main.py."""

    SETTINGS = {
        "objective.loss": "bce", "objective.discriminator_total": "sum", "training.discriminator_steps": "1",
        "training.discriminator_pass": "separate", "training.generator_images": "reused",
        "model.discriminator_spectral_norm": "false", "accumulation.discriminator": "1", "accumulation.generator": "1"}

    def __init__(self, config, channels, classes):
        self.latent, self.batch, self.draws = int(config["model.latent_size"]), int(config["data.batch_size"]), 1
        self.generator = make_generator(self.latent, int(config["model.generator_width"]))
        self.discriminator = make_discriminator(int(config["model.discriminator_width"]))
        self.optimizer_g = make_optimizer(self.generator, config, "generator")
        self.optimizer_d = make_optimizer(self.discriminator, config, "discriminator")
        self.criterion = nn.BCEWithLogitsLoss()
        self.real_label = torch.full((self.batch,), float(config["objective.real_label"]))
        self.fake_label = torch.full((self.batch,), float(config["objective.fake_label"]))

    def iterate(self, batches):
        (real, _), *_ = batches
        self.discriminator.zero_grad()
        self.criterion(self.discriminator(real), self.real_label).backward()
        fake = self.generator(torch.randn(self.batch, self.latent, 1, 1))
        self.criterion(self.discriminator(fake.detach()), self.fake_label).backward()
        self.optimizer_d.step()
        self.generator.zero_grad()
        self.criterion(self.discriminator(fake), self.real_label).backward()
        self.optimizer_g.step()

    def sample(self, generator, z, labels):
        return generator(z.view(-1, self.latent, 1, 1))


def initialise(network):
    """BigGAN-PyTorch's xavier: weights of layers with an input each; biases stay as PyTorch draws them."""
    for module in network.modules():
        if isinstance(module, (nn.Conv2d, nn.Linear, nn.Embedding)):
            nn.init.xavier_uniform_(module.weight)


class BigGanLoop:
    """SNGAN and SAGAN by BigGAN-PyTorch's GAN_training_function."""

    SETTINGS = {
        "objective.loss": "hinge", "training.discriminator_pass": "concatenated", "training.generator_images": "anew",
        "model.initialisation": "own", "model.normalisation": "batch", "model.norm_epsilon": "1e-5",
        "model.spectral_norm_values": "1", "model.spectral_norm_iterations": "1"}

    def __init__(self, config, channels, classes):
        self.latent, self.batch, self.classes = int(config["model.latent_size"]), int(config["data.batch_size"]), classes
        self.accumulated_d, self.accumulated_g = (int(config[f"accumulation.{name}"]) for name in ("discriminator", "generator"))
        self.draws = int(config["training.discriminator_steps"]) * self.accumulated_d
        resolution, thin = int(config["data.resolution"]), config["model.architecture"] == "sngan"
        attention = int(config.get("model.attention", "").strip('"') or 0) or None
        biggan_networks.SpectralNorm.epsilon = float(config["model.spectral_norm_epsilon"])
        self.generator = biggan_networks.Generator(
            resolution, int(config["model.generator_width"]), self.latent, 0, attention, classes, channels)
        self.discriminator = biggan_networks.Discriminator(
            resolution, int(config["model.discriminator_width"]), thin, attention, classes, channels)
        initialise(self.generator)
        initialise(self.discriminator)
        self.optimizer_g = make_optimizer(self.generator, config, "generator")
        self.optimizer_d = make_optimizer(self.discriminator, config, "discriminator")

    def draw(self):
        return torch.randn(self.batch, self.latent), torch.randint(self.classes, (self.batch,))

    def iterate(self, batches):
        """batches: for each step of D as many as it accumulates. Returns what GAN_training_function does."""
        self.discriminator.requires_grad_(True)
        for first in range(0, self.draws, self.accumulated_d):
            self.optimizer_d.zero_grad()
            for real, labels in batches[first : first + self.accumulated_d]:
                z, classes = self.draw()
                with torch.no_grad():
                    fake = self.generator(z, classes)
                logits = self.discriminator(torch.cat([fake, real]), torch.cat([classes, labels]))
                of_fake, of_real = F.relu(1 + logits[: self.batch]).mean(), F.relu(1 - logits[self.batch :]).mean()
                ((of_fake + of_real) / self.accumulated_d).backward()
            self.optimizer_d.step()
        self.discriminator.requires_grad_(False)
        self.optimizer_g.zero_grad()
        for _ in range(self.accumulated_g):
            z, classes = self.draw()
            of_g = -self.discriminator(self.generator(z, classes), classes).mean() / self.accumulated_g
            of_g.backward()
        self.optimizer_g.step()
        return {"G_loss": of_g.item(), "D_loss_real": of_real.item(), "D_loss_fake": of_fake.item()}

    def sample(self, generator, z, labels):
        return generator(z, labels)


@dataclass
class Recipe:
    data: str  # inside DATA
    resolution: int
    channels: int
    peer: type
    steps: int
    seeds: int  # fewer where a training takes more than a quarter of an hour on two cores


RECIPES = {
    "fashion-dcgan": Recipe("fashion_mnist", 28, 1, Dcgan, 5000, 5),
    "fashion-sngan": Recipe("fashion_mnist", 32, 1, BigGanLoop, 3000, 3),
    "clothing-sagan-64": Recipe("clothing/train", 64, 3, BigGanLoop, 2500, 3),
}


class Average:
    """Of the generator's weights, as ema.* say; the first step is 1."""

    def __init__(self, peer, config):
        self.decay, self.start = float(config["ema.decay"]), int(config["ema.start_step"])
        self.averages_buffers = config["ema.buffers"] == "averaged"
        self.source = peer.generator
        self.state = {name: tensor.detach().clone() for name, tensor in peer.generator.state_dict().items()}
        self.weights = {name for name, _ in peer.generator.named_parameters()}

    @torch.no_grad()
    def update(self, step):
        for name, tensor in self.source.state_dict().items():
            averaged = name in self.weights or (self.averages_buffers and tensor.is_floating_point())
            if averaged and step >= self.start:
                self.state[name].lerp_(tensor, 1 - self.decay)
            else:
                self.state[name].copy_(tensor)


class Batches:
    """Whole batches of shuffled epochs, by their number."""

    def __init__(self, images, labels, batch, seed, flips):
        self.images, self.labels, self.batch, self.seed, self.flips = images, labels, batch, seed, flips
        self.epoch = None

    def at(self, number):
        epoch, place = divmod(number, len(self.images) // self.batch)
        if epoch != self.epoch:
            order = torch.Generator().manual_seed(self.seed * 1_000_003 + epoch)
            self.epoch, self.order = epoch, torch.randperm(len(self.images), generator=order)
        picked = self.order[place * self.batch : (place + 1) * self.batch]
        real = self.images[picked].float() / 127.5 - 1
        if self.flips:
            real = torch.where(torch.rand(self.batch, 1, 1, 1) < 0.5, real.flip(3), real)
        return real, self.labels[picked]


def write(path, text):
    path.with_suffix(".part").write_text(text)
    path.with_suffix(".part").rename(path)


def trained_seconds(engine, place):
    """Of all parts of a run, without its breaks."""
    lines = subprocess.run([engine, "log", str(place), "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    total, started, last = 0.0, None, None
    for event in map(json.loads, lines):
        if event.get("type") == "segment":
            total += last - started if started is not None else 0.0
            started = event["unix_seconds"]
        last = event.get("unix_seconds", last)
    return total + (last - started if started is not None else 0.0)


class Piece:
    """One side of one seed: its folder, and what was found of how many pictures once it is done."""

    def __init__(self, folder, side, count):
        self.file = folder / f"{side}-{count}.json"
        folder.mkdir(parents=True, exist_ok=True)

    def found(self):
        return json.loads(self.file.read_text()) if self.file.exists() else None

    def finish(self, evaluation, seconds):
        """evaluation: {"fid", "judge", "images"}, see Comparison.evaluate()."""
        write(self.file, json.dumps(evaluation | {"seconds": seconds}) + "\n")


class Comparison:
    def __init__(self, arguments, name):
        self.engine, self.name, self.recipe = arguments.engine, name, RECIPES[name]
        self.steps = arguments.steps or self.recipe.steps
        self.seeds = range(arguments.seeds or self.recipe.seeds)
        self.threads, self.count, self.work = arguments.threads, arguments.count, arguments.work
        self.data = prepared(self.engine, arguments.data / self.recipe.data, self.recipe.resolution, self.recipe.channels, self.work)
        with h5py.File(self.data, "r") as file:
            self.images, self.labels = torch.from_numpy(file["imgs"][:]), torch.from_numpy(file["labels"][:])
        self.classes = int(self.labels.max()) + 1

    def folder(self, seed):
        return self.work / f"{self.name}-{self.steps}" / f"seed-{seed}"

    def evaluate(self, *words):
        """FID, and what it depends on: the classifier, and how many images it was shown of each side."""
        found = ask(self.engine, "evaluate", *words, "--metrics", "fid", "--device", "cpu", "--threads", self.threads, "--json")
        assert found["features"]["network"] == "in-domain", found["features"]
        assert found["b"]["pictures"] == self.count, found["b"]
        return {"fid": found["scores"]["fid"], "judge": found["features"]["sha256"], "images": found["a"]["pictures"]}

    def train_engine(self, seed):
        place = self.folder(seed) / "run"
        if list(place.glob(f"checkpoints/step-{self.steps:08}.s*")):
            return place
        if (place / "journal.log").exists():
            run(self.engine, "resume", place, "--devices", "cpu")
        else:
            shutil.rmtree(place, ignore_errors=True)  # what a kill left before there was a run
            run(self.engine, "train", "--preset", self.name, "--data", self.data, "--steps", self.steps, "--out", place,
                "--devices", "cpu", "--set", f"run.seed={seed}", "--set", f"training.threads={self.threads}",
                "--set", "checkpoint.interval_steps=500")
        return place

    def engine_side(self, seed):
        piece = Piece(self.folder(seed), "engine", self.count)
        if piece.found():
            return piece.found()
        place = self.train_engine(seed)
        seconds = trained_seconds(self.engine, place)
        piece.finish(self.evaluate(place, "--step", self.steps, "--count", self.count), seconds)
        return piece.found()

    def train_peer(self, seed, config):
        expect(config, self.recipe.peer.SETTINGS)
        torch.manual_seed(seed)
        peer = self.recipe.peer(config, self.images.size(1), self.classes)
        average = Average(peer, config)
        batches = Batches(self.images, self.labels, peer.batch, seed, config["data.flip"] == "true")
        parts = {"generator": peer.generator, "discriminator": peer.discriminator,
                 "optimizer_g": peer.optimizer_g, "optimizer_d": peer.optimizer_d}
        kept, first, before, begin = self.folder(seed) / "pytorch.pt", 0, 0.0, time.perf_counter()
        if kept.exists():
            state = torch.load(kept, weights_only=True)
            for name, part in parts.items():
                part.load_state_dict(state[name])
            average.state = state["average"]
            torch.set_rng_state(state["random"])
            first, before = state["step"], state["seconds"]
        seconds = before
        for step in range(first, self.steps):
            peer.iterate([batches.at(step * peer.draws + draw) for draw in range(peer.draws)])
            average.update(step + 1)
            if (step + 1) % SAVE_EVERY == 0 or step + 1 == self.steps:
                state = {name: part.state_dict() for name, part in parts.items()}
                seconds = before + time.perf_counter() - begin
                state |= {"average": average.state, "random": torch.get_rng_state(), "step": step + 1, "seconds": seconds}
                torch.save(state, kept.with_suffix(".part"))
                kept.with_suffix(".part").rename(kept)
        peer.generator.load_state_dict(average.state)
        return peer, seconds

    @torch.no_grad()
    def draw(self, peer, folder):
        """Pictures of the averaged generator, classes in turn, as gan-engine evaluate draws them."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        peer.generator.eval()
        random = torch.Generator().manual_seed(0)
        for first in range(0, self.count, 100):
            numbers = torch.arange(first, min(first + 100, self.count))
            z = torch.randn(len(numbers), peer.latent, generator=random)
            images = peer.sample(peer.generator, z, numbers % self.classes)
            pixels = ((images + 1) * 127.5).round().clamp(0, 255).byte().permute(0, 2, 3, 1).numpy()
            for number, picture in zip(numbers.tolist(), pixels):
                Image.fromarray(picture.squeeze()).save(folder / f"{number:06}.png")
        return folder

    def peer_side(self, seed):
        piece = Piece(self.folder(seed), "pytorch", self.count)
        if piece.found():
            return piece.found()
        place = self.folder(seed) / "run"
        peer, seconds = self.train_peer(seed, settings(place))
        pictures = self.draw(peer, self.folder(seed) / "pictures")
        piece.finish(self.evaluate(place, pictures, "--features", "in-domain"), seconds)
        return piece.found()

    def row(self):
        """A row of the table, and whether ours are good enough."""
        sides = {"engine": [], "pytorch": []}
        for seed in self.seeds:
            sides["engine"].append(self.engine_side(seed))
            sides["pytorch"].append(self.peer_side(seed))
            print(f"{self.name}, seed {seed}: " + ", ".join(
                f"{side} {found[-1]['fid']:.4f} ({found[-1]['seconds']:.0f} s)" for side, found in sides.items()), flush=True)
        judges = {(each["judge"], each["images"]) for found in sides.values() for each in found}
        if len(judges) != 1:
            sys.exit(f"{self.work / self.name}-{self.steps} holds pieces that different classifiers judged, or by different numbers "
                     f"of images: {sorted(judges)}. Delete those of one, *-{self.count}.json, and start again.")
        fids = {side: [each["fid"] for each in found] for side, found in sides.items()}
        mean = {side: statistics.mean(values) for side, values in fids.items()}
        spread = {side: statistics.stdev(values) for side, values in fids.items()}
        pooled = math.sqrt((spread["engine"] ** 2 + spread["pytorch"] ** 2) / 2)  # as many of each
        bound = mean["pytorch"] + 2 * pooled
        good = mean["engine"] <= bound
        text = " | ".join(f"{mean[side]:.4f} ± {spread[side]:.4f}" for side in ("engine", "pytorch"))
        return (f"| {self.name} | {self.steps} | {len(self.seeds)} | {text} | {pooled:.4f} | {bound:.4f} | "
                f"{'yes' if good else '**no**'} |"), good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("recipes", nargs="*", metavar="recipe", help=", ".join(RECIPES))
    parser.add_argument("--seeds", type=int, help="at least 2; without it as many as the recipe has")
    parser.add_argument("--steps", type=int, help="without it as many as the recipe has")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--count", type=int, default=10_000, help="pictures of each side")
    parser.add_argument("--goldens", type=Path, help="reference values of BigGAN-PyTorch; without it those beside DATA")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.recipes if name not in RECIPES]
    if unknown or (arguments.seeds is not None and arguments.seeds < 2):
        parser.error(f"no recipe {unknown[0]}: expected {', '.join(RECIPES)}" if unknown else "--seeds is at least 2")
    names = arguments.recipes or list(RECIPES)
    for name in names:
        if not (arguments.data / RECIPES[name].data).is_dir():
            print(f"skipped: needs images in {arguments.data / RECIPES[name].data}")
            return SKIPPED
    arguments.work = arguments.work.resolve()
    arguments.work.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = str(arguments.work / "cache")  # one in-domain classifier for all seeds
    torch.set_num_threads(arguments.threads)
    if any(RECIPES[name].peer is BigGanLoop for name in names):
        from biggan_networks_like_goldens import check  # it reads this file, too

        if not check(arguments.goldens or arguments.data.resolve().parent / "goldens"):
            print("the program in PyTorch is not BigGAN-PyTorch's: nothing is compared with it")
            return 1
    lines = ["| recipe | steps | seeds | in-domain FID of ours | of PyTorch's | pooled deviation | at most | good |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    good = True
    for name in names:
        line, right = Comparison(arguments, name).row()
        lines.append(line)
        good = good and right
        write(arguments.work / "table-samples.md", "\n".join(lines) + "\n")
    print("\n".join(lines))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
