"""Records whose parts agree: a person, a place, a company; and tables of what the methods give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._gusher import Error, address_of_person, domain_of_company, domains_of_people
from .method import Convert
from .methods import METHODS

if TYPE_CHECKING:
    from .._columns import Column
    from .._table import Table

__all__ = ["Records"]

# The parts of a record: their names, and their columns. A part by the name of a method has its values.
_PERSON = {
    "name": "name",
    "first_name": "name.first",
    "last_name": "name.last",
    "gender": "gender",
    "birthdate": "birthdate",
    "email": "email",
    "user_name": "username",
    "phone_number": "phone",
    "job": "job.title",
}
_ADDRESS = {
    "street_address": "street.address",
    "city": "city",
    "state": "state",
    "postcode": "postcode",
    "country": "country",
    "country_code": "country.code",
    "latitude": "latitude",
    "longitude": "longitude",
    "timezone": "timezone",
}
_COMPANY = {
    "company": "company",
    "industry": "company.industry",
    "domain": "company.domain",
    "company_email": "company.email",
    "phone_number": "company.phone",
    "catch_phrase": "company.catch.phrase",
}

# What becomes of the values of columns here, and the same as an expression of a table: see `address_of_person`.
_CONVERT = {"email": address_of_person, "company.email": domain_of_company, "company.domain": domain_of_company}


def _at_example(column: str) -> str:
    made = column
    for domain, safe in domains_of_people():
        made = f"replace({made}, '@{domain}', '@{safe}')"
    return f"expr:{made}"


_EXPRESSIONS: dict[Convert | None, Callable[[str], str]] = {
    address_of_person: _at_example,
    domain_of_company: lambda column: f"expr:regexp_replace({column}, '[.](invalid|test)$', '.example')",
}


class Records:
    """Records of a ``Generator``."""

    if TYPE_CHECKING:
        _samplers: dict[str, Any]
        _sampler: Any
        _present: Any
        _seed: int
        _locale: str
        _theirs: str

    def person(self) -> dict[str, Any]:
        """A person whose parts agree: name, gender, birthdate, email and so on. Call n is about the person of the n-th
        ``name()`` and ``email()``.

        >>> import gusher as g
        >>> fake = g.Faker(seed=1)
        >>> fake.person()["name"] == fake.name()
        True
        """
        return self._record("person", _PERSON)

    def address_record(self) -> dict[str, Any]:
        """A place whose parts agree: street, city, state, postcode, coordinates and so on. Call n is about the place of the
        n-th ``city()`` and ``address()``.

        >>> import gusher as g
        >>> g.Faker(seed=1).address_record()["country_code"]
        'US'
        """
        return self._record("address_record", _ADDRESS)

    def company_record(self) -> dict[str, Any]:
        """A company whose parts agree: its name, industry, domain, email and so on.

        >>> import gusher as g
        >>> record = g.Faker(seed=1).company_record()
        >>> record["company_email"].endswith(record["domain"])
        True
        """
        return self._record("company_record", _COMPANY)

    def _record(self, kind: str, columns: Mapping[str, str]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, column in columns.items():
            sampler = self._samplers.get(f"{kind}[{name}]")
            if sampler is None:
                sampler = self._sampler(f"{kind}[{name}]", column, _CONVERT.get(column), None, name)
            made[name] = sampler()
        return made

    def table(self, rows: int | range, columns: Sequence[str] | Mapping[str, str | Column], name: str = "fake") -> Table:
        """A table of what methods give: row n has what call n gives.

        Args:
            rows: how many rows, or which.
            columns: names of methods, or a dict of names with column specs; see :func:`gusher.table`.
            name: the table's name, which is part of every value's key.

        Raises:
            Error: for a method that is no column, because its values depend on the clock or on arguments.

        >>> import gusher as g
        >>> fake = g.Faker(seed=1)
        >>> people = fake.table(3, ["name", "email", "city"])
        >>> [row["name"] for row in people] == [fake.name() for _ in range(3)]
        True
        """
        from .._tables import table

        if isinstance(columns, str):
            raise TypeError(f"columns={columns!r}: expected a list of names of methods, or a dict of names and column specs")
        specs = columns if isinstance(columns, Mapping) else self._columns(columns)
        return table(name, rows, columns=specs, seed=self._seed, now=int(self._present.text), locale=self._locale)

    def _columns(self, names: Sequence[str]) -> dict[str, str]:
        """The column specs of methods. Where a method changes the values of its column, that is hidden, and an expression reads it."""
        from .local import local

        made: dict[str, str] = {}
        for name in names:
            method = local(self._theirs, name) or METHODS.get(name)
            if method is None:
                made[name] = name
            elif method.column is None:
                raise Error(f"fake.table: `{name}` is no column; give a column spec for it, as in {{{name!r}: \"...\"}}")
            else:
                column, convert = method.column
                expression = _EXPRESSIONS.get(convert)
                if expression is not None:
                    hidden = f"{name}_column"
                    made[hidden] = f"{column}@hidden"
                    column = expression(hidden)
                made[name] = column
        return made
