"""The networks of SNGAN, SAGAN and BigGAN in PyTorch: computed as BigGAN-PyTorch does, under its tensors' names.

What benchmarks and peers' tests hold gan-engine against. Spectral norm takes one iteration of the power method a pass, in evaluation, too.
"""

import torch
import torch.nn.functional as F
from torch import nn

GENERATOR = {32: [(4, 4), (4, 4), (4, 4)], 64: [(16, 16), (16, 8), (8, 4), (4, 2)],
             128: [(16, 16), (16, 8), (8, 4), (4, 2), (2, 1)]}
DISCRIMINATOR = {32: ([4, 4, 4, 4], 2), 64: ([1, 2, 4, 8, 16], 4), 128: ([1, 2, 4, 8, 16, 16], 5)}


def without(x, earlier):
    """Gram-Schmidt: what of x does not lie along earlier vectors."""
    for y in earlier:
        x = x - (x @ y.t()) / (y @ y.t()) * y
    return x


class SpectralNorm:
    """Divides the weight by its largest singular value, after iterations of the power method from kept vectors."""

    epsilon = 1e-12
    values = 1  # singular values that are followed
    iterations = 1

    def keep_vectors(self):
        for number in range(self.values):
            self.register_buffer(f"u{number}", torch.randn(1, self.weight.size(0)))
            self.register_buffer(f"sv{number}", torch.ones(1))

    def normalised(self):
        matrix = self.weight.flatten(1)
        with torch.no_grad():
            for _ in range(self.iterations):
                left, right = [], []
                for number in range(self.values):
                    kept = getattr(self, f"u{number}")
                    right.append(F.normalize(without(kept @ matrix, right), eps=self.epsilon))
                    left.append(F.normalize(without(right[-1] @ matrix.t(), left), eps=self.epsilon))
                    if self.training:
                        kept.copy_(left[-1])
        values = [(r @ matrix.t() @ l.t()).squeeze() for l, r in zip(left, right)]
        if self.training:
            with torch.no_grad():
                for number, value in enumerate(values):
                    getattr(self, f"sv{number}").copy_(value)
        return self.weight / values[0]


class Conv(nn.Conv2d, SpectralNorm):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keep_vectors()

    def forward(self, x):
        return F.conv2d(x, self.normalised(), self.bias, padding=self.padding)


class Linear(nn.Linear, SpectralNorm):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keep_vectors()

    def forward(self, x):
        return F.linear(x, self.normalised(), self.bias)


class Embedding(nn.Embedding, SpectralNorm):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.keep_vectors()

    def forward(self, classes):
        return F.embedding(classes, self.normalised())


class Norm(nn.Module):
    """Normalises batches, or each image by itself; what follows is the subclass's."""

    def __init__(self, channels):
        super().__init__()
        self.register_buffer("stored_mean", torch.zeros(channels))
        self.register_buffer("stored_var", torch.ones(channels))

    def normalised(self, x, gain=None, bias=None):
        return F.batch_norm(x, self.stored_mean, self.stored_var, gain, bias, self.training, 0.1, 1e-5)

    def normalised_alone(self, x):
        return F.instance_norm(x, self.stored_mean, self.stored_var, None, None, self.training, 0.1, 1e-5)


class PlainNorm(Norm):
    def __init__(self, channels):
        super().__init__(channels)
        self.gain, self.bias = nn.Parameter(torch.ones(channels)), nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        return self.normalised(x, self.gain, self.bias)


