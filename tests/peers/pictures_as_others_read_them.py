"""Pillow and NumPy read what sample, interpolate and sheet write; archives as evaluators and BigGAN-PyTorch have them."""

import json
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image

import engine

ENGINE = sys.argv[1]
COUNT = 30


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"))


def sample(run, out, *options):
    engine.run(ENGINE, "sample", run, "--out", out, "--seed", "4", *options)
    return out


def test_archives_hold_the_pictures_of_the_files(run, folder):
    sample(run, folder / "png", "--count", COUNT)
    pictures = numpy.stack([pixels(folder / "png" / f"{number:06}.png") for number in range(COUNT)])
    assert pictures.std() > 5, "there is something to see"
    with numpy.load(sample(run, folder / "npz", "--count", COUNT, "--format", "npz") / "samples.npz") as archive:
        # evaluations/evaluator.py of guided-diffusion: arr_0 is uint8 [N, H, W, 3]
        assert archive["arr_0"].dtype == numpy.uint8 and archive["arr_0"].shape == (COUNT, 32, 32, 3)
        assert (archive["arr_0"] == pictures).all()
        assert (archive["arr_1"] == numpy.arange(COUNT) % 10).all() and archive["arr_1"].dtype == numpy.int64
    with numpy.load(sample(run, folder / "big", "--count", COUNT, "--format", "npz-biggan") / "samples.npz") as archive:
        # sample.py of BigGAN-PyTorch
        assert (archive["x"] == pictures.transpose(0, 3, 1, 2)).all()
        assert (archive["y"] == numpy.arange(COUNT) % 10).all()


def test_other_formats_are_near_the_same_pixels(run, folder):
    exact = pixels(sample(run, folder / "png", "--count", "1") / "000000.png").astype(float)
    lossless = pixels(sample(run, folder / "webp", "--count", "1", "--format", "webp", "--quality", "100") / "000000.webp")
    assert (lossless == exact).all()
    jpeg = pixels(sample(run, folder / "jpeg", "--count", "1", "--format", "jpeg") / "000000.jpg")
    assert abs(jpeg - exact).mean() < 4, abs(jpeg - exact).mean()


def test_a_gif_has_every_frame_and_its_time(run, folder):
    keyframes = folder / "walk.yaml"
    keyframes.write_text("interpolation: cubic\nseconds: 1\nloop: true\nkeyframes:\n"
                         "  - seed=1 class=3\n  - seed=2 class=3*0.5+7*0.5\n  - seed=3 class=7\n")
    engine.run(ENGINE, "interpolate", run, "--keyframes", keyframes, "--out", folder / "film.gif")
    engine.run(ENGINE, "interpolate", run, "--keyframes", keyframes, "--out", folder / "frames")
    with Image.open(folder / "film.gif") as film:
        assert film.n_frames == 30 and film.info["loop"] == 0
        total = 0
        for number in range(film.n_frames):
            film.seek(number)
            total += film.info["duration"]
            exact = pixels(folder / "frames" / f"{number:06}.png").astype(float)
            difference = abs(numpy.asarray(film.convert("RGB")) - exact).mean()
            assert difference < 4, (number, difference)
        assert total == 1000, total


def test_a_sheet_shows_the_pictures_that_its_lines_name(run, folder):
    engine.run(ENGINE, "sheet", run, "--columns", "3", "--out", folder / "sheet.png")
    sheet, lines = pixels(folder / "sheet.png"), json.loads((folder / "sheet.png.json").read_text())["pictures"]
    assert len(lines) == 10 and len(lines[0]) == 3
    engine.run(ENGINE, "sample", run, "--point", lines[4][1], "--out", folder / "one")
    top, left = 2 + 4 * 34, 2 + 1 * 34
    assert (sheet[top:top + 32, left:left + 32] == pixels(folder / "one" / "000000.png")).all()


with tempfile.TemporaryDirectory() as trained:
    run = Path(trained) / "run"
    engine.run(ENGINE, "train", "--preset", "shapes-cgan", "--out", run, "--steps", "20", "--set", "data.batch_size=8", "--set",
               "model.generator_width=8", "--set", "model.discriminator_width=8", "--set", "data.shapes_count=100", "--set", "optimizer.generator.learning_rate=0.01", "--set", "ema.decay=0.5")
    for name, test in [(name, value) for name, value in globals().items() if name.startswith("test_")]:
        with tempfile.TemporaryDirectory() as place:
            test(run, Path(place))
        print("passed:", name)
