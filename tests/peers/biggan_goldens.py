"""biggan_goldens.py MODELS_TEST TRAINING_TEST [--write FOLDER]: reference values of what the shared ones do not have.

Computes with PyTorch, from the description of BigGAN-PyTorch, at 32 px and small width: networks with a thin discriminator
and two singular values, with instance normalisation, and three training iterations in which D sees generated and real images
one after the other (split_D). The folders are laid out as the shared ones are, and read by the same tests, which must
compare all of them. --write keeps the folders and runs nothing.
"""

import argparse
import copy
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmark"))
from biggan_networks import ClassNorm, Discriminator, Generator, SpectralNorm  # noqa: E402

RESOLUTION, WIDTH, LATENT, CLASSES, BATCH, WARM_UP = 32, 2, 8, 5, 4, 5
EPSILON = 1e-8
# A shift of each channel, which the next normalisation takes away, whatever shortcut it comes by.
ZERO = [f"blocks.{block}.0.{layer}.bias" for block in range(3) for layer in ("conv1", "conv2", "conv_sc")]
CASES = {
    "thin_values": {"seed": 3101, "D_wide": False, "values": 2, "iterations": 2, "norm_style": "bn"},
    "instance_norm": {"seed": 3202, "D_wide": True, "values": 1, "iterations": 1, "norm_style": "in"},
}
TRAINING = {"iterations": 3, "batch_size": BATCH, "num_D_steps": 2, "num_D_accumulations": 2, "num_G_accumulations": 2,
            "split_D": True, "ema": True, "ema_decay": 0.9, "ema_start": 0, "G_ortho": 0.0, "D_ortho": 0.0}
OPTIMIZER = {"G_lr": 5e-5, "D_lr": 2e-5, "betas": [0.0, 0.999], "eps": 1e-8, "weight_decay": 0}


def constructor(case):
    return {"resolution": RESOLUTION, "G_ch": WIDTH, "D_ch": WIDTH, "dim_z": LATENT, "shared_dim": 0, "n_classes": CLASSES,
            "G_attn": "0", "D_attn": "0", "G_shared": False, "hier": False, "SN_eps": EPSILON, "BN_eps": 1e-5,
            "D_wide": case["D_wide"], "norm_style": case["norm_style"], "bottom_width": 4,
            "num_G_SVs": case["values"], "num_D_SVs": case["values"],
            "num_G_SV_itrs": case["iterations"], "num_D_SV_itrs": case["iterations"]}


def real_images(count, random):
    return torch.randint(0, 256, (count, 3, RESOLUTION, RESOLUTION), dtype=torch.uint8, generator=random)


def normalised(pixels, dtype):
    return ((pixels.float() / 255 - 0.5) / 0.5).to(dtype)


def first_networks(case):
    """With statistics and singular vectors that some passes have moved."""
    SpectralNorm.epsilon, SpectralNorm.values, SpectralNorm.iterations = EPSILON, case["values"], case["iterations"]
    ClassNorm.style = case["norm_style"]
    torch.manual_seed(case["seed"])
    generator = Generator(RESOLUTION, WIDTH, LATENT, 0, None, CLASSES)
    discriminator = Discriminator(RESOLUTION, WIDTH, not case["D_wide"], None, CLASSES)
    with torch.no_grad():
        generator.output_layer[0].gain.add_(0.2 * torch.randn_like(generator.output_layer[0].gain))
        generator.output_layer[0].bias.add_(0.2 * torch.randn_like(generator.output_layer[0].bias))
        for _ in range(WARM_UP):
            classes = torch.randint(CLASSES, (BATCH,))
            discriminator(generator(torch.randn(BATCH, LATENT), classes), classes)
    return generator, discriminator


def copies(networks, dtype):
    return [copy.deepcopy(network).to(dtype).train() for network in networks]


def whole(tensors):
    return {name: tensor.detach().clone().contiguous() for name, tensor in tensors.items()}


def logits(discriminator, images, classes):
    return discriminator(images, classes).view(-1, 1)


def buffers(network, prefix):
    return whole({f"{prefix}.{name}": tensor for name, tensor in network.named_buffers()})


def gradients(network):
    return whole({name: parameter.grad for name, parameter in network.named_parameters()})