class ClassNorm(Norm):
    style = "bn"  # or "in"

    def __init__(self, channels, condition, classes):
        super().__init__(channels)
        if condition:
            self.gain, self.bias = Linear(condition, channels, bias=False), Linear(condition, channels, bias=False)
        else:
            self.gain, self.bias = nn.Embedding(classes, channels), nn.Embedding(classes, channels)

    def forward(self, x, y):
        gain = (1 + self.gain(y)).view(y.size(0), -1, 1, 1)
        normalised = self.normalised_alone(x) if self.style == "in" else self.normalised(x)
        return normalised * gain + self.bias(y).view(y.size(0), -1, 1, 1)


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
    def __init__(self, inputs, outputs, condition, classes):
        super().__init__()
        self.conv1, self.conv2 = Conv(inputs, outputs, 3, padding=1), Conv(outputs, outputs, 3, padding=1)
        self.conv_sc = Conv(inputs, outputs, 1)
        self.bn1, self.bn2 = ClassNorm(inputs, condition, classes), ClassNorm(outputs, condition, classes)

    def forward(self, x, y):
        h = F.interpolate(F.relu(self.bn1(x, y)), scale_factor=2)
        h = self.conv2(F.relu(self.bn2(self.conv1(h), y)))
        return h + self.conv_sc(F.interpolate(x, scale_factor=2))


class Generator(nn.Module):
    """shared: size of the embedding that all blocks share, with a latent cut into parts; 0: each norm has its own."""

    def __init__(self, resolution, width, latent, shared, attention, classes, channels=3):
        super().__init__()
        ladder = GENERATOR[resolution]
        self.parts = len(ladder) + 1 if shared else 1
        chunk = latent // self.parts
        self.shared = nn.Embedding(classes, shared) if shared else None
        self.linear = Linear(chunk, ladder[0][0] * width * 16)
        self.blocks = nn.ModuleList()
        for index, (inputs, outputs) in enumerate(ladder):
            block = [GeneratorBlock(inputs * width, outputs * width, shared + chunk if shared else 0, classes)]
            if 8 << index == attention:
                block.append(Attention(outputs * width))
            self.blocks.append(nn.ModuleList(block))
        last = ladder[-1][1] * width
        self.output_layer = nn.Sequential(PlainNorm(last), nn.ReLU(), Conv(last, channels, 3, padding=1))
        self.memory_format = torch.contiguous_format

    def forward(self, z, classes):
        parts = z.chunk(self.parts, 1)
        x = self.linear(parts[0])
        x = x.view(x.size(0), -1, 4, 4).contiguous(memory_format=self.memory_format)
        shared = self.shared(classes) if self.shared else None
        for index, (block, *attention) in enumerate(self.blocks):
            x = block(x, torch.cat([shared, parts[index + 1]], 1) if self.shared else classes)
            for layer in attention:
                x = layer(x)
        return torch.tanh(self.output_layer(x))


class DiscriminatorBlock(nn.Module):
    def __init__(self, inputs, outputs, hidden, first, halves):
        super().__init__()
        self.first, self.halves = first, halves
        self.conv1, self.conv2 = Conv(inputs, hidden, 3, padding=1), Conv(hidden, outputs, 3, padding=1)
        self.conv_sc = Conv(inputs, outputs, 1) if halves or inputs != outputs else None

    def forward(self, x):
        h = self.conv2(F.relu(self.conv1(x if self.first else F.relu(x))))
        if self.halves:
            h = F.avg_pool2d(h, 2)
        if self.conv_sc is None:
            return h + x
        if not self.halves:
            return h + self.conv_sc(x)
        return h + (self.conv_sc(F.avg_pool2d(x, 2)) if self.first else F.avg_pool2d(self.conv_sc(x), 2))


class Discriminator(nn.Module):
    """thin: a block is inside as wide as what comes in."""

    def __init__(self, resolution, width, thin, attention, classes, channels=3):
        super().__init__()
        ladder, halving = DISCRIMINATOR[resolution]
        self.blocks = nn.ModuleList()
        inputs = channels
        for index, factor in enumerate(ladder):
            outputs, halves = factor * width, index < halving
            resolution //= 2 if halves else 1
            block = [DiscriminatorBlock(inputs, outputs, inputs if thin else outputs, index == 0, halves)]
            if resolution == attention:
                block.append(Attention(outputs))
            self.blocks.append(nn.ModuleList(block))
            inputs = outputs
        self.linear, self.embed = Linear(inputs, 1), Embedding(classes, inputs)

    def forward(self, x, classes):
        for layers in self.blocks:
            for layer in layers:
                x = layer(x)
        seen = F.relu(x).sum([2, 3])
        return self.linear(seen).squeeze(1) + (self.embed(classes) * seen).sum(1)
