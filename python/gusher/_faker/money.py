"""Currencies with their codes and signs, and banks."""

from __future__ import annotations

from .._gusher import Draw
from .errors import AssertedError, UnknownCode
from .method import Values


def currency(values: Values, draw: Draw) -> tuple[str, str]:
    # Columns of one row are of one currency.
    return values.column("currency.code:any"), values.column("currency:any")


# Ticker and name of cryptocurrencies.
_CRYPTO = {
    "BTC": "Bitcoin",
    "ETH": "Ethereum",
    "LTC": "Litecoin",
    "DOGE": "Dogecoin",
    "XMR": "Monero",
    "ADA": "Cardano",
    "DOT": "Polkadot",
    "XRP": "Ripple",
    "SOL": "Solana",
    "XLM": "Stellar",
    "USDT": "Tether",
    "XTZ": "Tezos",
}


def cryptocurrency(values: Values, draw: Draw) -> tuple[str, str]:
    return draw.choice(list(_CRYPTO.items()))


# The signs of currencies in Unicode, and those that are written with letters; other currencies are written by their code.
_SIGNS = dict(
    pair.split(":")
    for pair in (
        "USD:$ EUR:€ GBP:£ JPY:¥ CNY:¥ INR:₹ KRW:₩ RUB:₽ TRY:₺ UAH:₴ NGN:₦ PHP:₱ VND:₫ ILS:₪ THB:฿ AZN:₼ GEL:₾ KZT:₸ "
        "BTC:₿ CRC:₡ GHS:₵ KHR:៛ LAK:₭ MNT:₮ PYG:₲ AMD:֏ BDT:৳ AFN:؋ IRR:﷼ BRL:R$ PLN:zł CZK:Kč HUF:Ft CHF:Fr. SEK:kr "
        "NOK:kr DKK:kr ISK:kr ZAR:R RON:L BGN:лв. RSD:din. BAM:KM MKD:ден. ALL:L MXN:$ CAD:$ AUD:$ NZD:$ HKD:$ SGD:$ TWD:$ "
        "ARS:$ CLP:$ COP:$ UYU:$ IDR:Rp MYR:RM PKR:₨ LKR:₨ NPR:₨ PEN:S/ EGP:£ LBP:£ SYP:£ KES:KSh TZS:TSh UGX:USh"
    ).split()
)


def currency_symbol(values: Values, draw: Draw, code: str | None = None) -> str:
    if code is None:
        return draw.choice(sorted(set(_SIGNS.values())))
    if code not in _SIGNS and code not in values.vocabulary("currency.code:any"):
        raise UnknownCode(f"code={code!r}: expected the three letters of a currency, such as \"EUR\"")
    return _SIGNS.get(code, code)


_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALPHANUMERIC = f"{_CAPITALS}0123456789"


def swift(
    values: Values, draw: Draw, length: int | None = None, primary: bool = False, use_dataset: bool = False
) -> str:
    if length is None:
        length = draw.choice((8, 11))
    if length not in (8, 11):
        raise AssertedError(f"length={length}: expected 8 or 11")
    head: str = values.column("bank.bic")[:8]
    if length == 8:
        return head
    return head + ("XXX" if primary else "".join(draw.choice(_ALPHANUMERIC) for _ in range(3)))


def swift8(values: Values, draw: Draw, use_dataset: bool = False) -> str:
    return swift(values, draw, 8)


def swift11(values: Values, draw: Draw, primary: bool = False, use_dataset: bool = False) -> str:
    return swift(values, draw, 11, primary)
