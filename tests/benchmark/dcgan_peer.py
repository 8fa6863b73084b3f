#!/usr/bin/env python3
"""dcgan_peer.py STYLE: trains the DCGAN of pytorch/examples (64 px, nz 100, ngf = ndf = 64) on random images in memory.

STYLE user   as pytorch/examples dcgan/main.py has it: three backward passes, sigmoid and BCELoss, torch.optim.Adam,
             losses read each step
STYLE tuned  channels-last, fused Adam, binary cross-entropy with logits, discriminator frozen in the generator's step,
             losses read at the end

With --ddp it is one rank of those that RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT name; both networks are wrapped in
DistributedDataParallel over Gloo: user with its defaults, tuned with gradients that live in the buckets, no exchange of
buffers and none of D's gradients in G's step.

With --device cuda it trains on the first GPU.

Reads one number a line from standard input, trains so many steps and answers with one line of JSON; --threads and --batch
set what both sides of a comparison must share.
"""

import argparse
import json
import resource
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def initialise(module):
    name = module.__class__.__name__
    if "Conv" in name:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif "BatchNorm" in name:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


def make_generator(nz, ngf, nc):
    layers = [nn.ConvTranspose2d(nz, ngf * 8, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 8), nn.ReLU(True)]
    for factor in (4, 2, 1):
        layers += [
            nn.ConvTranspose2d(ngf * factor * 2, ngf * factor, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf * factor),
            nn.ReLU(True),
        ]
    return nn.Sequential(*layers, nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False), nn.Tanh()).apply(initialise)


def make_discriminator(ndf, nc, last):
    layers = [nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True)]
    for factor in (2, 4, 8):
        layers += [
            nn.Conv2d(ndf * factor // 2, ndf * factor, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ndf * factor),
            nn.LeakyReLU(0.2, inplace=True),
        ]
    return nn.Sequential(*layers, nn.Conv2d(ndf * 8, 1, 4, 1, 0, bias=False), *last).apply(initialise)


class UserStep:
    """The loop body of pytorch/examples dcgan/main.py."""

    def __init__(self, ddp, device):
        self.generator = make_generator(100, 64, 3).to(device)
        self.discriminator = make_discriminator(64, 3, [nn.Sigmoid()]).to(device)
        if ddp:
            self.generator = DistributedDataParallel(self.generator)
            self.discriminator = DistributedDataParallel(self.discriminator)
        self.criterion = nn.BCELoss()
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=0.0002, betas=(0.5, 0.999))
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=0.0002, betas=(0.5, 0.999))

    def __call__(self, images):
        batch_size = images.size(0)
        self.discriminator.zero_grad()
        label = torch.full((batch_size,), 1.0, dtype=images.dtype, device=images.device)
        output = self.discriminator(images).view(-1, 1).squeeze(1)
        loss_real = self.criterion(output, label)
        loss_real.backward()
        score_real = output.mean().item()

        noise = torch.randn(batch_size, 100, 1, 1, device=images.device)
        fake = self.generator(noise)
        label.fill_(0.0)
        output = self.discriminator(fake.detach()).view(-1, 1).squeeze(1)
        loss_fake = self.criterion(output, label)
        loss_fake.backward()
        score_fake_before = output.mean().item()
        loss_discriminator = loss_real + loss_fake
        self.optimizer_d.step()

        self.generator.zero_grad()
        label.fill_(1.0)
        output = self.discriminator(fake).view(-1, 1).squeeze(1)
        loss_generator = self.criterion(output, label)
        loss_generator.backward()
        score_fake_after = output.mean().item()
        self.optimizer_g.step()
        return loss_discriminator.item(), loss_generator.item(), score_real, score_fake_before, score_fake_after

    def finish(self):
        pass


class TunedStep:
    """The same update with what PyTorch's tuning guide recommends."""

    def __init__(self, ddp, device):
        self.generator = make_generator(100, 64, 3).to(device, memory_format=torch.channels_last)
        self.discriminator = make_discriminator(64, 3, []).to(device, memory_format=torch.channels_last)
        self.judge = self.discriminator  # of the generator's images in its own step, where D's weights get no gradients
        if ddp:
            options = {"broadcast_buffers": False, "gradient_as_bucket_view": True}
            self.generator = DistributedDataParallel(self.generator, **options)
            self.discriminator = DistributedDataParallel(self.discriminator, **options)
        self.optimizer_d = torch.optim.Adam(self.discriminator.parameters(), lr=0.0002, betas=(0.5, 0.999), fused=True)
        self.optimizer_g = torch.optim.Adam(self.generator.parameters(), lr=0.0002, betas=(0.5, 0.999), fused=True)
        self.ones = None

    def __call__(self, images):
        loss = nn.functional.binary_cross_entropy_with_logits
        images = images.contiguous(memory_format=torch.channels_last)
        batch_size = images.size(0)
        if self.ones is None:
            self.ones = torch.ones(batch_size, device=images.device)
            self.zeros = torch.zeros(batch_size, device=images.device)
        self.optimizer_d.zero_grad(set_to_none=True)
        fake = self.generator(torch.randn(batch_size, 100, 1, 1, device=images.device))
        loss_real = loss(self.discriminator(images).view(-1), self.ones)
        loss_fake = loss(self.discriminator(fake.detach()).view(-1), self.zeros)
        (loss_real + loss_fake).backward()
        self.optimizer_d.step()

        self.discriminator.requires_grad_(False)
        self.optimizer_g.zero_grad(set_to_none=True)
        loss_generator = loss(self.judge(fake).view(-1), self.ones)
        loss_generator.backward()
        self.optimizer_g.step()
        self.discriminator.requires_grad_(True)
        self.last = loss_real, loss_fake, loss_generator

    def finish(self):
        [value.item() for value in self.last]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("style", choices=["user", "tuned"])
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--ddp", action="store_true")
    arguments = parser.parse_args()
    if arguments.ddp:
        torch.distributed.init_process_group("gloo")

    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    images = torch.rand(arguments.batch, 3, 64, 64, device=arguments.device) * 2 - 1
    step = (UserStep if arguments.style == "user" else TunedStep)(arguments.ddp, arguments.device)
    for line in sys.stdin:
        seconds = []
        used = resource.getrusage(resource.RUSAGE_SELF)
        begin = time.perf_counter()
        for _ in range(int(line)):
            step_begin = time.perf_counter()
            step(images)
            seconds.append(time.perf_counter() - step_begin)
        step.finish()
        total = time.perf_counter() - begin
        now = resource.getrusage(resource.RUSAGE_SELF)
        cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        answer = {
            "images_per_second": arguments.batch * len(seconds) / total,
            "step_ms_median": statistics.median(seconds) * 1e3,
            "cpu_ms_per_step": cpu / len(seconds) * 1e3,
            "torch": torch.__version__,
        }
        print(json.dumps(answer), flush=True)
    if arguments.ddp:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