def passes(networks, inputs, dtype):
    """Steps 1 to 4 of the shared values' README: outputs, buffers, and gradients of both networks."""
    z, y, dy, real = inputs["z"].to(dtype), inputs["y"], inputs["dy"], normalised(inputs["x_u8"], dtype)
    io, state = {}, {}
    with torch.no_grad():
        generator, discriminator = copies(networks, dtype)
        io["G_train_1"] = generator(z[0], y[0])
        generator(z[1], y[1])
        io["G_train_3"] = generator(z[2], y[2])
        state |= buffers(generator, "G.after3")
        io["G_eval"] = generator.eval()(z[0], y[0])
        io["D_eval"] = logits(discriminator.eval(), real, dy)
        discriminator.train()
        for number in (1, 2):
            io[f"D_train_{number}"] = logits(discriminator, real, dy)
            state |= buffers(discriminator, f"D.after{number}")

    generator, discriminator = copies(networks, dtype)
    latents = z[0].clone().requires_grad_(True)
    images = generator(latents, y[0])
    images.retain_grad()
    fake = logits(discriminator, images, y[0])
    loss = -fake.mean()
    loss.backward()
    io |= {"gstep_D_fake": fake, "gstep_G_loss": loss.view(1), "gstep_grad_z": latents.grad, "gstep_grad_Gz": images.grad}
    of_generator = gradients(generator)

    generator, discriminator = copies(networks, dtype)
    with torch.no_grad():
        images = generator(z[0], y[0])
    both = logits(discriminator, torch.cat([images, real]), torch.cat([y[0], dy]))
    fake, of_real = both[:BATCH], both[BATCH:]
    loss_real, loss_fake = F.relu(1 - of_real).mean(), F.relu(1 + fake).mean()
    (loss_real + loss_fake).backward()
    io |= {"dstep_D_fake": fake, "dstep_D_real": of_real, "dstep_loss_real": loss_real.view(1),
           "dstep_loss_fake": loss_fake.view(1)}
    return whole(io), state, of_generator, gradients(discriminator)


def write_config(folder, facts):
    (folder / "config.json").write_text(json.dumps(facts, indent=1) + "\n")


def write_networks(root, name):
    """A folder of networks and what they compute; returns the networks."""
    case, folder = CASES[name], root / name
    folder.mkdir(parents=True)
    networks = first_networks(case)
    for letter, network in zip("GD", networks):
        save_file(whole(network.state_dict()), folder / f"{letter}.safetensors")
    random = torch.Generator().manual_seed(case["seed"] + 1)
    inputs = {"z": torch.randn(3, BATCH, LATENT, generator=random),
              "y": torch.randint(CLASSES, (3, BATCH), generator=random),
              "dy": torch.randint(CLASSES, (BATCH,), generator=random), "x_u8": real_images(BATCH, random)}
    io, state, of_generator, of_discriminator = passes(networks, inputs, torch.float32)
    save_file({**inputs, **io}, folder / "io.safetensors")
    save_file(state, folder / "state_after.safetensors")
    save_file(of_generator, folder / "grads_G.safetensors")
    save_file(of_discriminator, folder / "grads_D.safetensors")
    io, state, of_generator, of_discriminator = passes(networks, inputs, torch.float64)
    exact = {f"io.{key}": value for key, value in io.items()} | state
    exact |= {f"grads_G.{key}": value for key, value in of_generator.items()}
    exact |= {f"grads_D.{key}": value for key, value in of_discriminator.items()}
    save_file(exact, folder / "f64.safetensors")
    write_config(folder, {"name": name, "source": "tests/peers/biggan_goldens.py", "model_file": "BigGAN.py",
                          "constructor": constructor(case), "torch": torch.__version__, "threads": 1, "batch": BATCH,
                          "seeds": {"weights": case["seed"], "inputs": case["seed"] + 1},
                          "zero_gradient_parameters_G": ZERO, "zero_gradient_parameters_D": []})
    return networks


