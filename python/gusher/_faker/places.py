"""Places: coordinates, towns of the world, postcodes of a state."""

from __future__ import annotations

import decimal
import functools
from collections.abc import Callable
from typing import Any

from .. import _gusher
from .._gusher import Draw, Error
from .method import Convert, Values

_MICRO = decimal.Decimal("0.000001")


def coordinate(values: Values, draw: Draw, center: float | None = None, radius: float = 0.001) -> decimal.Decimal:
    if center is None:
        return decimal.Decimal(draw.between(-180_000_000, 180_000_000)).scaleb(-6)
    middle, most = float(center), float(radius)
    return decimal.Decimal(str(middle - most + 2 * most * draw.fraction())).quantize(_MICRO)


# A town as Faker lists it: latitude, longitude, name, country, time zone.
_TOWN = ("latitude", "longitude", "city", "country.code", "timezone")


def _town(values: Values, locale: str, coords_only: bool) -> tuple[str, ...]:
    columns = _TOWN[:2] if coords_only else _TOWN
    # Columns of one row are of one town.
    return tuple(str(values.column(f"{column}@locale={locale}")) for column in columns)


def location_on_land(values: Values, draw: Draw, coords_only: bool = False) -> tuple[str, ...]:
    return _town(values, "world", coords_only)


def local_latlng(
    values: Values, draw: Draw, country_code: str = "US", coords_only: bool = False
) -> tuple[str, ...] | None:
    locales = [name for name in (*_gusher.locales(), "en_US") if name.endswith(f"_{country_code}")]
    return _town(values, sorted(locales)[0], coords_only) if locales else None


# --- addresses ----------------------------------------------------------------------------------------------

# What is between the parts of an address, by the script.
_SEPARATORS = (", ", "، ")


@functools.lru_cache(maxsize=None)
def address_lines(locale: str) -> Convert | None:
    """What breaks an address of a locale behind its street, as Faker's are; nothing where the street is not first."""
    columns: list[tuple[str | None, str | int]] = [("address", "address"), ("street", "street.address")]
    # The form of an address is the same in all rows.
    ((address,), (street,)) = _gusher.table("address", 0, 1, columns, [], 0, None, locale).objects(0, 1)
    between = next((one for one in _SEPARATORS if address.startswith(street + one)), None)
    if between is None:
        return None
    more = street.count(between)

    def broken(text: str) -> str:
        if more == 0:
            return text.replace(between, "\n", 1)
        split = text.split(between)
        return f"{between.join(split[: more + 1])}\n{between.join(split[more + 1 :])}"

    return broken


# --- the United States ------------------------------------------------------------------------------------

# The territories of the United States, and the states in free association with it, by the Postal Service (Publication 28).
_TERRITORIES = ("AS", "GU", "MP", "PR", "VI")
_FREELY_ASSOCIATED = ("FM", "MH", "PW")
# The first three digits of their ZIP codes, and those of the states, as ranges (Publication 65).
_ZIP = (
    "AL350-369 AK995-999 AZ850-865 AR716-729 CA900-961 CO800-816 CT060-069 DE197-199 DC200-205 FL320-349 GA300-319 HI967-968 "
    "ID832-838 IL600-629 IN460-479 IA500-528 KS660-679 KY400-427 LA700-714 ME039-049 MD206-219 MA010-027 MI480-499 MN550-567 "
    "MS386-397 MO630-658 MT590-599 NE680-693 NV889-898 NH030-038 NJ070-089 NM870-884 NY100-149 NC270-289 ND580-588 OH430-459 "
    "OK730-749 OR970-979 PA150-196 RI028-029 SC290-299 SD570-577 TN370-385 TX750-799 UT840-847 VT050-059 VA220-246 WA980-994 "
    "WV247-268 WI530-549 WY820-831 AS967-967 GU969-969 MP969-969 PR006-009 VI008-008 FM969-969 MH969-969 PW969-969"
)
_ZIPS = {entry[:2]: (int(entry[2:5]), int(entry[6:])) for entry in _ZIP.split()}


def state_abbr(
    values: Values, draw: Draw, include_territories: bool = True, include_freely_associated_states: bool = True
) -> str:
    left_out: tuple[str, ...] = () if include_territories else _TERRITORIES
    left_out += () if include_freely_associated_states else _FREELY_ASSOCIATED
    return draw.choice([name for name in _ZIPS if name not in left_out])


def postcode_in_state(values: Values, draw: Draw, state_abbr: str | None = None) -> str:
    if state_abbr is None:
        state_abbr = draw.choice(list(_ZIPS)[:51])
    if state_abbr not in _ZIPS:
        raise Error(f"state_abbr={state_abbr!r}: expected one of {', '.join(_ZIPS)}")
    low, high = _ZIPS[state_abbr]
    return f"{draw.between(low, high):03d}{draw.below(100):02d}"


# --- countries --------------------------------------------------------------------------------------------


def country_of(column: str) -> Callable[..., Any]:
    """What is known of the country of the locale."""

    def make(values: Values, draw: Draw) -> Any:
        country = values.locale.partition("_")[2]
        if not country:
            raise AttributeError(f"the locale {values.locale} is of no country")
        if column == "country.code":
            return country
        if country not in _countries():
            raise Error(f"current_country(): the locale {values.locale} names no country of ISO 3166")
        return _countries()[country]

    return make


@functools.lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    """The names of all countries by their codes."""
    columns: list[tuple[str | None, str | int]] = [("code", "country.code:any"), ("name", "country:any")]
    # Columns of one row are of one country; this number of rows has all of them.
    codes, names = _gusher.table("all", 0, 20_000, columns, [], 0, None, "en").objects(0, 20_000)
    return dict(zip(codes, names))
