#!/usr/bin/env python3
"""biggan_peer.py NETWORK: trains SNGAN, SAGAN or BigGAN as BigGAN-PyTorch puts them together, on random images in memory.

NETWORK  sngan-32 (5 discriminator steps), sagan-64, biggan-64 or biggan-128, with 10 classes

An iteration is BigGAN-PyTorch's (train_fns.py): G's images for D's steps are drawn without gradients and pass D together with
the real ones, G draws anew, D is frozen meanwhile, then the average of G's tensors follows. Spectral norm takes one power
iteration a pass. In addition what PyTorch's tuning guide recommends: channels-last, fused Adam; with --precision bfloat16
autocast, with --compile both networks through torch.compile.

Reads one number a line from standard input, trains so many iterations and answers with one line of JSON; --threads, --batch
and --width set what both sides of a comparison must share. Between two lines it holds no more of a GPU's memory than its
tensors take.
"""

import argparse
import copy
import json
import sys
import time

import torch
import torch.nn.functional as F

from biggan_networks import Discriminator, Generator

CLASSES = 10
RECIPES = {
    "sngan-32": {"resolution": 32, "latent": 128, "attention": None, "shared": 0, "thin": True, "steps": 5, "average": False,
                 "rates": (2e-4, 2e-4), "betas": (0.0, 0.9)},
    "sagan-64": {"resolution": 64, "latent": 128, "attention": 32, "shared": 0, "thin": False, "steps": 1, "average": True,
                 "rates": (1e-4, 4e-4), "betas": (0.0, 0.999)},
    "biggan-64": {"resolution": 64, "latent": 120, "attention": 32, "shared": 128, "thin": False, "steps": 1, "average": True,
                  "rates": (1e-4, 4e-4), "betas": (0.0, 0.999)},
    "biggan-128": {"resolution": 128, "latent": 120, "attention": 64, "shared": 128, "thin": False, "steps": 1, "average": True,
                   "rates": (1e-4, 4e-4), "betas": (0.0, 0.999)},
}


class Iteration:
    def __init__(self, recipe, width, batch, device, precision, compiled):
        self.recipe, self.batch, self.device, self.precision = recipe, batch, device, precision
        resolution, attention = recipe["resolution"], recipe["attention"]
        self.generator = Generator(resolution, width, recipe["latent"], recipe["shared"], attention, CLASSES)
        self.discriminator = Discriminator(resolution, width, recipe["thin"], attention, CLASSES)
        self.generator.memory_format = torch.channels_last
        for network in (self.generator, self.discriminator):
            network.to(device, memory_format=torch.channels_last)
        self.generate, self.judge = self.generator, self.discriminator
        if compiled:
            self.generate, self.judge = torch.compile(self.generator), torch.compile(self.discriminator)
        self.average = copy.deepcopy(self.generator) if recipe["average"] else None
        options = {"betas": recipe["betas"], "fused": True}
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=recipe["rates"][0], **options)
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=recipe["rates"][1], **options)

    def draw(self):
        z = torch.randn(self.batch, self.recipe["latent"], device=self.device)
        return z, torch.randint(CLASSES, (self.batch,), device=self.device)

    def narrow(self):
        return torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.precision == "bfloat16")

    def __call__(self, images, labels):
        self.discriminator.requires_grad_(True)
        for _ in range(self.recipe["steps"]):
            self.optimizer_d.zero_grad(set_to_none=True)
            z, classes = self.draw()
            with self.narrow():
                with torch.no_grad():
                    fake = self.generate(z, classes)
                logits = self.judge(torch.cat([fake, images]), torch.cat([classes, labels])).float()
                loss = F.relu(1 + logits[: self.batch]).mean() + F.relu(1 - logits[self.batch :]).mean()
            loss.backward()
            self.optimizer_d.step()
        self.discriminator.requires_grad_(False)
        self.optimizer_g.zero_grad(set_to_none=True)
        z, classes = self.draw()
        with self.narrow():
            generator_loss = -self.judge(self.generate(z, classes), classes).float().mean()
        generator_loss.backward()
        self.optimizer_g.step()
        if self.average:
            with torch.no_grad():
                for mean, value in zip(self.average.state_dict().values(), self.generator.state_dict().values()):
                    if mean.is_floating_point():
                        mean.lerp_(value, 1 - 0.9999)
        self.last = loss.detach(), generator_loss.detach()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=RECIPES)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--precision", choices=["float32", "bfloat16"], default="float32")
    parser.add_argument("--compile", action="store_true")
    arguments = parser.parse_args()

    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    recipe = RECIPES[arguments.network]
    iteration = Iteration(recipe, arguments.width, arguments.batch, arguments.device, arguments.precision, arguments.compile)
    images = torch.rand(arguments.batch, 3, recipe["resolution"], recipe["resolution"], device=arguments.device) * 2 - 1
    images = images.contiguous(memory_format=torch.channels_last)
    labels = torch.randint(CLASSES, (arguments.batch,), device=arguments.device)
    for line in sys.stdin:
        begin = time.perf_counter()
        for _ in range(int(line)):
            iteration(images, labels)
        losses = [value.item() for value in iteration.last]
        seconds = time.perf_counter() - begin
        images_seen = int(line) * arguments.batch * recipe["steps"]
        parameters = [sum(p.numel() for p in n.parameters()) for n in (iteration.generator, iteration.discriminator)]
        print(json.dumps({"images_per_second": images_seen / seconds, "losses": losses, "parameters": parameters,
                          "torch": torch.__version__}), flush=True)
        if arguments.device == "cuda":
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
