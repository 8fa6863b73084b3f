#!/usr/bin/env python3
"""biggan_peer.py NETWORK: trains SNGAN, SAGAN or BigGAN as BigGAN-PyTorch puts them together, on random images in memory.

NETWORK  sngan-32 (5 discriminator steps), sagan-64 or biggan-64, with 10 classes

An iteration is BigGAN-PyTorch's (train_fns.py): G's images for D's steps are drawn without gradients and pass D together with
the real ones, G draws anew, D is frozen meanwhile, then the average of G's tensors follows. Spectral norm takes one power
iteration a pass. In addition what PyTorch's tuning guide recommends: channels-last, fused Adam.

Reads one number a line from standard input, trains so many iterations and answers with one line of JSON; --threads, --batch
and --width set what both sides of a comparison must share.
"""

import argparse
import copy
import json
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

CLASSES = 10
RECIPES = {
    "sngan-32": {"resolution": 32, "latent": 128, "attention": None, "shared": 0, "thin": True, "steps": 5, "average": False,
                 "rates": (2e-4, 2e-4), "betas": (0.0, 0.9)},
    "sagan-64": {"resolution": 64, "latent": 128, "attention": 32, "shared": 0, "thin": False, "steps": 1, "average": True,
                 "rates": (1e-4, 4e-4), "betas": (0.0, 0.999)},
    "biggan-64": {"resolution": 64, "latent": 120, "attention": 32, "shared": 128, "thin": False, "steps": 1, "average": True,
                  "rates": (1e-4, 4e-4), "betas": (0.0, 0.999)},
}
GENERATOR = {32: [(4, 4), (4, 4), (4, 4)], 64: [(16, 16), (16, 8), (8, 4), (4, 2)]}
DISCRIMINATOR = {32: ([4, 4, 4, 4], 2), 64: ([1, 2, 4, 8, 16], 4)}


class SpectralNorm:
    """Divides the weight by its largest singular value, after one iteration of the power method from a kept vector."""

    def keep_vector(self):
        self.register_buffer("u", torch.randn(1, self.weight.size(0)))

    def normalised(self):
        matrix = self.weight.flatten(1)
        with torch.no_grad():
            right = F.normalize(self.u @ matrix)
            left = F.normalize(right @ matrix.t())
            if self.training:
                self.u.copy_(left)
        return self.weight / (right @ matrix.t() @ left.t()).squeeze()


class Conv(nn.Conv2d, SpectralNorm):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keep_vector()

    def forward(self, x):
        return F.conv2d(x, self.normalised(), self.bias, padding=self.padding)


class Linear(nn.Linear, SpectralNorm):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keep_vector()

    def forward(self, x):
        return F.linear(x, self.normalised(), self.bias)


class Embedding(nn.Embedding, SpectralNorm):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.keep_vector()

    def forward(self, classes):
        return F.embedding(classes, self.normalised())


class ClassNorm(nn.Module):
    def __init__(self, channels, condition):
        super().__init__()
        self.norm = nn.BatchNorm2d(channels, affine=False)
        if condition:
            self.gain, self.bias = Linear(condition, channels, bias=False), Linear(condition, channels, bias=False)
        else:
            self.gain, self.bias = nn.Embedding(CLASSES, channels), nn.Embedding(CLASSES, channels)

    def forward(self, x, y):
        gain = (1 + self.gain(y)).view(y.size(0), -1, 1, 1)
        return self.norm(x) * gain + self.bias(y).view(y.size(0), -1, 1, 1)


