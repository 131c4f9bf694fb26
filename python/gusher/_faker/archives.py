"""Files of bytes: archives and images."""

from __future__ import annotations

import io
from typing import Any

from .._gusher import Draw, Error
from .colors import color
from .errors import AssertedError, UnsupportedFeature
from .method import Values


def binary(values: Values, draw: Draw, length: int = 1 << 20) -> bytes:
    import random

    return random.Random(draw.word()).randbytes(length)


def _sizes(draw: Draw, total: int, count: int, least: int) -> list[int]:
    """The sizes of `count` files, each of at least `least` bytes, and of `total` bytes together."""
    for name, number in (("uncompressed_size", total), ("num_files", count), ("min_file_size", least)):
        if isinstance(number, bool) or not isinstance(number, int) or number <= 0:
            raise Error(f"{name}={number!r}: expected a whole number above 0")
    if least * count > total:
        raise AssertedError(f"uncompressed_size={total}: {count} files of at least {least} bytes have more")
    sizes = []
    for others in range(count - 1, 0, -1):
        sizes.append(draw.between(least, total - others * least))
        total -= sizes[-1]
    return [*sizes, total]


def _files(draw: Draw, sizes: list[int]) -> list[tuple[str, bytes]]:
    import random

    source = random.Random(draw.word())
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [("".join(source.choices(letters, k=20)) + str(at), source.randbytes(size)) for at, size in enumerate(sizes, 1)]


# What each name of a compression is to zipfile and to tarfile.
_COMPRESSIONS = {
    **dict.fromkeys(("bzip2", "bz2"), ("ZIP_BZIP2", "bz2")),
    **dict.fromkeys(("lzma", "xz"), ("ZIP_LZMA", "xz")),
    **dict.fromkeys(("deflate", "gzip", "gz"), ("ZIP_DEFLATED", "gz")),
}
_NONE = "ZIP_STORED", ""


def zip(
    values: Values,
    draw: Draw,
    uncompressed_size: int = 65536,
    num_files: int = 1,
    min_file_size: int = 4096,
    compression: str | None = None,
) -> bytes:
    # Few need it.
    import zipfile

    files = _files(draw, _sizes(draw, uncompressed_size, num_files, min_file_size))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", getattr(zipfile, _COMPRESSIONS.get(compression or "", _NONE)[0])) as archive:
        for name, content in files:
            # A time of its own would make other bytes tomorrow.
            archive.writestr(zipfile.ZipInfo(name), content, archive.compression)
    return made.getvalue()


def tar(
    values: Values,
    draw: Draw,
    uncompressed_size: int = 65536,
    num_files: int = 1,
    min_file_size: int = 4096,
    compression: str | None = None,
) -> bytes:
    import tarfile

    files = _files(draw, _sizes(draw, uncompressed_size, num_files, min_file_size))
    made = io.BytesIO()
    mode: Any = f"w|{_COMPRESSIONS.get(compression or '', _NONE)[1]}"
    with tarfile.open(mode=mode, fileobj=made) as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return made.getvalue()


def image(
    values: Values,
    draw: Draw,
    size: tuple[int, int] = (256, 256),
    image_format: str = "png",
    hue: Any = None,
    luminosity: str | None = None,
) -> bytes:
    try:
        import PIL.Image
        import PIL.ImageDraw
    except ImportError as error:
        raise UnsupportedFeature("image() needs the package Pillow", "image") from error
    width, height = size

    def paint() -> str:
        return color(values, draw, hue, luminosity)

    made = PIL.Image.new("RGB", size, paint())
    corners = [(draw.between(0, width), draw.between(0, height)) for _ in range(draw.between(3, 12))]
    PIL.ImageDraw.Draw(made).polygon(corners, fill=paint(), outline=paint())
    file = io.BytesIO()
    made.save(file, format=image_format)
    return file.getvalue()
