"""The methods of a Faker, each with a counter of its own: what :class:`gusher.Faker` and its ``unique`` are made of."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _gusher
from .._gusher import Drawn, Error, Present, Sampler
from .errors import UnsupportedArgument
from .locales import DEFAULT, Locale
from .method import Convert
from .methods import METHODS, Method
from .places import address_lines
from .signature import described
from .table import of_faker
from .tokens import Tokens

__all__ = ["ValuesOf"]

# Faker's providers whose values are of a language, and of no country.
_OF_LANGUAGE = {"color", "company", "date_time", "internet", "job", "lorem", "person"}
# Those whose values are the same everywhere, but for some; and others that are.
_OF_ALL = {"barcode", "currency", "date_time", "geo", "internet", "lorem", "misc", "python", "user_agent"}
_WORDS = {"am_pm", "currency", "currency_name", "day_of_week", "month_name", "pricetag"}
_ALSO_OF_ALL = {"aba", "country_code", "current_country", "current_country_code", "swift", "swift11", "swift8", "vin"}
# What another country's data must not stand for.
_NATIONAL = {"aba", "bban", "iban", "license_plate", "ssn", "swift", "swift11", "swift8"}
# Methods whose values are parts of those of another one.
_PARTS_OF = {"bban": "iban"}
# The most counters that are kept; the oldest ones go first.
_MAX_COUNTERS = 1024


def _local(locale: str, name: str) -> Method | None:
    """What a locale has of its own, which is read when another locale than the default one is used."""
    from .local import local

    return local(locale, name)


class ValuesOf:
    """The methods of Faker under a seed, each with a counter of its own."""

    def __init__(
        self,
        locale: Locale,
        seed: int,
        present: Present,
        modifiers: str = "",
    ) -> None:
        self._place = locale
        self._locale = locale.ours
        self._theirs = locale.theirs
        self._seed = seed
        self._present = present
        self._modifiers = modifiers
        self._samplers: dict[str, Callable[..., Any]] = {}
        # The row from which counters go on whose predecessors were given up.
        self._floor = 0
        # What one method uses of the others, with counters of its own.
        self._parts: dict[str, _Part] = {}
        # The rows from which counters go on that were copied.
        self._copied: dict[str, Any] = {}

    if not TYPE_CHECKING:
        # Type checkers see the methods of the stub alone, and so the names that are none.
        def __getattr__(self, name: str) -> Callable[..., Any]:
            if name.startswith("_"):
                raise AttributeError(name)
            method = None if self._theirs == DEFAULT else _local(self._theirs, name)
            if method is None:
                method = METHODS.get(name)
                if method is None or not self._has_data(name):
                    raise AttributeError(name)
            try:
                made = self._callable(method)
            except Error as error:
                # The locale has no data for it.
                raise AttributeError(f"{name}: {error}") from error
            # The next time the attribute is found without this function.
            self.__dict__[name] = made
            return made

    def _has_data(self, name: str) -> bool:
        """Whether values are of the locale where Faker's are; what is the same everywhere is there in all of them."""
        # Only the United States have these.
        if name == "ssn" and self._theirs not in ("en", DEFAULT):
            return False
        if self._place.has == "all" or not of_faker().is_localized(name, self._theirs):
            return True
        provider = of_faker().provider_of(name)
        if provider in _OF_ALL or name in _ALSO_OF_ALL:
            return name not in _WORDS or self._place.has == "language" and provider == "date_time"
        return self._place.has == "language" and provider in _OF_LANGUAGE

    def _is_here(self, name: str) -> bool:
        """Whether a method can be called in this locale."""
        return self._has_data(name) and (self._theirs == DEFAULT or name not in _NATIONAL or hasattr(self, name))

    def _callable(self, method: Method) -> Callable[..., Any]:
        if method.column is None:
            return self._drawn(method)
        column, convert = method.column
        if method.name == "address" and column == "address":
            convert = address_lines(self._locale)

        def with_arguments(*args: Any, **kwargs: Any) -> Any:
            if not method.takes_arguments:
                raise TypeError(f"{method.name}() takes no arguments")
            try:
                given, named = method.bound(args, kwargs)
            except UnsupportedArgument as error:
                return self._unsupported(method.name, error)(*args, **kwargs)
            if not given and not named:
                return plain()
            if method.columns is None or not isinstance(plain, Sampler) or self._modifiers:
                return self._given(method, given, named)
            counter, convert = self._of_arguments(method, given, named)
            plain.keep(args, kwargs, counter, convert)
            # The next time it is found without this function.
            value = counter()
            return value if convert is None else convert(value)

        if method.draw is not None and not self._has_words(method.name):
            return self._drawn(method)
        other = with_arguments
        if method.draw is not None and type(self)._given is ValuesOf._given:
            other = self._counted(method)
        # A column by the name of another has parts of the same values.
        plain = self._sampler(method.name, column, convert, other, _PARTS_OF.get(method.name))
        return plain

    def _has_words(self, name: str) -> bool:
        """Whether a text is one of the locale's language; it is drawn from Latin words if there are none."""
        return of_faker().provider_of(name) != "lorem" or self._place.has != "nothing" and self._locale[:2] == "en"

    def _drawn(self, method: Method) -> Callable[..., Any]:
        """A method whose values are drawn, with or without arguments."""
        if type(self)._given is ValuesOf._given:
            return self._counted(method)

        def call(*args: Any, **kwargs: Any) -> Any:
            if args or kwargs:
                try:
                    args, kwargs = method.bound(args, kwargs)
                except UnsupportedArgument as error:
                    return self._unsupported(method.name, error)(*args, **kwargs)
            return self._given(method, args, kwargs)

        return described(call, method.name)

    def _counted(self, method: Method) -> Callable[..., Any]:
        """The counter of a method whose values are drawn."""
        key = f"{method.name}()"
        known = self._samplers.get(key)
        if known is None:
            made = Drawn(method, self._seed, self._present, self._part(method.name), self._unsupported)
            made.seek(self._copied.pop(key, 0))
            # Of two threads that make it at once, one has made it in vain.
            known = self._samplers.setdefault(key, made)
        return known

    def _unsupported(self, name: str, error: UnsupportedArgument) -> Callable[..., Any]:
        """What makes a value for arguments that are not supported here."""
        fallback = getattr(self, "_fallback", None)
        if fallback is None or not fallback.has(name):
            raise error
        made: Callable[..., Any] = fallback.method(name)
        return made

    def _given(self, method: Method, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A value for these arguments."""
        if method.draw is not None:
            return self._counted(method)(*args, **kwargs)
        counter, convert = self._of_arguments(method, args, kwargs)
        value = counter()
        return value if convert is None else convert(value)

    def _of_arguments(
        self, method: Method, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Callable[..., Any], Convert | None]:
        """The counter of the column that arguments make, and what makes Faker's type of its values."""
        assert method.columns is not None
        column, convert = method.columns(*args, **kwargs)
        # What it converts to may differ from call to call.
        return self._counter(method.name, column), convert

    def _counter(self, name: str, column: str) -> Callable[..., Any]:
        """A counter for each method and each column that its arguments make."""
        key = f"{name}({column})"
        known = self._samplers.get(key)
        if known is not None:
            return known
        if len(self._samplers) >= _MAX_COUNTERS:
            self._give_up()
        made = self._sampler(key, column, None)
        if self._floor > 0 and isinstance(made, Sampler):
            made.seek(self._floor)
        return made

    def _give_up(self) -> None:
        """Gives the oldest counters up. Those that come after begin behind them, so that nothing is said twice."""
        for one in list(self._samplers.values()):
            if isinstance(one, Sampler):
                one.forget()
        counters = [key for key in list(self._samplers) if key.endswith(")") and not key.endswith("()")]
        for key in counters[: _MAX_COUNTERS // 2]:
            sampler = self._samplers.pop(key, None)
            if isinstance(sampler, Sampler):
                self._floor = max(self._floor, sampler.row)

    def _sampler(
        self,
        name: str,
        column: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
        column_name: str | None = None,
    ) -> Callable[..., Any]:
        sampler = self._samplers.get(name)
        if sampler is None:
            made = self._made_sampler(column_name or name, column + self._modifiers, convert, other)
            if column_name is not None:
                made.rename(name)
            row = self._copied.pop(name, None)
            if row is not None:
                made.seek(row)
            # Of two threads that make it at once, one has made it in vain.
            sampler = self._samplers.setdefault(name, made)
        return sampler

    def _made_sampler(
        self, name: str, column: str, convert: Callable[[Any], Any] | None, other: Callable[..., Any] | None
    ) -> Sampler:
        now = self._present.text
        try:
            return Sampler(name, column, self._seed, now, self._locale, convert, other)
        except Error as error:
            # Faker answers in every locale: where it has no data either, by what it has for the default one.
            if "has no data for" not in str(error) or not self._may_be_default(name):
                raise
            return Sampler(name, column, self._seed, now, DEFAULT, convert, other)

    def _may_be_default(self, name: str) -> bool:
        """Whether values of the default locale may stand for those of this one: not for numbers that states and banks give."""
        return name.partition("(")[0] not in _NATIONAL

    def _part(self, name: str) -> _Part:
        part = self._parts.get(name)
        if part is None:
            part = self._parts.setdefault(name, _Part(self, name))
            copied = self._copied.pop(f"in {name}", None)
            if copied is not None:
                part.others._go_on(copied)
        return part

    def _begin(self, seed: int) -> None:
        """Begins again with another seed."""
        self._seed = seed
        self._clear()

    def _rows(self) -> dict[str, Any]:
        """Where the counters are, those of parts below the names of their methods."""
        rows = {key: one.row for key, one in list(self._samplers.items()) if isinstance(one, (Drawn, Sampler))}
        parts = {f"in {name}": part.others._rows() for name, part in list(self._parts.items())}
        return {**self._copied, **rows, **parts}

    def _go_on(self, rows: Mapping[str, Any]) -> None:
        """Counters go on from these rows."""
        self._clear()
        self._copied = dict(rows)

    def _clear(self) -> None:
        for name in [name for name in list(self.__dict__) if not name.startswith("_")]:
            self.__dict__.pop(name, None)
        self._samplers = {}
        self._parts = {}
        self._floor = 0
        self._copied = {}


class _Part:
    """What a method that draws its values uses of the Faker that it belongs to."""

    __slots__ = ("_name", "_others", "_values")

    def __init__(self, values: ValuesOf, name: str) -> None:
        self._values = values
        self._name = name
        self._others: ValuesOf | None = None

    @property
    def locale(self) -> str:
        return self._values._theirs

    @property
    def others(self) -> ValuesOf:
        """The other methods, with counters of their own."""
        if self._others is None:
            values = self._values
            seed = _gusher.seed_of(values._seed, f"in {self._name}")
            self._others = ValuesOf(values._place, seed, values._present)
        return self._others

    def now(self, tzinfo: datetime.tzinfo | None = None) -> datetime.datetime:
        return self._values._present.now(tzinfo)

    def today(self) -> datetime.date:
        return self._values._present.today()

    def of(self, method: str) -> Callable[..., Any]:
        try:
            made: Callable[..., Any] = getattr(self.others, method)
        except AttributeError:
            fallback = getattr(self._values, "_fallback", None)
            if fallback is None or not fallback.has(method):
                raise
            made = fallback.method(method)
        return made

    def format(self, name: str, *args: Any, **kwargs: Any) -> Any:
        replaced = self.replaced(name)
        if replaced is not None:
            return replaced(*args, **kwargs)
        # What a provider of the caller adds has no counters of its own.
        added = getattr(self._values, "_added", {})
        if name in added or name not in METHODS:
            return getattr(self._values, name)(*args, **kwargs)
        return self.of(name)(*args, **kwargs)

    def replaced(self, name: str) -> Callable[..., Any] | None:
        one = self._values.__dict__.get(name)
        # All that is looked up is kept there, too.
        is_own = one is None or str(getattr(one, "__module__", "")).partition(".")[0] == "gusher"
        return None if is_own else one

    def parse(self, text: str) -> str:
        parsed = getattr(self._values, "_parsed", None)
        return Tokens()._parsed(text, self.format) if parsed is None else parsed(text, self.format)

    def column(self, spec: str) -> Any:
        return self.others._sampler(spec, spec, None)()

    def arguments(self, group: str) -> Mapping[str, Any] | None:
        groups: Mapping[str, Any] = getattr(self._values, "_groups", {})
        return groups.get(group)

    def is_weighted(self) -> bool:
        return bool(getattr(self._values, "_use_weighting", True))

    def vocabulary(self, generator: str) -> Sequence[str]:
        words = self._words_of_script() if generator == "word" else ()
        if words:
            return words
        # Without words of the language, texts are Latin.
        is_latin = generator == "word" and self._values._place.has == "nothing"
        return _vocabulary(self._values._locale, "lorem:1" if is_latin else generator)


    def _words_of_script(self) -> Sequence[str]:
        """Words in another script than Latin, where Faker's texts are in it."""
        place = self._values._place
        if place.has == "nothing" or place.ours[:2] == "en" or not of_faker().is_localized("word", place.theirs):
            return ()
        from .scripts import words_of

        return words_of(place.ours)


# The values of generators of words, by locale and generator: some thousand at most.
_VOCABULARIES: dict[tuple[str, str], Sequence[str]] = {}


def _vocabulary(locale: str, generator: str) -> Sequence[str]:
    known = _VOCABULARIES.get((locale, generator))
    if known is None:
        column = f"{generator}@unique"
        try:
            # Any seed gives the same ones in another order.
            count = Sampler("all", column, 0, None, locale).count(1 << 20)
            (values,) = _gusher.table("all", 0, count, [("all", column)], [], 0, None, locale).objects(0, count)
        except Error as error:
            if "has no data for" not in str(error) or locale == DEFAULT:
                raise
            # Faker's texts are Latin where it has no words of the language.
            values = list(_vocabulary(DEFAULT, "lorem:1" if generator == "word" else generator))
        known = _VOCABULARIES.setdefault((locale, generator), tuple(sorted(values)))
    return known
