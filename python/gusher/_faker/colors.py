"""Colours by hue and luminosity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._gusher import Draw, Error
from .method import Values

# The hues of a colour's name, in degrees; red has those on both sides of 0.
_HUES = {
    "monochrome": (0, 0),
    "red": (-26, 18),
    "orange": (19, 46),
    "yellow": (47, 62),
    "green": (63, 178),
    "blue": (179, 257),
    "purple": (258, 282),
    "pink": (283, 334),
}
# From which brightness on, and from which saturation on, a colour still looks like its name: more of one needs less of the other.
_LEAST_SATURATION = 20
_FULL_SATURATION, _LEAST_BRIGHTNESS = 100, 45
_LUMINOSITIES = (None, "", "random", "bright", "dark", "light")


def _range(hue: Any) -> tuple[int, int]:
    if hue is None:
        return 0, 360
    if isinstance(hue, str):
        if hue.isdigit():
            hue = int(hue)
        elif hue in _HUES:
            return _HUES[hue]
        else:
            raise Error(f"hue={hue!r}: expected a number from 0 to 360, two of them, or {', '.join(_HUES)}")
    if isinstance(hue, int | float) and not isinstance(hue, bool):
        if not 0 <= hue <= 360:
            raise Error(f"hue={hue!r}: expected a number from 0 to 360")
        return int(hue), int(hue)
    if isinstance(hue, Sequence):
        if len(hue) != 2 or not all(isinstance(one, int | float) for one in hue):
            raise TypeError(f"hue={hue!r}: expected two numbers from 0 to 360")
        low, high = (int(one) for one in hue)
        if not 0 <= low <= 360 or not 0 <= high <= 360:
            raise Error(f"hue={hue!r}: expected two numbers from 0 to 360")
        return min(low, high), max(low, high)
    raise TypeError(f"hue={hue!r}: expected a number, two of them, or the name of a colour")


def hsv(draw: Draw, hue: Any = None, luminosity: str | None = None) -> tuple[int, int, int]:
    """Hue in degrees, saturation and brightness in per cent."""
    if luminosity not in _LUMINOSITIES:
        raise Error(f"luminosity={luminosity!r}: expected random, bright, dark or light")
    angle = draw.between(*_range(hue)) % 360
    low, high = {"bright": (55, 100), "dark": (90, 100), "light": (_LEAST_SATURATION, 55), "random": (0, 100)}.get(
        luminosity or "", (_LEAST_SATURATION, 100)
    )
    saturation = 0 if hue == "monochrome" and luminosity != "random" else draw.between(low, high)
    # From full brightness at the least saturation down to less at the full one.
    share = max(0, saturation - _LEAST_SATURATION) / (_FULL_SATURATION - _LEAST_SATURATION)
    least = 0 if hue == "monochrome" else round(100 - share * (100 - _LEAST_BRIGHTNESS))
    brightness = {"dark": (least, min(100, least + 20)), "light": ((least + 100) // 2, 100), "random": (0, 100)}.get(
        luminosity or "", (least, 100)
    )
    return angle, saturation, draw.between(*brightness)


def _rgb_floats(color: tuple[int, int, int]) -> tuple[float, float, float]:
    import colorsys

    return colorsys.hsv_to_rgb(color[0] / 360, color[1] / 100, color[2] / 100)


def _rgb(color: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (int(part * 255) for part in _rgb_floats(color))
    return red, green, blue


def _hsl(color: tuple[int, int, int]) -> tuple[int, int, int]:
    import colorsys

    hue, lightness, saturation = colorsys.rgb_to_hls(*_rgb_floats(color))
    return round(hue * 360) % 360, round(saturation * 100), round(lightness * 100)


def _hex(color: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*_rgb(color))


_FORMATS: dict[str, Callable[[tuple[int, int, int]], str]] = {
    "hex": _hex,
    "rgb": lambda color: "rgb({}, {}, {})".format(*_rgb(color)),
    "hsv": lambda color: "hsv({}, {}, {})".format(*color),
    "hsl": lambda color: "hsl({}, {}, {})".format(*_hsl(color)),
}


def color(values: Values, draw: Draw, hue: Any = None, luminosity: str | None = None, color_format: str = "hex") -> str:
    if color_format not in _FORMATS:
        raise Error(f"color_format={color_format!r}: expected {', '.join(_FORMATS)}")
    return _FORMATS[color_format](hsv(draw, hue, luminosity))


def _of(convert: Callable[[tuple[int, int, int]], Any]) -> Callable[..., Any]:
    def make(values: Values, draw: Draw, hue: Any = None, luminosity: str | None = None) -> Any:
        return convert(hsv(draw, hue, luminosity))

    return make


color_hsv = _of(lambda color: color)
color_hsl = _of(_hsl)
color_rgb = _of(_rgb)
color_rgb_float = _of(_rgb_floats)
