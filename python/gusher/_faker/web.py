"""Files and the web: names, addresses, numbers of ports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .._gusher import Draw, Error
from .method import Values

if TYPE_CHECKING:
    import ipaddress

# --- files ------------------------------------------------------------------------------------------------

_EXTENSIONS = {
    "audio": ("flac", "mp3", "ogg", "wav"),
    "image": ("bmp", "gif", "jpeg", "jpg", "png", "tiff"),
    "office": ("docx", "odp", "ods", "odt", "pdf", "pptx", "xlsx"),
    "text": ("csv", "css", "html", "js", "json", "md", "txt", "xml"),
    "video": ("avi", "mkv", "mov", "mp4", "webm"),
}


def file_extension(values: Values, draw: Draw, category: str | None = None) -> str:
    if category is not None and category not in _EXTENSIONS:
        raise Error(f"category={category!r}: expected {', '.join(_EXTENSIONS)}")
    return draw.choice(_EXTENSIONS[draw.choice(list(_EXTENSIONS)) if category is None else category])


def _stem(values: Values, draw: Draw) -> str:
    return draw.choice(values.vocabulary("word@locale=en_US"))


def file_name(values: Values, draw: Draw, category: str | None = None, extension: str | None = None) -> str:
    ending = file_extension(values, draw, category) if extension is None else extension
    stem = _stem(values, draw)
    return f"{stem}.{ending}" if ending else stem


def file_path(
    values: Values,
    draw: Draw,
    depth: int = 1,
    category: str | None = None,
    extension: str | Sequence[str] | None = None,
    absolute: bool = True,
    file_system_rule: str = "linux",
    allowed_path_traversal_elements: Sequence[str] | None = None,
) -> str:
    rules = {"linux": ("/", "/"), "windows": ("C:\\", "\\")}
    if file_system_rule not in rules:
        raise Error(f"file_system_rule={file_system_rule!r}: expected {', '.join(rules)}")
    root, separator = rules[file_system_rule]
    if extension is not None and not isinstance(extension, str):
        extension = draw.choice(list(extension)) if len(extension) > 0 else ""
    detours = list(allowed_path_traversal_elements or [])
    folders = [draw.choice([*detours, _stem(values, draw)]) for _ in range(depth)]
    return (root if absolute else "") + separator.join([*folders, file_name(values, draw, category, extension)])


def mime_type(values: Values, draw: Draw, category: str | None = None) -> str:
    known = values.vocabulary("mime.type")
    chosen = [name for name in known if category is None or name.startswith(f"{category}/")]
    if not chosen:
        categories = sorted({name.split("/")[0] for name in known})
        raise Error(f"category={category!r}: expected {', '.join(categories)}")
    return draw.choice(chosen)


def _device(draw: Draw, prefix: str | None) -> str:
    return f"/dev/{draw.choice(('sd', 'vd', 'xvd')) if prefix is None else prefix}{draw.choice('abcdefghijklmnopqrstuvwxyz')}"


def unix_device(values: Values, draw: Draw, prefix: str | None = None) -> str:
    return _device(draw, prefix)


def unix_partition(values: Values, draw: Draw, prefix: str | None = None) -> str:
    return f"{_device(draw, prefix)}{draw.below(10)}"


# --- the web ----------------------------------------------------------------------------------------------


def email(values: Values, draw: Draw, safe: bool = True, domain: str | None = None) -> str:
    made: str = values.of("email")()
    if domain is None and safe:
        return made
    # Faker's may be at real domains then, and reach somebody.
    domain = _label(values.of("domain_word")()) + ".example" if domain is None else domain
    return f"{made.split('@')[0]}@{domain}"


def _with_scheme(draw: Draw, address: str, schemes: Sequence[str] | None) -> str:
    if schemes is None:
        return address
    return f"{draw.choice(list(schemes)) if schemes else ''}://{address.partition('://')[2]}"


def url(values: Values, draw: Draw, schemes: Sequence[str] | None = None) -> str:
    return _with_scheme(draw, values.of("url")(), schemes)


_SECTIONS = ("app", "blog", "categories", "category", "explore", "list", "main", "posts", "search", "tag", "tags")


def uri_path(values: Values, draw: Draw, deep: int | None = None) -> str:
    return "/".join(draw.choice(_SECTIONS) for _ in range(deep or draw.between(1, 3)))


def uri(values: Values, draw: Draw, schemes: Sequence[str] | None = None, deep: int | None = None) -> str:
    site = _with_scheme(draw, values.of("url")(), schemes).split("/")[:3]
    page = f"{draw.choice(('about', 'home', 'index', 'login', 'main', 'post', 'search'))}{draw.choice(('.html', '.php', '.jsp'))}"
    # The page is one of the components that are asked for.
    folders = [draw.choice(_SECTIONS) for _ in range((deep or draw.between(1, 4)) - 1)]
    return "/".join([*site, *folders, page])


def image_url(
    values: Values,
    draw: Draw,
    width: int | None = None,
    height: int | None = None,
    placeholder_url: str | None = None,
) -> str:
    # An address that reaches nobody, unless the caller has one.
    text = "https://images.example.com/{width}/{height}" if placeholder_url is None else placeholder_url
    return text.format(width=width or draw.between(1, 1024), height=height or draw.between(1, 1024))


def domain_name(values: Values, draw: Draw, levels: int = 1) -> str:
    if levels < 1:
        raise Error(f"levels={levels}: expected at least 1")
    more = [_label(values.of("domain_word")()) for _ in range(levels - 1)]
    return ".".join([*more, values.of("domain_name")()])


def hostname(values: Values, draw: Draw, levels: int = 1) -> str:
    host = _label(values.of("hostname")().partition(".")[0])
    return host if levels < 1 else f"{host}.{domain_name(values, draw, levels)}"


def _label(text: str) -> str:
    return re.sub(r"[^a-z0-9-]", "", text.lower()) or "host"


def slug(values: Values, draw: Draw, value: str | None = None) -> str:
    if value is None:
        made: str = values.of("slug")()
        return made
    import unicodedata

    plain = unicodedata.normalize("NFKD", value).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def port_number(
    values: Values, draw: Draw, is_system: bool = False, is_user: bool = False, is_dynamic: bool = False
) -> int:
    # RFC 6335, section 6.
    ranges = ((is_system, 0, 1023), (is_user, 1024, 49151), (is_dynamic, 49152, 65535))
    low, high = next(((low, high) for is_wanted, low, high in ranges if is_wanted), (0, 65535))
    return draw.between(low, high)


def mac_address(values: Values, draw: Draw, multicast: bool = False) -> str:
    # The lowest bit of the first octet is a group's; the one above it says that no maker gave the address out.
    first = draw.below(64) << 2 | 2 | multicast
    return ":".join(f"{octet:02x}" for octet in [first, *(draw.below(256) for _ in range(5))])


# --- addresses in networks --------------------------------------------------------------------------------

_CLASSES = {"a": "0.0.0.0/1", "b": "128.0.0.0/2", "c": "192.0.0.0/3"}
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")


def _class_of(address_class: str | None) -> ipaddress.IPv4Network:
    if address_class is not None and address_class not in _CLASSES:
        raise Error(f"address_class={address_class!r}: expected a, b or c")
    import ipaddress

    return ipaddress.IPv4Network("0.0.0.0/0" if address_class is None else _CLASSES[address_class])


def _address(
    draw: Draw, networks: Sequence[ipaddress.IPv4Network], is_network: bool, is_right: Callable[[Any], bool]
) -> str:
    """An address in one of the networks, or a network around one that lies in it."""
    import ipaddress

    while True:
        within = networks[draw.weighted([network.num_addresses for network in networks])]
        address = within[draw.below(within.num_addresses)]
        if not is_right(address):
            continue
        if not is_network:
            return str(address)
        length = draw.between(within.prefixlen, 32)
        network = ipaddress.IPv4Network((address, length), strict=False)
        # Some of a large network may lie where none is wanted.
        if is_right(network.network_address) and is_right(network.broadcast_address):
            return str(network)


def _is_public(address: ipaddress.IPv4Address) -> bool:
    return address.is_global and not address.is_multicast and not address.is_reserved


def ipv4(
    values: Values, draw: Draw, network: bool = False, address_class: str | None = None, private: bool | None = None
) -> str:
    if private is not None:
        return (ipv4_private if private else ipv4_public)(values, draw, network, address_class)
    return _address(draw, [_class_of(address_class)], network, lambda address: True)


def ipv4_private(values: Values, draw: Draw, network: bool = False, address_class: str | None = None) -> str:
    import ipaddress

    within = _class_of(address_class)
    networks = [one for one in map(ipaddress.IPv4Network, _PRIVATE) if one.subnet_of(within)]
    return _address(draw, networks, network, lambda address: True)


def ipv4_public(values: Values, draw: Draw, network: bool = False, address_class: str | None = None) -> str:
    return _address(draw, [_class_of(address_class)], network, _is_public)


def ipv6(values: Values, draw: Draw, network: bool = False) -> str:
    if not network:
        made: str = values.of("ipv6")()
        return made
    import ipaddress

    length = draw.between(0, 128)
    return str(ipaddress.IPv6Network((draw.below(2**128), length), strict=False))


# --- names of networks and of those who keep them ---------------------------------------------------------


def http_status_code(values: Values, draw: Draw, include_unassigned: bool = True) -> int:
    if include_unassigned:
        return draw.between(100, 599)
    return int(draw.choice(values.vocabulary("http.status")))


_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def nic_handle(values: Values, draw: Draw, suffix: str = "FAKE") -> str:
    if not suffix:
        raise Error("suffix: expected letters")
    letters = "".join(draw.choice(_CAPITALS) for _ in range(draw.between(2, 4)))
    return f"{letters}{draw.between(1, 9)}{draw.below(10 ** draw.between(0, 4)) or ''}-{suffix.upper()}"


def nic_handles(values: Values, draw: Draw, count: int = 1, suffix: str = "????") -> list[str]:
    if count <= 0:
        raise Error(f"count={count}: expected a number above 0")
    return [nic_handle(values, draw, "".join(draw.choice(_CAPITALS) if sign == "?" else sign for sign in suffix)) for _ in range(count)]


def dga(
    values: Values,
    draw: Draw,
    year: int | None = None,
    month: int | None = None,
    day: int | None = None,
    tld: str | None = None,
    length: int | None = None,
) -> str:
    # A name as malware makes them, the same for the same day: three shift registers, whose differences are letters.
    first, second, third = year or draw.between(1, 9999), month or draw.between(1, 12), day or draw.between(1, 30)
    name = ""
    for _ in range(length or draw.between(2, 63)):
        first = (first ^ first << 3) >> 11 ^ (first & 0xFFFFFFF0) << 17
        second = (second ^ second << 2) >> 25 ^ (second & 0xFFFFFFF8) << 4
        third = (third ^ third << 13) >> 19 ^ (third & 0xFFFFFFFE) << 12
        name += chr(ord("a") + (first ^ second ^ third) % 25)
    return f"{name}.{tld or values.of('tld')()}"
