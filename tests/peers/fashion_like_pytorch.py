"""fashion_like_pytorch.py ENGINE TOOL DATA: the preset fashion-dcgan learns as the same GAN does in PyTorch.

Both train from several seeds. Sliced Wasserstein distances between generated images and Fashion-MNIST's test images, which
neither was trained on, must on average be at most half of what they are before training, and at most 1.2 times PyTorch's.
"""

import gzip
import statistics
import struct
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from engine import SKIPPED, ask, run, settings
from safetensors.torch import save_file
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

STEPS = 1500
SEEDS = (0, 1)
THREADS = 2
IMAGES = 2048


def read_images(path):
    """IDX images as float32 [N, 1, H, W] in [-1, 1]."""
    content = gzip.decompress(path.read_bytes())
    _, count, height, width = struct.unpack(">4i", content[:16])
    pixels = torch.from_numpy(np.frombuffer(content, np.uint8, offset=16).copy())
    return pixels.view(count, 1, height, width).float() / 127.5 - 1


def initialise(module):
    """Radford et al., 2016, section 4, as pytorch/examples dcgan/main.py has it."""
    name = module.__class__.__name__
    if "Conv" in name:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif "BatchNorm" in name:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


def make_generator(nz, ngf):
    return nn.Sequential(
        nn.ConvTranspose2d(nz, ngf * 2, 7, 1, 0, bias=False),
        nn.BatchNorm2d(ngf * 2),
        nn.ReLU(True),
        nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False),
        nn.BatchNorm2d(ngf),
        nn.ReLU(True),
        nn.ConvTranspose2d(ngf, 1, 4, 2, 1, bias=False),
        nn.Tanh(),
    ).apply(initialise)


def make_discriminator(ndf):
    return nn.Sequential(
        nn.Conv2d(1, ndf, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False),
        nn.BatchNorm2d(ndf * 2),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(ndf * 2, 1, 7, 1, 0, bias=False),
        nn.Flatten(0),
    ).apply(initialise)


def make_optimizer(network, config, name):
    def value(key):
        return float(config[f"optimizer.{name}.{key}"])

    betas = (value("beta1"), value("beta2"))
    return torch.optim.Adam(network.parameters(), lr=value("learning_rate"), betas=betas, eps=value("epsilon"))


def train(config, images, seed):
    """The loop of pytorch/examples dcgan/main.py with the values of a run; returns the averaged generator."""
    assert config["training.schedule"] == "discriminator_first" and config["training.discriminator_steps"] == "1"
    assert config["objective.loss"] == "bce" and config["objective.discriminator_total"] == "sum"
    torch.manual_seed(seed)
    nz = int(config["model.latent_size"])
    generator = make_generator(nz, int(config["model.generator_width"]))
    discriminator = make_discriminator(int(config["model.discriminator_width"]))
    average = AveragedModel(generator, multi_avg_fn=get_ema_multi_avg_fn(float(config["ema.decay"])))
    optimizer_g = make_optimizer(generator, config, "generator")
    optimizer_d = make_optimizer(discriminator, config, "discriminator")
    criterion = nn.BCEWithLogitsLoss()
    batch_size = int(config["data.batch_size"])
    real_label = torch.full((batch_size,), float(config["objective.real_label"]))
    fake_label = torch.full((batch_size,), float(config["objective.fake_label"]))
    loader = DataLoader(TensorDataset(images), batch_size=batch_size, shuffle=True, drop_last=True)

    step = 0
    while step < STEPS:
        for (real,) in loader:
            discriminator.zero_grad()
            criterion(discriminator(real), real_label).backward()
            fake = generator(torch.randn(batch_size, nz, 1, 1))
            criterion(discriminator(fake.detach()), fake_label).backward()
            optimizer_d.step()

            generator.zero_grad()
            criterion(discriminator(fake), real_label).backward()
            optimizer_g.step()

            average.update_parameters(generator)
            step += 1
            if step == STEPS:
                break
    return average.eval()


@torch.no_grad()
def generate(generator, nz):
    return torch.cat([generator(torch.randn(64, nz, 1, 1)) for _ in range(IMAGES // 64)])


def measure(engine, tool, data, images, seed, folder):
    run_folder, pictures = folder / f"run-{seed}", folder / f"pytorch-{seed}.safetensors"
    begin = time.perf_counter()
    run(engine, "train", "--preset", "fashion-dcgan", "--data", data, "--steps", STEPS, "--out", run_folder,
        "--set", f"run.seed={seed}", "--set", f"training.threads={THREADS}")
    engine_seconds = time.perf_counter() - begin

    config = settings(run_folder)
    begin = time.perf_counter()
    generator = train(config, images, seed)
    pytorch_seconds = time.perf_counter() - begin
    save_file({"images": generate(generator, int(config["model.latent_size"]))}, pictures)

    distance = ask(tool, run_folder, "--held-out", data / "t10k-images-idx3-ubyte.gz", "--images", pictures)
    print(f"seed {seed}: untrained {distance['untrained']:.5f}, trained {distance['trained']:.5f} "
          f"({engine_seconds:.0f} s), PyTorch {distance['images']:.5f} ({pytorch_seconds:.0f} s)", flush=True)
    return distance


def main():
    engine, tool, data = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    if not data.is_dir():
        print(f"skipped: needs Fashion-MNIST in {data}")
        return SKIPPED
    torch.set_num_threads(THREADS)
    images = read_images(data / "train-images-idx3-ubyte.gz")
    with tempfile.TemporaryDirectory(prefix="gan-fashion-") as folder:
        distances = [measure(engine, tool, data, images, seed, Path(folder)) for seed in SEEDS]
    mean = {name: statistics.mean(distance[name] for distance in distances) for name in distances[0]}
    learned, beside = mean["trained"] / mean["untrained"], mean["trained"] / mean["images"]
    print(f"trained / untrained {learned:.3f} (at most 0.5), trained / PyTorch {beside:.3f} (at most 1.2)")
    return 0 if learned <= 0.5 and beside <= 1.2 else 1


if __name__ == "__main__":
    sys.exit(main())
