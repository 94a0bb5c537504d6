"""What a scenario gives, value by value, each with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, cast

from nanori.model.errors import NanoriError

DEEPEST = 50
"""Levels of tables and lists in a scenario."""
TRUE = frozenset({"true", "yes", "on"})
FALSE = frozenset({"false", "no", "off"})
NOTES = frozenset({"comment", "note", "notes"})
"""Keys that anything may have, for remarks."""


class Given:
    """A value of a scenario: a table, a list, words, or nothing; with its place and line."""

    __slots__ = ("line", "place", "value")

    def __init__(
        self,
        value: dict[str, Given] | list[Given] | str | None,
        place: str = "",
        line: int | None = None,
    ) -> None:
        """Keep the value; numbers and truth values are the words as they were written."""
        self.value = value
        self.place = place
        self.line = line

    def fail(self, message: str) -> NoReturn:
        """Raise a NanoriError that names the place."""
        raise NanoriError(f"{self.place}: {message}" if self.place else message, line=self.line)

    def _wanted(self, what: str) -> NoReturn:
        self.fail(f"{self.said()}, {what} was wanted")

    def said(self) -> str:
        """Return what is there, for a message."""
        if isinstance(self.value, str):
            words = " ".join(self.value.split())
            return f"“{words[:40]}{'…' if len(words) > 40 else ''}” is there"
        if isinstance(self.value, dict):
            return "a mapping is there"
        return "nothing is there" if self.value is None else "a list is there"

    @property
    def absent(self) -> bool:
        """Whether nothing is given."""
        return self.value is None

    def text(self, what: str = "text") -> str:
        """Return the words; a number or truth value as it was written."""
        if not isinstance(self.value, str):
            self._wanted(what)
        return self.value

    def flag(self) -> bool:
        """Return a truth value."""
        word = self.value.lower() if isinstance(self.value, str) else ""
        if word not in TRUE | FALSE:
            self._wanted("true or false")
        return word in TRUE

    def number(self, what: str = "a number") -> int:
        """Return a whole number, not below zero."""
        word = self.value.strip() if isinstance(self.value, str) else ""
        if not (word.isascii() and word.isdecimal() and len(word) < 10):
            self._wanted(what)
        return int(word)

    def is_number(self) -> bool:
        """Tell whether it may be read as a number."""
        word = self.value if isinstance(self.value, str) else ""
        return word.isascii() and word.isdecimal()

    def items(self, what: str = "a list") -> list[Given]:
        """Return the items of a list; one thing alone is a list of it, nothing an empty one."""
        if isinstance(self.value, list):
            return self.value
        if self.value is None:
            return []
        if isinstance(self.value, dict):
            self._wanted(what)
        return [self]

    def texts(self, what: str = "a list of text") -> list[str]:
        """Return the words of a list."""
        return [item.text() for item in self.items(what)]

    def table(self, what: str = "a mapping") -> dict[str, Given]:
        """Return the values of a table by their keys."""
        if not isinstance(self.value, dict):
            self._wanted(what)
        return self.value

    def has(self, *kinds: type) -> bool:
        """Tell whether the value is of one of these kinds: dict, list, str."""
        return isinstance(self.value, kinds)

    def words(self) -> Any:  # noqa: ANN401 - whatever tables and lists can hold
        """Return the value in Python's own types, all scalars as text."""
        if isinstance(self.value, dict):
            return {key: item.words() for key, item in self.value.items() if not item.absent}
        if isinstance(self.value, list):
            return [item.words() for item in self.value]
        return self.value


class Fields:
    """The fields of one table, each to be taken once; what is left over is an error."""

    def __init__(self, given: Given, what: str) -> None:
        """Begin with all fields of the table."""
        self.given = given
        self._what = what
        if not given.has(dict):
            given.fail(f"{given.said()}, a mapping was wanted as {what}")
        self._left = {key: value for key, value in given.table().items() if key not in NOTES}

    def take(self, *keys: str) -> Given:
        """Return the value of the first of these keys that is there; NanoriError if none is."""
        value = self.get(*keys)
        if value is None:
            self.given.fail(f"{keys[0]} was wanted")
        return value

    def get(self, *keys: str) -> Given | None:
        """Return the value of the first of these keys that is there and is something."""
        given = (self._left.pop(key, None) for key in keys)
        values = [value for value in given if value and not value.absent]
        if len(values) > 1:
            self.given.fail(f"one of {', '.join(keys)} was wanted, not several")
        return values[0] if values else None

    def done(self) -> None:
        """Raise a NanoriError if a field is left over."""
        for value in self._left.values():
            value.fail(f"unknown key in {self._what}")


def of_python(value: object, place: str = "", depth: int = 0) -> Given:
    """Return a value of Python's own types, as JSON has them, with the places in it."""
    if depth > DEEPEST:
        raise NanoriError(f"{place}: deeper than {DEEPEST} levels")
    if value is None:
        return Given(None, place)
    if isinstance(value, bool):
        return Given("true" if value else "false", place)
    if isinstance(value, str):
        return Given(_text(value, place), place)
    if isinstance(value, int | float):
        return Given(str(value), place)
    if isinstance(value, Mapping):
        table = cast("Mapping[object, object]", value)
        return Given(dict(_entries(table, place, depth)), place)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        items = cast("Sequence[object]", value)
        return Given(
            [of_python(item, f"{place}[{n}]", depth + 1) for n, item in enumerate(items)], place
        )
    raise NanoriError(
        f"{place or 'the scenario'}: {type(value).__name__} is there, a value was wanted"
    )


def _entries(table: Mapping[object, object], place: str, depth: int) -> Iterator[tuple[str, Given]]:
    for key, value in table.items():
        name = _text(str(key), place)
        yield name, of_python(value, joined(place, name), depth + 1)


def _text(words: str, place: str) -> str:
    """Return words that can be written; half a surrogate pair, as JSON allows it, cannot."""
    try:
        words.encode()
    except UnicodeEncodeError:
        raise NanoriError(f"{place or 'the scenario'}: half a character is there") from None
    return words


def joined(place: str, key: str) -> str:
    """Return the place of a key in the table at a place."""
    return f"{place}.{key}" if place else key
