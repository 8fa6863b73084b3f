#!/usr/bin/env python3
"""biggan_sample_peer.py WEIGHTS: draws pictures of BigGAN-128 with 64 channels, as BigGAN-PyTorch's sample.py does.

The generator is written as BigGAN.py and layers.py of BigGAN-PyTorch have it (spectral norm by the power method in every
pass, in evaluation, too), with its names, so that the file of random weights that it writes to WEIGHTS fits both sides.

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
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import nn

CLASSES, SHARED, CHUNK, WIDTH, SPECTRAL_EPSILON = 1000, 128, 20, 64, 1e-6
IN, OUT = (16, 16, 8, 4, 2), (16, 8, 4, 2, 1)
ATTENTION_AFTER = 3  # block whose maps have 64 x 64 pixels
MODEL = f"""model.architecture: biggan
model.classes: {CLASSES}
model.latent_size: {CHUNK * (len(IN) + 1)}
model.generator_width: {WIDTH}
model.discriminator_width: {WIDTH}
model.shared_size: {SHARED}
model.hierarchical: true
model.attention: "64"
model.spectral_norm_epsilon: {SPECTRAL_EPSILON}
data.resolution: 128
data.channels: 3
"""


class SN:
    """layers.SN with one singular value and one iteration."""

    def register(self, rows):
        self.register_buffer("u0", torch.randn(1, rows))
        self.register_buffer("sv0", torch.ones(1))

    def W_(self):
        matrix = self.weight.view(self.weight.size(0), -1)
        with torch.no_grad():
            v = F.normalize(torch.matmul(self.u0, matrix), eps=SPECTRAL_EPSILON)
            u = F.normalize(torch.matmul(v, matrix.t()), eps=SPECTRAL_EPSILON)
            if self.training:
                self.u0[:] = u
        value = torch.squeeze(torch.matmul(torch.matmul(v, matrix.t()), u.t()))
        if self.training:
            with torch.no_grad():
                self.sv0[:] = value
        return self.weight / value


class SNConv2d(nn.Conv2d, SN):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.register(self.out_channels)

    def forward(self, x):
        return F.conv2d(x, self.W_(), self.bias, self.stride, self.padding)


class SNLinear(nn.Linear, SN):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.register(self.out_features)

    def forward(self, x):
        return F.linear(x, self.W_(), self.bias)


class ccbn(nn.Module):
    def __init__(self, channels, size):
        super().__init__()
        self.gain = SNLinear(size, channels, bias=False)
        self.bias = SNLinear(size, channels, bias=False)
        self.register_buffer("stored_mean", torch.zeros(channels))
        self.register_buffer("stored_var", torch.ones(channels))

    def forward(self, x, y):
        gain = (1 + self.gain(y)).view(y.size(0), -1, 1, 1)
        bias = self.bias(y).view(y.size(0), -1, 1, 1)
        out = F.batch_norm(x, self.stored_mean, self.stored_var, None, None, self.training, 0.1, 1e-5)
        return out * gain + bias


class bn(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("stored_mean", torch.zeros(channels))
        self.register_buffer("stored_var", torch.ones(channels))

    def forward(self, x):
        return F.batch_norm(x, self.stored_mean, self.stored_var, self.gain, self.bias, self.training, 0.1, 1e-5)


class GBlock(nn.Module):
    def __init__(self, channels_in, channels_out):
        super().__init__()
        self.conv1 = SNConv2d(channels_in, channels_out, 3, padding=1)
        self.conv2 = SNConv2d(channels_out, channels_out, 3, padding=1)
        self.conv_sc = SNConv2d(channels_in, channels_out, 1)
        self.bn1, self.bn2 = ccbn(channels_in, SHARED + CHUNK), ccbn(channels_out, SHARED + CHUNK)

    def forward(self, x, y):
        h = F.interpolate(F.relu(self.bn1(x, y), inplace=True), scale_factor=2)
        x = F.interpolate(x, scale_factor=2)
        h = self.conv1(h)
        h = F.relu(self.bn2(h, y), inplace=True)
        return self.conv2(h) + self.conv_sc(x)


class Attention(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.channels = channels
        self.theta = SNConv2d(channels, channels // 8, 1, bias=False)
        self.phi = SNConv2d(channels, channels // 8, 1, bias=False)
        self.g = SNConv2d(channels, channels // 2, 1, bias=False)
        self.o = SNConv2d(channels // 2, channels, 1, bias=False)
        self.gamma = nn.Parameter(torch.tensor(0.0))

    def forward(self, x):
        pixels = x.shape[2] * x.shape[3]
        theta = self.theta(x).view(-1, self.channels // 8, pixels)
        phi = F.max_pool2d(self.phi(x), [2, 2]).view(-1, self.channels // 8, pixels // 4)
        g = F.max_pool2d(self.g(x), [2, 2]).view(-1, self.channels // 2, pixels // 4)
        beta = F.softmax(torch.bmm(theta.transpose(1, 2), phi), -1)
        o = self.o(torch.bmm(g, beta.transpose(1, 2)).view(-1, self.channels // 2, x.shape[2], x.shape[3]))
        return self.gamma * o + x


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Embedding(CLASSES, SHARED)
        self.linear = SNLinear(CHUNK, IN[0] * WIDTH * 16)
        self.blocks = nn.ModuleList()
        for index, (channels_in, channels_out) in enumerate(zip(IN, OUT)):
            stage = [GBlock(channels_in * WIDTH, channels_out * WIDTH)]
            if index == ATTENTION_AFTER:
                stage.append(Attention(channels_out * WIDTH))
            self.blocks.append(nn.ModuleList(stage))
        self.output_layer = nn.Sequential(bn(OUT[-1] * WIDTH), nn.ReLU(inplace=True),
                                          SNConv2d(OUT[-1] * WIDTH, 3, 3, padding=1))

    def forward(self, z, y):
        parts = torch.split(z, CHUNK, 1)
        h = self.linear(parts[0]).view(z.size(0), -1, 4, 4)
        for index, stage in enumerate(self.blocks):
            h = stage[0](h, torch.cat([y, parts[index + 1]], 1))
            if len(stage) > 1:
                h = stage[1](h)
        return torch.tanh(self.output_layer(h))


def draw(generator, count, batch):
    """sample.py --sample_npz."""
    pictures, labels = [], []
    begin = time.monotonic()
    with torch.no_grad():
        while sum(len(part) for part in pictures) < count:
            z, y = torch.randn(batch, CHUNK * (len(IN) + 1)), torch.randint(0, CLASSES, (batch,))
            images = generator(z, generator.shared(y))
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
    generator = Generator()
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
