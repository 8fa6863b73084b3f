"""biggan_networks_like_goldens.py GOLDENS: the networks that peers are trained with compute as BigGAN-PyTorch's do.

SNGAN's at 32 px and SAGAN's at 128, against the reference values of cifar32 and sagan128: images, logits, losses, gradients.
"""

import json
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from engine import SKIPPED
from safetensors.torch import load_file

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmark"))
from biggan_networks import Discriminator, Generator, SpectralNorm  # noqa: E402

OUTPUTS, GRADIENTS = 1e-4, 3e-3


class Reference:
    def __init__(self, folder):
        self.folder = folder
        self.config = json.loads((folder / "config.json").read_text())
        self.sampling = json.loads((folder / "sampling.json").read_text())
        self.io = load_file(folder / "io.safetensors")
        self.failed = 0
        self.compared = 0

    def networks(self):
        """Both in their first state, in training mode."""
        made = self.config["constructor"]
        assert not made["G_shared"] and not made["hier"] and made["D_wide"], made
        SpectralNorm.epsilon = made["SN_eps"]
        attention = int(made["G_attn"]) or None
        generator = Generator(made["resolution"], made["G_ch"], made["dim_z"], 0, attention, made["n_classes"])
        discriminator = Discriminator(made["resolution"], made["D_ch"], False, attention, made["n_classes"])
        generator.load_state_dict(load_file(self.folder / "G.safetensors"))
        discriminator.load_state_dict(load_file(self.folder / "D.safetensors"))
        return generator.train(), discriminator.train()

    def compare(self, file, name, found, bound, least=0.0):
        """Large tensors are stored as flatten()[::stride]. least: a smaller tensor is held against that magnitude."""
        expected = self.io[name] if file == "io" else self.stored[name]
        sampled = self.sampling.get(f"{file}.safetensors", {}).get(name)
        found = found.detach().flatten()[:: sampled["stride"] if sampled else 1]
        expected = expected.flatten()
        difference = (found - expected).abs().max().item() / max(expected.abs().max().item(), least)
        self.compared += 1
        if not difference <= bound:
            self.failed += 1
            print(f"{self.folder.name}: {file} {name} differs by {difference:.2e} (at most {bound:.0e})")

    def compare_gradients(self, file, network, zero):
        self.stored = load_file(self.folder / f"{file}.safetensors")
        largest = max(parameter.grad.abs().max().item() for parameter in network.parameters())
        for name, parameter in network.named_parameters():
            if name not in zero:
                self.compare(file, name, parameter.grad, GRADIENTS, least=largest / 1000)

    def passes(self):
        z, y, dy = self.io["z"], self.io["y"], self.io["dy"]
        real = (self.io["x_u8"].float() / 255 - 0.5) / 0.5
        with torch.no_grad():
            generator, discriminator = self.networks()
            images = [generator(z[number], y[number]) for number in range(3)]
            self.compare("io", "G_train_1", images[0], OUTPUTS)
            self.compare("io", "G_train_3", images[2], OUTPUTS)
            self.compare("io", "G_eval", generator.eval()(z[0], y[0]), OUTPUTS)
            self.compare("io", "D_eval", discriminator.eval()(real, dy), OUTPUTS)
            self.compare("io", "D_train_1", discriminator.train()(real, dy), OUTPUTS)
            self.compare("io", "D_train_2", discriminator(real, dy), OUTPUTS)

        generator, discriminator = self.networks()
        loss = -discriminator(generator(z[0], y[0]), y[0]).mean()
        loss.backward()
        self.compare("io", "gstep_G_loss", loss, OUTPUTS)
        self.compare_gradients("grads_G", generator, self.config["zero_gradient_parameters_G"])

        generator, discriminator = self.networks()
        with torch.no_grad():
            fake = generator(z[0], y[0])
        logits = discriminator(torch.cat([fake, real]), torch.cat([y[0], dy]))
        of_fake, of_real = F.relu(1 + logits[: len(fake)]).mean(), F.relu(1 - logits[len(fake) :]).mean()
        (of_fake + of_real).backward()
        self.compare("io", "dstep_loss_real", of_real, OUTPUTS)
        self.compare("io", "dstep_loss_fake", of_fake, OUTPUTS)
        self.compare_gradients("grads_D", discriminator, self.config.get("zero_gradient_parameters_D", []))


def main():
    goldens = Path(sys.argv[1])
    if not (goldens / "cifar32").is_dir():
        print(f"skipped: needs the reference values in {goldens}")
        return SKIPPED
    torch.set_num_threads(1)
    failed = 0
    for name in ("cifar32", "sagan128"):
        reference = Reference(goldens / name)
        reference.passes()
        print(f"{name}: {reference.compared} tensors compared, {reference.failed} differ")
        failed += reference.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
