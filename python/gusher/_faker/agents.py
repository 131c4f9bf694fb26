"""What browsers call themselves, by the browser that is asked for."""

from __future__ import annotations

from .._gusher import Draw
from .method import Values

_WINDOWS = ("Windows NT 10.0; Win64; x64", "Windows NT 6.1", "Windows NT 6.2", "Windows NT 6.3; WOW64")
_MAC = ("Macintosh; Intel Mac OS X 10_15_7", "Macintosh; Intel Mac OS X 10_14_6", "Macintosh; Intel Mac OS X 13_5")
_LINUX = ("X11; Linux x86_64", "X11; Linux i686")
_PHONES = ("iPhone; CPU iPhone OS 16_5 like Mac OS X", "iPad; CPU OS 15_7 like Mac OS X")
_ANDROID = ("Linux; Android 10", "Linux; Android 12", "Linux; Android 13", "Linux; Android 14")


def chrome(
    values: Values,
    draw: Draw,
    version_from: int = 13,
    version_to: int = 63,
    build_from: int = 800,
    build_to: int = 899,
) -> str:
    version = f"{draw.between(version_from, version_to)}.0.{draw.between(build_from, build_to)}.0"
    system = draw.choice((*_WINDOWS, *_MAC, *_LINUX, *_ANDROID))
    mobile = "Mobile " if system in _ANDROID else ""
    return f"Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version} {mobile}Safari/537.36"


def firefox(values: Values, draw: Draw) -> str:
    version = f"{draw.between(60, 130)}.0"
    system = draw.choice((*_WINDOWS, *_MAC, *_LINUX))
    return f"Mozilla/5.0 ({system}; rv:{version}) Gecko/20100101 Firefox/{version}"


def safari(values: Values, draw: Draw) -> str:
    system, version = draw.choice((*_MAC, *_PHONES)), f"{draw.between(12, 17)}.{draw.below(7)}"
    mobile = "Mobile/15E148 " if system in _PHONES else ""
    return f"Mozilla/5.0 ({system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{version} {mobile}Safari/604.1"


def opera(values: Values, draw: Draw) -> str:
    system, version = draw.choice((*_WINDOWS, *_LINUX)), f"{draw.between(9, 12)}.{draw.between(10, 99)}"
    return f"Opera/9.80 ({system}) Presto/2.{draw.between(9, 12)}.{draw.between(160, 390)} Version/{version}"


def internet_explorer(values: Values, draw: Draw) -> str:
    version, engine = draw.choice((("7.0", "3.1"), ("8.0", "4.0"), ("9.0", "5.0"), ("10.0", "6.0"), ("11.0", "7.0")))
    system = draw.choice(("Windows NT 5.1", "Windows NT 6.0", "Windows NT 6.1", "Windows NT 6.2", "Windows NT 10.0"))
    return f"Mozilla/5.0 (compatible; MSIE {version}; {system}; Trident/{engine})"


def user_agent(values: Values, draw: Draw) -> str:
    return draw.choice((chrome, firefox, safari, opera, internet_explorer))(values, draw)
