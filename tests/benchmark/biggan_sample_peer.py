#!/usr/bin/env python3
"""biggan_sample_peer.py WEIGHTS: draws pictures of BigGAN-128 with 64 channels, as BigGAN-PyTorch's sample.py does.

The file of random weights that it writes to WEIGHTS fits both sides (biggan_networks.py).

--write makes that file. Otherwise it reads one number a line from standard input, draws so many pictures in batches of
--batch and answers with one line of JSON.
"""

import argparse
import json
import resource
import sys
import time

import numpy
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from biggan_networks import Generator, SpectralNorm

RESOLUTION, CLASSES, LATENT, SHARED, ATTENTION, WIDTH = 128, 1000, 120, 128, 64, 64
SpectralNorm.epsilon = 1e-6
MODEL = f"""model.architecture: biggan
model.classes: {CLASSES}
model.latent_size: {LATENT}
model.generator_width: {WIDTH}
model.discriminator_width: {WIDTH}
model.shared_size: {SHARED}
model.hierarchical: true
model.attention: "{ATTENTION}"
model.spectral_norm_epsilon: {SpectralNorm.epsilon}
data.resolution: {RESOLUTION}
data.channels: 3
"""


def draw(generator, count, batch):
    """sample.py --sample_npz."""
    pictures, labels = [], []
    begin = time.monotonic()
    with torch.no_grad():
        while sum(len(part) for part in pictures) < count:
            z, y = torch.randn(batch, LATENT), torch.randint(0, CLASSES, (batch,))
            images = generator(z, y)
            pictures.append(numpy.uint8(255 * (images.numpy() / 2 + 0.5)))
            labels.append(y.numpy())
    numpy.concatenate(pictures)
    seconds = time.monotonic() - begin
    return {"images_per_second": count / seconds,
            "peak_memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    generator = Generator(RESOLUTION, WIDTH, LATENT, SHARED, ATTENTION, CLASSES)
    if arguments.write:
        for module in generator.modules():
            if isinstance(module, (nn.Conv2d, nn.Linear, nn.Embedding)):
                nn.init.orthogonal_(module.weight)
        save_file(generator.state_dict(), arguments.weights, metadata={"gan_studio.config": MODEL})
        return
    generator.load_state_dict(load_file(arguments.weights))
    generator.eval()
    for line in sys.stdin:
        print(json.dumps(draw(generator, int(line), arguments.batch)), flush=True)


if __name__ == "__main__":
    main()