def train(networks, inputs, dtype):
    """GAN_training_function with split_D; what it leaves behind, and the losses of each iteration."""
    generator, discriminator = copies(networks, dtype)
    average = copy.deepcopy(generator)
    options = {"betas": tuple(OPTIMIZER["betas"]), "eps": OPTIMIZER["eps"], "weight_decay": OPTIMIZER["weight_decay"]}
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=OPTIMIZER["G_lr"], **options)
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=OPTIMIZER["D_lr"], **options)
    steps, accumulations = TRAINING["num_D_steps"], TRAINING["num_D_accumulations"]
    told, traces = [], {}
    for iteration in range(TRAINING["iterations"]):
        z, y, dy = inputs["z"][iteration].to(dtype), inputs["y"][iteration], inputs["dy"][iteration]
        real = normalised(inputs["x_u8"][iteration], dtype)
        losses = {"itr": iteration + 1, "D_passes": [], "G_passes": []}
        discriminator.requires_grad_(True)
        for step in range(steps):
            optimizer_d.zero_grad()
            for micro in range(accumulations):
                draw = step * accumulations + micro
                with torch.no_grad():
                    images = generator(z[draw], y[draw])
                fake = logits(discriminator, images, y[draw])  # generated ones first
                place = slice(draw * BATCH, (draw + 1) * BATCH)
                of_real = logits(discriminator, real[place], dy[place])
                loss_real, loss_fake = F.relu(1 - of_real).mean(), F.relu(1 + fake).mean()
                ((loss_real + loss_fake) / accumulations).backward()
                losses["D_passes"].append({"D_loss_real": loss_real.item(), "D_loss_fake": loss_fake.item()})
            optimizer_d.step()
        discriminator.requires_grad_(False)
        optimizer_g.zero_grad()
        for micro in range(TRAINING["num_G_accumulations"]):
            draw = steps * accumulations + micro
            loss = -logits(discriminator, generator(z[draw], y[draw]), y[draw]).mean()
            (loss / TRAINING["num_G_accumulations"]).backward()
            losses["G_passes"].append({"G_loss_before_division": loss.item()})
        optimizer_g.step()
        with torch.no_grad():
            for mean, value in zip(average.state_dict().values(), generator.state_dict().values()):
                mean.copy_(mean * TRAINING["ema_decay"] + value * (1 - TRAINING["ema_decay"]))
        told.append(losses)
        state = {f"{letter}.{name}": tensor for letter, network in
                 (("G", generator), ("D", discriminator), ("G_ema", average)) for name, tensor in network.state_dict().items()}
        state = whole(state)
        if iteration + 1 < TRAINING["iterations"]:
            traces |= {f"iter{iteration + 1}.{name}": tensor for name, tensor in state.items()}
    moments = {f"optim.{letter}.{kind}.{name}": optimizer.state[parameter][kind]
               for letter, network, optimizer in (("G", generator, optimizer_g), ("D", discriminator, optimizer_d))
               for name, parameter in network.named_parameters() for kind in ("exp_avg", "exp_avg_sq")}
    return told, traces, state, whole(moments)


def write_training(root, name, initial, networks):
    folder, seed = root / name, 3303
    folder.mkdir(parents=True)
    random = torch.Generator().manual_seed(seed)
    iterations, images = TRAINING["iterations"], TRAINING["num_D_steps"] * TRAINING["num_D_accumulations"] * BATCH
    draws = TRAINING["num_D_steps"] * TRAINING["num_D_accumulations"] + TRAINING["num_G_accumulations"]
    inputs = {"z": torch.randn(iterations, draws, BATCH, LATENT, generator=random),
              "y": torch.randint(CLASSES, (iterations, draws, BATCH), generator=random),
              "dy": torch.randint(CLASSES, (iterations, images), generator=random),
              "x_u8": real_images(iterations * images, random).view(iterations, images, 3, RESOLUTION, RESOLUTION)}
    save_file(inputs, folder / "inputs.safetensors")
    losses, traces, state, _ = train(networks, inputs, torch.float32)
    exact_losses, _, exact, moments = train(networks, inputs, torch.float64)
    save_file(traces, folder / "trace_split.safetensors")
    save_file(state, folder / "final_split.safetensors")
    save_file(exact | moments, folder / "f64_split.safetensors")
    (folder / "losses.json").write_text(json.dumps({"split": {"float32": losses, "float64": exact_losses}}, indent=1) + "\n")
    write_config(folder, {"name": name, "source": "tests/peers/biggan_goldens.py", "torch": torch.__version__,
                          "initial_state": f"../{initial}", "training": TRAINING, "optimizer": OPTIMIZER,
                          "seeds": {"inputs": seed}, "zero_gradient_parameters_G": ZERO})


def write(root):
    networks = {name: write_networks(root, name) for name in CASES}
    # The training is of a case's networks, by its options.
    case = CASES["thin_values"]
    SpectralNorm.values, SpectralNorm.iterations, ClassNorm.style = case["values"], case["iterations"], case["norm_style"]
    write_training(root, "train_split", "thin_values", networks["thin_values"])


def read(test, cases, root, folders):
    """Whether a test of reference values passes, and has read these."""
    done = subprocess.run([test, f"--gtest_filter={cases}"], env=os.environ | {"GAN_STUDIO_GOLDENS": str(root)},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout)
    unread = [name for name in folders if f"read: {root / name}\n" not in done.stdout]
    if unread:
        print(f"{cases} has not read {', '.join(unread)}")
    return done.returncode == 0 and not unread


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models_test")
    parser.add_argument("training_test")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.write:
        write(arguments.write)
        return 0
    with tempfile.TemporaryDirectory(prefix="gan-goldens-") as folder:
        root = Path(folder).resolve()
        write(root)
        networks = "GanGolden.PassesBuffersAndGradientsAreThoseOfTheReferencePrograms"
        trained = "TrainingGolden.ThreeIterationsEndWithTheLossesWeightsAndAveragesOfBigGanPyTorch"
        right = read(arguments.models_test, networks, root, CASES)
        right = read(arguments.training_test, trained, root, ["train_split"]) and right
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
