"""biggan_networks_like_goldens.py GOLDENS: the networks that peers are trained with compute as BigGAN-PyTorch's do.

SNGAN's at 32 px and SAGAN's at 128, against the reference values of cifar32 and sagan128: images, logits, losses, gradients.
The loop that trains them and its averages, against three iterations of train_cifar32; the sizes of a thin discriminator's
networks, against those that were counted of BigGAN-PyTorch's.
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
from samples_like_pytorch import Average, BigGanLoop  # noqa: E402

OUTPUTS, GRADIENTS = 1e-4, 3e-3
# With beta1 = 0 Adam moves what has a gradient of nearly 0 by its rate this way or that: few elements may.
ELEMENTS, FAR_ELEMENTS = 5e-5, 1e-3
SNGAN_128 = (41_996_931, 30_005_013)  # parameters of G and D at width 64 with 1,000 classes, thin


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


class RecordedLoop(BigGanLoop):
    """Draws what was recorded, in its order."""

    def __init__(self, config, classes, draws):
        super().__init__(config, 3, classes)
        self.recorded = iter(draws)

    def draw(self):
        return next(self.recorded)


def settings_of(facts):
    """config.json of a recorded training as the settings of a run."""
    made, trained, rates = facts["constructor"], facts["training"], facts["optimizer"]
    config = {"objective.loss": "hinge", "training.discriminator_pass": "concatenated", "training.generator_images": "anew",
              "training.schedule": "discriminator_first", "training.discriminator_steps": trained["num_D_steps"],
              "accumulation.discriminator": trained["num_D_accumulations"], "accumulation.generator": trained["num_G_accumulations"],
              "data.batch_size": trained["batch_size"], "data.resolution": made["resolution"], "model.architecture": "biggan",
              "model.latent_size": made["dim_z"], "model.generator_width": made["G_ch"], "model.discriminator_width": made["D_ch"],
              "model.norm_epsilon": made["BN_eps"], "model.spectral_norm_epsilon": made["SN_eps"],
              "ema.decay": trained["ema_decay"], "ema.start_step": trained["ema_start"], "ema.buffers": "averaged"}
    for name, letter in (("generator", "G"), ("discriminator", "D")):
        config |= {f"optimizer.{name}.learning_rate": rates[f"{letter}_lr"], f"optimizer.{name}.beta1": rates["betas"][0],
                   f"optimizer.{name}.beta2": rates["betas"][1], f"optimizer.{name}.epsilon": rates["eps"]}
    return {name: str(value) for name, value in config.items()}


def trains_alike(folder):
    """Whether losses, weights and averages of the recorded iterations are those of BigGAN-PyTorch."""
    facts = json.loads((folder / "config.json").read_text())
    config, inputs = settings_of(facts), load_file(folder / "inputs.safetensors")
    draws = list(zip(inputs["z"].flatten(0, 1), inputs["y"].flatten(0, 1)))
    loop = RecordedLoop(config, facts["constructor"]["n_classes"], draws)
    loop.generator.load_state_dict(load_file(folder / "G.safetensors"))
    loop.discriminator.load_state_dict(load_file(folder / "D.safetensors"))
    average = Average(loop, config)
    losses = json.loads((folder / "losses.json").read_text())["ortho_off"]["float32"]
    failed = 0
    for iteration, expected in enumerate(losses):
        real = (inputs["x_u8"][iteration].float() / 255 - 0.5) / 0.5
        found = loop.iterate(list(zip(real.split(loop.batch), inputs["dy"][iteration].split(loop.batch))))
        average.update(iteration + 1)
        for name, value in expected["returned"].items():
            if not abs(found[name] - value) <= OUTPUTS * max(1, abs(value)):
                failed += 1
                print(f"{folder.name}: {name} of iteration {iteration + 1} is {found[name]}, expected {value}")
    sampled = json.loads((folder / "sampling.json").read_text())["final_ortho_off.safetensors"]
    state = {f"{letter}.{name}": tensor for letter, tensors in
             (("G", loop.generator.state_dict()), ("D", loop.discriminator.state_dict()), ("G_ema", average.state))
             for name, tensor in tensors.items()}
    # Biases before a normalisation move by rounding alone, and the running means behind them with them.
    moved = (*facts["zero_gradient_parameters_G"], "stored_mean")
    compared = 0
    for name, expected in load_file(folder / "final_ortho_off.safetensors").items():
        if not name.startswith("D.") and name.endswith(moved):
            continue
        compared += 1
        found = state[name].detach().flatten()[:: sampled[name]["stride"] if name in sampled else 1]
        far = ((found - expected.flatten()).abs() > ELEMENTS * max(1, expected.abs().max().item())).float().mean().item()
        if not far <= FAR_ELEMENTS:
            failed += 1
            print(f"{folder.name}: {far:.2%} of {name} are elsewhere after {len(losses)} iterations")
    print(f"{folder.name}: {compared} tensors and the losses of {len(losses)} iterations compared, {failed} differ")
    return failed == 0


def has_sizes_of_sngan():
    with torch.device("meta"):
        networks = Generator(128, 64, 128, 0, None, 1000), Discriminator(128, 64, True, None, 1000)
    found = tuple(sum(parameter.numel() for parameter in network.parameters()) for network in networks)
    if found != SNGAN_128:
        print(f"SNGAN at 128 px has {found} parameters, expected {SNGAN_128}")
    return found == SNGAN_128


def check(goldens):
    """Whether networks and loop are BigGAN-PyTorch's; says what is not."""
    right = has_sizes_of_sngan()
    for name in ("cifar32", "sagan128"):
        reference = Reference(goldens / name)
        reference.passes()
        print(f"{name}: {reference.compared} tensors compared, {reference.failed} differ", flush=True)
        right = right and reference.failed == 0
    return trains_alike(goldens / "train_cifar32") and right


def main():
    goldens = Path(sys.argv[1])
    if not (goldens / "cifar32").is_dir():
        print(f"skipped: needs the reference values in {goldens}")
        return SKIPPED
    torch.set_num_threads(1)
    return 0 if check(goldens) else 1


if __name__ == "__main__":
    sys.exit(main())
