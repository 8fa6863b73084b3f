#!/usr/bin/env python3
"""Makes archives/imagenet: a small ImageNet as image-net.org ships it (Python's tarfile, SciPy's savemat), listings by tarfile
(NAME.listing: name, place and length of each file) and labels by torchvision's ImageNet (labels.txt: split, file, class).
Run with .deps/peers/bin/python; made with Python 3.11, SciPy 1.17.1, torchvision 0.26.0."""
import hashlib
import io
import pathlib
import shutil
import tarfile
import tempfile

import numpy
import scipy.io
import torchvision
from PIL import Image
from torchvision.datasets import imagenet

here = pathlib.Path(__file__).resolve().parent / "archives" / "imagenet"
WNIDS = ["n02000002", "n01000001", "n03000003"]  # their order in meta.mat is not that of their names
WORDS = ["tench, Tinca tinca", "goldfish", "kite"]
VALIDATION = [3, 1, 1, 2]


def jpeg(number):
    out = io.BytesIO()
    Image.new("RGB", (8, 6), (40 * number % 256, 90, 255 - 9 * number)).save(out, format="JPEG")
    return out.getvalue()


def add(archive, name, content, **more):
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in more.items():
        setattr(info, key, value)
    archive.addfile(info, io.BytesIO(content))


def pack(form, files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, content in files:
            add(archive, name, content)
    return out.getvalue()


def meta(compressed):
    kinds = [("ILSVRC2012_ID", object), ("WNID", object), ("words", object), ("gloss", object), ("num_children", object),
             ("children", object), ("wordnet_height", object), ("num_train_images", object)]
    synsets = numpy.zeros((len(WNIDS) + 1, 1), dtype=kinds)
    for i, (wnid, words) in enumerate(zip(WNIDS, WORDS)):
        synsets[i, 0] = (float(i + 1), wnid, words, "a gloss", 0.0, numpy.zeros((0, 0)), 0.0, 2.0)
    synsets[-1, 0] = (4.0, "n00000004", "animal", "a gloss", 3.0, numpy.array([[1.0, 2.0, 3.0]]), 1.0, 6.0)
    out = io.BytesIO()
    scipy.io.savemat(out, {"other": numpy.arange(3.0), "synsets": synsets}, do_compression=compressed)
    return out.getvalue()


def listing(name):
    with tarfile.open(here / name) as archive:
        lines = [f"{member.name}\t{member.offset_data}\t{member.size}\n" for member in archive if member.isfile()]
    (here / (name + ".listing")).write_text("".join(lines), encoding="utf-8")


def torchvision_labels():
    """What torchvision makes of the three archives; its checksums are of the real ones."""
    sums = {}
    for key, (name, _) in imagenet.ARCHIVE_META.items():
        sums[key] = (name, hashlib.md5((here / name).read_bytes()).hexdigest())
    imagenet.ARCHIVE_META.update(sums)
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for name, _ in sums.values():
            shutil.copy(here / name, folder)
        for split in ("train", "val"):
            data = torchvision.datasets.ImageNet(folder, split=split)
            for path, target in data.samples:
                lines.append(f"{split}\t{pathlib.Path(path).name}\t{data.wnids[target]}\n")
    (here / "labels.txt").write_text("".join(lines))


def main():
    here.mkdir(parents=True, exist_ok=True)
    inner = []
    for i, wnid in enumerate(WNIDS):
        pictures = [(f"{wnid}_{number}.JPEG", jpeg(10 * i + number)) for number in (7, 12)]
        inner.append((wnid + ".tar", pack(tarfile.GNU_FORMAT, pictures)))
    (here / "ILSVRC2012_img_train.tar").write_bytes(pack(tarfile.GNU_FORMAT, inner))
    order = [2, 4, 1, 3]
    pictures = [(f"ILSVRC2012_val_{n:08d}.JPEG", jpeg(100 + n)) for n in order]
    (here / "ILSVRC2012_img_val.tar").write_bytes(pack(tarfile.USTAR_FORMAT, pictures))
    truth = "".join(f"{n}\n" for n in VALIDATION).encode()
    with tarfile.open(here / "ILSVRC2012_devkit_t12.tar.gz", "w:gz") as archive:
        add(archive, "ILSVRC2012_devkit_t12", b"", type=tarfile.DIRTYPE)
        add(archive, "ILSVRC2012_devkit_t12/readme.txt", b"A kit.\n")
        add(archive, "ILSVRC2012_devkit_t12/data/meta.mat", meta(True))
        add(archive, "ILSVRC2012_devkit_t12/data/ILSVRC2012_validation_ground_truth.txt", truth)
    (here / "meta_plain.mat").write_bytes(meta(False))
    odd = [("pictures/" + "long " * 25 + "/a.jpg", jpeg(1)), ("pictures/été/" + "ß" * 60 + ".jpg", jpeg(2)),
           ("pictures/plain/b.jpg", jpeg(3)), ("pictures/plain/note.txt", b"no picture")]
    for name, form in (("gnu.tar", tarfile.GNU_FORMAT), ("pax.tar", tarfile.PAX_FORMAT)):
        (here / name).write_bytes(pack(form, odd))
        listing(name)
    listing("ILSVRC2012_img_val.tar")
    torchvision_labels()


if __name__ == "__main__":
    main()
