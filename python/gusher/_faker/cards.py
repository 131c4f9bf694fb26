"""Credit cards by their networks: ISO/IEC 7812 numbers with a check digit by Luhn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._gusher import Draw, Error
from .dates import card_expire
from .method import Values


class _Network(NamedTuple):
    """A network: its name, the numbers that its cards begin with (``#`` is any digit), and what else is on them."""

    name: str
    prefixes: tuple[str, ...]
    length: int = 16
    code: str = "CVC"
    code_length: int = 3


_MASTERCARD = ("51", "52", "53", "54", "55", *map(str, range(2221, 2721)))
_DINERS = ("300", "301", "302", "303", "304", "305", "36", "38")
_VISA = ("4",)
_NETWORKS = {
    "maestro": _Network("Maestro", ("5018", "5020", "5038", "56##", "6304", "6759", "6761", "6762", "6763"), 12, "CVV"),
    "mastercard": _Network("Mastercard", _MASTERCARD, 16, "CVV"),
    "visa16": _Network("VISA 16 digit", _VISA),
    "visa13": _Network("VISA 13 digit", _VISA, 13),
    "visa19": _Network("VISA 19 digit", _VISA, 19),
    "amex": _Network("American Express", ("34", "37"), 15, "CID", 4),
    "discover": _Network("Discover", ("6011", "65")),
    "diners": _Network("Diners Club / Carte Blanche", _DINERS, 14),
    "jcb15": _Network("JCB 15 digit", ("2131", "1800"), 15),
    "jcb16": _Network("JCB 16 digit", ("35",)),
}
_OTHER_NAMES = {"visa": "visa16", "jcb": "jcb16"}


_MIR = _Network("МИР", ("2200", "2201", "2202", "2203", "2204"))
# Where other networks have cards: those of each locale.
_LOCAL: dict[str, dict[str, _Network]] = {
    "pt_PT": {
        "maestro": _Network("Maestro", ("50", "67"), 16, "CVV2"),
        "mastercard": _Network("Mastercard", ("51", "52", "53", "54", "55"), 16, "CVV2"),
        "visa": _Network("Visa", _VISA, 16, "CVV2"),
    },
    "ru_RU": {
        "visa": _Network("Visa", _VISA, 16, "CVV2"),
        "mastercard": _Network("Mastercard", _MASTERCARD, 16, "CVC2"),
        "mir": _MIR,
        "maestro": _Network("Maestro", ("50", "56", "57", "58", "63", "67"), 16, "CVV2"),
        "amex": _Network("American Express", ("34", "37"), 15, "CID", 4),
        "unionpay": _Network("Union Pay", ("62", "81")),
    },
    "uk_UA": {
        "visa": _Network("Visa", _VISA, 16, "CVV2"),
        "mastercard": _Network("Mastercard", ("51", "52", "53", "54", "55"), 16, "CVC2"),
        "prostir": _Network("ПРОСТІР", ("9",), 16, "CVC2"),
        "maestro": _Network("Maestro", ("6762",), 16, "CVV"),
    },
    "zh_CN": {
        "unionpay": _Network("UnionPay", ("62",), 16, "CVN2"),
        "visa": _Network("Visa", _VISA, 16, "CVV2"),
        "mastercard": _Network("Mastercard", ("51", "52", "53", "54", "55"), 16, "CVC2"),
    },
}


def _network(draw: Draw, card_type: Any, networks: Mapping[str, _Network] = _NETWORKS) -> _Network:
    if card_type is None:
        return draw.choice(list(networks.values()))
    # Faker's own description of a network has these parts by these names.
    if hasattr(card_type, "prefixes"):
        return _Network(
            card_type.name, tuple(card_type.prefixes), card_type.length, card_type.security_code, card_type.security_code_length
        )
    network = networks.get(card_type) or networks.get(_OTHER_NAMES.get(card_type, ""))
    if network is None:
        known = [*networks, *(name for name, one in _OTHER_NAMES.items() if one in networks)]
        raise Error(f"card_type={card_type!r}: expected {', '.join(known)}")
    return network


def _number(draw: Draw, network: _Network) -> str:
    begin = draw.choice(network.prefixes)
    digits = [draw.below(10) if sign == "#" else int(sign) for sign in begin.replace("%", "#")]
    digits += [draw.below(10) for _ in range(network.length - 1 - len(digits))]
    total = 0
    for at, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if at % 2 == 0 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return "".join(map(str, digits)) + str(-total % 10)


def _code(draw: Draw, network: _Network) -> str:
    return f"{draw.below(10**network.code_length):0{network.code_length}d}"


def _methods(networks: Mapping[str, _Network]) -> dict[str, Callable[..., str]]:
    """Faker's methods for cards of these networks."""

    def credit_card_number(values: Values, draw: Draw, card_type: Any = None) -> str:
        return _number(draw, _network(draw, card_type, networks))

    def credit_card_provider(values: Values, draw: Draw, card_type: Any = None) -> str:
        return _network(draw, card_type, networks).name

    def credit_card_security_code(values: Values, draw: Draw, card_type: Any = None) -> str:
        return _code(draw, _network(draw, card_type, networks))

    def credit_card_full(values: Values, draw: Draw, card_type: Any = None) -> str:
        network = _network(draw, card_type, networks)
        owner = f"{values.of('first_name')()} {values.of('last_name')()}"
        number = f"{_number(draw, network)} {card_expire(values, draw)}"
        return f"{network.name}\n{owner}\n{number}\n{network.code}: {_code(draw, network)}\n"

    made = (credit_card_number, credit_card_provider, credit_card_security_code, credit_card_full)
    return {method.__name__: method for method in made}


def cards_of(locale: str) -> dict[str, Callable[..., str]]:
    """The methods of a locale where other networks have cards."""
    return _methods(_LOCAL[locale])


DRAWN = _methods(_NETWORKS)