class Attention(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.theta = Conv(channels, channels // 8, 1, bias=False)
        self.phi = Conv(channels, channels // 8, 1, bias=False)
        self.g = Conv(channels, channels // 2, 1, bias=False)
        self.o = Conv(channels // 2, channels, 1, bias=False)
        self.gamma = nn.Parameter(torch.tensor(0.0))

    def forward(self, x):
        batch, channels, height, width = x.shape
        theta = self.theta(x).reshape(batch, channels // 8, height * width)
        phi = F.max_pool2d(self.phi(x), 2).reshape(batch, channels // 8, height * width // 4)
        g = F.max_pool2d(self.g(x), 2).reshape(batch, channels // 2, height * width // 4)
        beta = torch.softmax(torch.bmm(theta.transpose(1, 2), phi), -1)
        o = self.o(torch.bmm(g, beta.transpose(1, 2)).view(batch, channels // 2, height, width))
        return self.gamma * o + x


class GeneratorBlock(nn.Module):
    def __init__(self, inputs, outputs, condition):
        super().__init__()
        self.conv1, self.conv2 = Conv(inputs, outputs, 3, padding=1), Conv(outputs, outputs, 3, padding=1)
        self.shortcut = Conv(inputs, outputs, 1)
        self.norm1, self.norm2 = ClassNorm(inputs, condition), ClassNorm(outputs, condition)

    def forward(self, x, y):
        h = F.interpolate(F.relu(self.norm1(x, y)), scale_factor=2)
        h = self.conv2(F.relu(self.norm2(self.conv1(h), y)))
        return h + self.shortcut(F.interpolate(x, scale_factor=2))


class Generator(nn.Module):
    def __init__(self, recipe, width):
        super().__init__()
        ladder = GENERATOR[recipe["resolution"]]
        self.parts = len(ladder) + 1 if recipe["shared"] else 1
        chunk = recipe["latent"] // self.parts
        self.shared = nn.Embedding(CLASSES, recipe["shared"]) if recipe["shared"] else None
        condition = recipe["shared"] + chunk if recipe["shared"] else 0
        self.linear = Linear(chunk, ladder[0][0] * width * 16)
        self.blocks = nn.ModuleList()
        resolution = 4
        for inputs, outputs in ladder:
            resolution *= 2
            attention = Attention(outputs * width) if resolution == recipe["attention"] else None
            self.blocks.append(nn.ModuleList([GeneratorBlock(inputs * width, outputs * width, condition), attention]))
        self.norm = nn.BatchNorm2d(ladder[-1][1] * width)
        self.output = Conv(ladder[-1][1] * width, 3, 3, padding=1)

    def forward(self, z, classes):
        parts = z.chunk(self.parts, 1)
        x = self.linear(parts[0])
        x = x.view(x.size(0), -1, 4, 4).contiguous(memory_format=torch.channels_last)
        shared = self.shared(classes) if self.shared else None
        for i, (block, attention) in enumerate(self.blocks):
            x = block(x, torch.cat([shared, parts[i + 1]], 1) if self.shared else classes)
            if attention:
                x = attention(x)
        return torch.tanh(self.output(F.relu(self.norm(x))))


class DiscriminatorBlock(nn.Module):
    def __init__(self, inputs, outputs, hidden, first, halves):
        super().__init__()
        self.first, self.halves = first, halves
        self.conv1, self.conv2 = Conv(inputs, hidden, 3, padding=1), Conv(hidden, outputs, 3, padding=1)
        self.shortcut = Conv(inputs, outputs, 1) if halves or inputs != outputs else None

    def forward(self, x):
        h = self.conv2(F.relu(self.conv1(x if self.first else F.relu(x))))
        if self.halves:
            h = F.avg_pool2d(h, 2)
        if self.shortcut is None:
            return h + x
        if not self.halves:
            return h + self.shortcut(x)
        return h + (self.shortcut(F.avg_pool2d(x, 2)) if self.first else F.avg_pool2d(self.shortcut(x), 2))


class Discriminator(nn.Module):
    def __init__(self, recipe, width):
        super().__init__()
        ladder, halving = DISCRIMINATOR[recipe["resolution"]]
        self.blocks = nn.ModuleList()
        inputs, resolution = 3, recipe["resolution"]
        for i, factor in enumerate(ladder):
            outputs, halves = factor * width, i < halving
            resolution //= 2 if halves else 1
            hidden = inputs if recipe["thin"] else outputs
            attention = Attention(outputs) if resolution == recipe["attention"] else None
            self.blocks.append(nn.ModuleList([DiscriminatorBlock(inputs, outputs, hidden, i == 0, halves), attention]))
            inputs = outputs
        self.linear, self.embed = Linear(inputs, 1), Embedding(CLASSES, inputs)

    def forward(self, x, classes):
        for block, attention in self.blocks:
            x = block(x)
            if attention:
                x = attention(x)
        seen = F.relu(x).sum([2, 3])
        return self.linear(seen).squeeze(1) + (self.embed(classes) * seen).sum(1)


class Iteration:
    def __init__(self, recipe, width, batch):
        self.recipe, self.batch = recipe, batch
        self.generator = Generator(recipe, width).to(memory_format=torch.channels_last)
        self.discriminator = Discriminator(recipe, width).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.generator) if recipe["average"] else None
        options = {"betas": recipe["betas"], "fused": True}
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=recipe["rates"][0], **options)
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=recipe["rates"][1], **options)

    def draw(self):
        return torch.randn(self.batch, self.recipe["latent"]), torch.randint(CLASSES, (self.batch,))

    def __call__(self, images, labels):
        self.discriminator.requires_grad_(True)
        for _ in range(self.recipe["steps"]):
            self.optimizer_d.zero_grad(set_to_none=True)
            z, classes = self.draw()
            with torch.no_grad():
                fake = self.generator(z, classes)
            logits = self.discriminator(torch.cat([fake, images]), torch.cat([classes, labels]))
            loss = F.relu(1 + logits[: self.batch]).mean() + F.relu(1 - logits[self.batch :]).mean()
            loss.backward()
            self.optimizer_d.step()
        self.discriminator.requires_grad_(False)
        self.optimizer_g.zero_grad(set_to_none=True)
        z, classes = self.draw()
        generator_loss = -self.discriminator(self.generator(z, classes), classes).mean()
        generator_loss.backward()
        self.optimizer_g.step()
        if self.average:
            with torch.no_grad():
                for mean, value in zip(self.average.state_dict().values(), self.generator.state_dict().values()):
                    if mean.is_floating_point():
                        mean.lerp_(value, 1 - 0.9999)
        self.last = loss, generator_loss


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=RECIPES)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--width", type=int, required=True)
    arguments = parser.parse_args()

    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    recipe = RECIPES[arguments.network]
    iteration = Iteration(recipe, arguments.width, arguments.batch)
    images = torch.rand(arguments.batch, 3, recipe["resolution"], recipe["resolution"]) * 2 - 1
    images = images.contiguous(memory_format=torch.channels_last)
    labels = torch.randint(CLASSES, (arguments.batch,))
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


if __name__ == "__main__":
    main()
