#!/usr/bin/env python3
"""Makes the pictures in images/ and what Pillow reads out of them (NAME.expected, a PGM or PPM), and in
../data/resized what Pillow's resize() makes of source.ppm; archives/ holds what numpy.savez() writes. Run with .deps/peers/bin/python; made with Pillow 13.0.0."""
import pathlib
import struct
import zlib

import numpy
from PIL import Image, ImageOps

here = pathlib.Path(__file__).resolve().parent
images = here / "images"
archives = here / "archives"
resized = here.parent / "data" / "resized"
WIDTH, HEIGHT = 22, 14


def picture(width=WIDTH, height=HEIGHT):
    """Smooth ramps with an edge and a bright spot: asymmetric, so that every turn and mirroring shows."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    red = 255 * x / (width - 1)
    green = 255 * y / (height - 1)
    blue = 200 * (x * height > y * width) + 40 * numpy.sin(x) ** 2
    pixels = numpy.stack([red, green, blue], axis=2)
    pixels[2:4, 3:7] = (255, 250, 10)
    return Image.fromarray(pixels.round().clip(0, 255).astype(numpy.uint8))


def alpha():
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    return Image.fromarray(((x * 13 + y * 29) % 256).astype(numpy.uint8))


def expect(name, image):
    """Over white where it is transparent."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, (255, 255, 255, 255))
        image = Image.alpha_composite(white, image).convert("RGB")
    image.save(images / (name + ".expected"), format="PPM")


def save(name, image, mode, **options):
    image.save(images / name, **options)
    with Image.open(images / name) as stored:
        upright = ImageOps.exif_transpose(stored)
        expect(name, upright if "transparency" in upright.info else upright.convert(mode))


def png16(name, colour_type, values):
    """PNG of 16 bits a channel, which Pillow does not write in colour."""
    height, width = values.shape[:2]
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in values)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 16, colour_type, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    (images / name).write_bytes(content)


def main():
    images.mkdir(exist_ok=True)
    resized.mkdir(exist_ok=True)
    colour, grey = picture(), picture().convert("L")
    with_alpha = colour.copy()
    with_alpha.putalpha(alpha())
    grey_alpha = Image.merge("LA", (grey, alpha()))
    palette = colour.quantize(17)

    save("grey.jpg", grey, "L", quality=90)
    save("colour_420.jpg", colour, "RGB", quality=90, subsampling="4:2:0")
    save("colour_444_progressive.jpg", colour, "RGB", quality=95, subsampling="4:4:4", progressive=True)
    save("cmyk.jpg", colour.convert("CMYK"), "RGB", quality=95)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        save(f"orientation_{orientation}.jpg", colour, "RGB", quality=95, subsampling="4:4:4", exif=exif)
    for orientation in (6, 7):
        exif[0x0112] = orientation
        save(f"orientation_{orientation}.png", colour, "RGB", exif=exif)
        save(f"orientation_{orientation}.webp", colour, "RGB", lossless=True, exif=exif)

    save("grey_1bit.png", grey.convert("1"), "L")
    save("grey.png", grey, "L")
    save("colour.png", colour, "RGB")
    save("palette.png", palette, "RGB")
    save("palette_4bit.png", colour.quantize(9), "RGB")
    save("palette_transparent.png", palette, "RGBA", transparency=3)
    save("rgba.png", with_alpha, "RGBA")
    save("grey_alpha.png", grey_alpha, "LA")
    ramp = numpy.linspace(0, 65535, WIDTH * HEIGHT).reshape(HEIGHT, WIDTH).astype(numpy.uint16)
    png16("grey_16bit.png", 0, ramp)
    expect("grey_16bit.png", Image.fromarray((ramp // 256).astype(numpy.uint8)))
    colours = numpy.stack([ramp, ramp[::-1], ramp[:, ::-1]], axis=2)
    png16("colour_16bit.png", 2, colours)
    with Image.open(images / "colour_16bit.png") as stored:
        expect("colour_16bit.png", stored.convert("RGB"))

    save("lossy.webp", colour, "RGB", quality=80)
    save("lossless.webp", colour, "RGB", lossless=True)
    save("alpha.webp", with_alpha, "RGBA", lossless=True, exact=True)

    save("moving.webp", with_alpha, "RGBA", save_all=True, append_images=[with_alpha.transpose(Image.ROTATE_180)],
         lossless=True, exact=True, duration=50)
    save("moving_lossy.webp", colour, "RGB", save_all=True, append_images=[colour.transpose(Image.ROTATE_180)], quality=80)

    save("interlaced.gif", palette, "RGB", interlace=1)
    save("plain.gif", palette, "RGB", interlace=0)
    save("transparent.gif", palette, "RGBA", transparency=3)
    save("moving.gif", palette, "RGB", save_all=True, append_images=[palette.transpose(Image.ROTATE_180)])
    # More than 4,096 codes: the table fills up.
    noise = Image.fromarray(numpy.random.default_rng(5).integers(0, 256, (70, 70)).astype(numpy.uint8))
    save("noise.gif", noise, "L")

    save("1bit.bmp", grey.convert("1"), "L")
    save("grey.bmp", grey, "L")
    save("palette.bmp", palette, "RGB")
    save("colour.bmp", colour, "RGB")
    save("rgba.bmp", with_alpha, "RGBA")

    save("grey.pgm", grey, "L")
    save("colour.ppm", colour, "RGB")
    (images / "grey_16bit.pgm").write_bytes(b"P5 %d %d 65535\n" % (WIDTH, HEIGHT) + ramp.astype(">u2").tobytes())
    expect("grey_16bit.pgm", Image.fromarray((ramp / 257).round().astype(numpy.uint8)))
    plain = " ".join(str(value) for value in numpy.asarray(colour).flatten())
    (images / "plain.ppm").write_text(f"P3\n# made by hand\n{WIDTH} {HEIGHT}\n255\n{plain}\n")
    expect("plain.ppm", colour)

    source = picture(37, 29)
    source.save(resized / "source.ppm")
    filters = {"box": Image.BOX, "bilinear": Image.BILINEAR, "bicubic": Image.BICUBIC, "lanczos": Image.LANCZOS}
    for name, method in filters.items():
        for width, height in ((16, 16), (41, 33), (9, 29)):
            source.resize((width, height), method).save(resized / f"{name}_{width}x{height}.ppm")


def archive_goldens():
    """Pixel i of image n is (7 n + i) mod 251 in memory order, its label 2 - n mod 3."""
    archives.mkdir(exist_ok=True)
    count, size = 5, 4
    labels = numpy.array([2 - n % 3 for n in range(count)])
    flat = numpy.array([[(7 * n + i) % 251 for i in range(size * size * 3)] for n in range(count)], dtype=numpy.uint8)
    last = flat.reshape(count, size, size, 3)
    numpy.savez(archives / "channels_last.npz", images=last, labels=labels)
    first = flat.reshape(count, 3, size, size)
    numpy.savez_compressed(archives / "channels_first.npz", x=first, y=labels.astype(numpy.int32)[:, None])
    numpy.savez(archives / "grey.npz", flat.reshape(count, size, 3 * size))
    numpy.savez(archives / "fortran.npz", images=numpy.asfortranarray(last))
    numpy.savez(archives / "floats.npz", images=last / 255)


if __name__ == "__main__":
    main()
    archive_goldens()
