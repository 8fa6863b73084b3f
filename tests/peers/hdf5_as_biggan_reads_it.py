"""h5py reads what `data prepare` writes, with the accesses of BigGAN-PyTorch's loader, and we read what h5py writes."""

import sys
import tempfile
from pathlib import Path

import h5py
import numpy
import torch

import engine

ENGINE = sys.argv[1]


def loaded(path, index):
    """As datasets.ILSVRC_HDF5.__getitem__ of BigGAN-PyTorch: the file is opened for every image."""
    with h5py.File(path, "r") as file:
        image = file["imgs"][index]
        target = file["labels"][index]
    image = ((torch.from_numpy(image).float() / 255) - 0.5) * 2
    return image, int(target)


def prepared(folder, source, name, *options):
    path = folder / name
    return path, engine.ask(ENGINE, "data", "prepare", source, "--out", path, "--json", *options)


def test_biggan_reads_what_we_write(folder):
    contents = []
    for compression in ("none", "lzf", "gzip"):
        path, facts = prepared(folder, "shapes", f"{compression}.hdf5", "--resolution", "32", "--compression", compression,
                               "--set", "data.shapes_count=400")
        assert facts["images"] == 400 and facts["bytes"] == path.stat().st_size, facts
        with h5py.File(path, "r") as file:
            assert len(file["imgs"]) == len(file["labels"]) == 400
            assert file["imgs"].shape == (400, 3, 32, 32) and file["imgs"].dtype == numpy.uint8
            assert file["labels"].shape == (400,) and file["labels"].dtype == numpy.int64
            assert file["imgs"].compression == (None if compression == "none" else compression)
            assert (file.attrs["crop"], file.attrs["resize"]) == (b"centre", b"bilinear"), dict(file.attrs)
            assert len(file["class_names"]) == 10 and len(file.attrs["fingerprint"]) == 64
            contents.append((file["imgs"][:], file["labels"][:]))
        image, target = loaded(path, 123)
        assert target == 3 and image.shape == (3, 32, 32), (target, image.shape)
        assert torch.equal(image, (torch.from_numpy(contents[-1][0][123]).float() / 255 - 0.5) * 2)
    for images, labels in contents[1:]:
        assert (images == contents[0][0]).all() and (labels == contents[0][1]).all()
    assert (contents[0][1] == numpy.arange(400) % 10).all()
    assert contents[0][0].std() > 20  # there is something to see


def test_we_read_what_h5py_writes(folder):
    random = numpy.random.default_rng(5)
    images = random.integers(0, 256, (37, 3, 16, 16), dtype=numpy.uint8)
    images[0] = numpy.arange(3 * 256).reshape(3, 16, 16) % 256  # every level in every channel
    images[5] = 77  # packs well
    labels = random.integers(0, 7, 37)
    for planar in (True, False):
        stored = images if planar else images.transpose(0, 2, 3, 1)
        for options in ({}, {"chunks": True}, {"chunks": (10, *stored.shape[1:])},
                        {"chunks": (10, *stored.shape[1:]), "compression": "lzf"},
                        {"chunks": True, "compression": "gzip", "shuffle": True},
                        {"chunks": (1, *stored.shape[1:]), "compression": "lzf", "fletcher32": True}):
            source, out = folder / "source.hdf5", folder / "out.hdf5"
            out.unlink(missing_ok=True)
            with h5py.File(source, "w") as file:
                file.create_dataset("imgs", data=stored, maxshape=stored.shape, **options)
                file.create_dataset("labels", data=labels.astype("int64"))
            prepared(folder, source, "out.hdf5", "--resolution", "16")
            with h5py.File(out, "r") as file:
                assert (file["imgs"][:] == images).all(), (planar, options)
                assert (file["labels"][:] == labels).all(), (planar, options)


for name, test in [(name, value) for name, value in globals().items() if name.startswith("test_")]:
    with tempfile.TemporaryDirectory() as place:
        test(Path(place))
    print("passed:", name)
