"""The directions of a generator's latents are those that NumPy finds in its weights, in double precision."""

import json
import sys
import tempfile
from pathlib import Path

import numpy

import engine

ENGINE = sys.argv[1]
LATENTS = 100


def weights(file):
    """The tensors of a safetensors file: a length, JSON that says where each lies, their bytes."""
    raw = file.read_bytes()
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])
    return {
        name: numpy.frombuffer(raw[8 + length :], "<f4", int(numpy.prod(entry["shape"])), entry["data_offsets"][0])
        .reshape(entry["shape"])
        .astype(numpy.float64)
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


def trained(folder, architecture, *settings):
    run = folder / architecture
    options = ["model.architecture=" + architecture, f"model.latent_size={LATENTS}", "model.generator_width=8",
               "model.discriminator_width=8", "data.batch_size=8", "data.shapes_count=64", *settings]
    sets = [word for option in options for word in ("--set", option)]
    engine.run(ENGINE, "train", "--preset", "shapes-dcgan", "--out", run, "--steps", "3", *sets)
    return run, weights(next((run / "checkpoints").iterdir()) / "ema.safetensors")


def directions(run):
    facts = engine.ask(ENGINE, "directions", run, "--out", run / "directions.npz", "--json")
    with numpy.load(run / "directions.npz") as archive:
        return facts["directions"], {name: archive[name] for name in archive.files}


def compare(run, matrix):
    shares, vectors = directions(run)
    values, expected = numpy.linalg.eigh(matrix.T @ matrix)
    values, expected = values[::-1], expected[:, ::-1].T
    assert vectors["sefa"].shape == expected.shape, vectors["sefa"].shape
    assert numpy.allclose(numpy.linalg.norm(vectors["pca"], axis=1), 1)
    assert numpy.allclose(shares["sefa"], values / values.sum(), rtol=0, atol=1e-9)
    # Each is one of NumPy's, up to its sign, as exactly as the gap to its neighbours says where it lies.
    cosines = numpy.abs((vectors["sefa"] * expected).sum(axis=1))
    assert cosines.min() > 1 - 1e-6, cosines.min()
    largest = numpy.abs(vectors["sefa"]).argmax(axis=1)
    assert (vectors["sefa"][numpy.arange(len(largest)), largest] > 0).all(), "the sign is that of the largest component"


def main():
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        run, tensors = trained(folder, "dcgan")
        compare(run, tensors["main.0.weight"].reshape(LATENTS, -1).T)
        run, tensors = trained(folder, "sngan", "objective.loss=hinge")
        # Spectral norm as evaluation has it: one iteration of the power method from the vector that is stored.
        matrix, u = tensors["linear.weight"], tensors["linear.u0"]
        v = u @ matrix
        v /= numpy.linalg.norm(v)
        u = v @ matrix.T
        u /= numpy.linalg.norm(u)
        compare(run, matrix / (v @ matrix.T @ u.T).item())


main()
