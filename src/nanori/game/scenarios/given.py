"""A scenario's bytes (YAML or JSON) or Python values to what they give, with places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, cast

from nanori.formats.io import encodings
from nanori.model.errors import NanoriError

# Bytes of a scenario's file. This and the following bounds are far beyond any real scenario.
MOST_BYTES = 64_000_000
# Code points of one ability, as given or as it reads later.
LONGEST_ABILITY = 100_000
# How many abilities an object may be given.
MOST_ABILITIES = 10_000
# Code points of everything that an object is given.
LONGEST_GAINED = 1_000_000
# What YAML aliases may repeat in a small file, in code points, altogether.
MOST_REPEATED = 1_000_000
# How many times its own length the aliases of a larger file may repeat.
MOST_TIMES = 10
# Code points of all answers, a reference counting as a hundred.
LONGEST_ANSWERS = 20_000_000
# What a reference counts for in an answer.
REFERENCE_LENGTH = 100

# A value that begins with a mana symbol, which YAML takes for a mapping.
BRACED = re.compile(r"^[^#\n]*?\b(\w+): (\{[^{}:\n]{1,12}\}[^\n]{0,30})", re.MULTILINE)
# Byte order marks of UTF-8 and both UTF-16.
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# Bytes in which the encoding is looked for.
HEAD = 65_536
# The YAML tags that are read; any other would have to make a Python object.
TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")
)
# What YAML makes of a plain word for nothing, and of the key `<<`.
NULL, MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"
# Levels of tables and lists in a scenario.
DEEPEST = 50
TRUE = frozenset({"true", "yes", "on"})
FALSE = frozenset({"false", "no", "off"})
# No number has as many: int() takes long for a million of them.
DIGITS = 10
# Keys that anything may have, for remarks.
NOTES = frozenset({"comment", "note", "notes"})


# A field, or the place of an item in a list: a step on the way to a value.
FieldStep = str | int


class Given:
    """A value of a scenario: a table, a list, words, or nothing; with its place and line."""

    __slots__ = ("line", "place", "value")

    def __init__(
        self,
        value: dict[str, Given] | list[Given] | str | None,
        place: str = "",
        line: int | None = None,
    ) -> None:
        """Keep the value; numbers and truth values are the words as written."""
        self.value = value
        self.place = place
        self.line = line

    def error(self, message: str) -> NanoriError:
        """Return an error, or a warning, that names the place."""
        return NanoriError(f"{self.place}: {message}" if self.place else message, line=self.line)

    def fail(self, message: str) -> NoReturn:
        """Raise a NanoriError that names the place."""
        raise self.error(message)

    def wanted(self, what: str) -> NoReturn:
        """Raise a NanoriError that says what is there and what should be."""
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
            self.wanted(what)
        return self.value

    def flag(self) -> bool:
        """Return a truth value."""
        word = self.value.lower() if isinstance(self.value, str) else ""
        if word not in TRUE | FALSE:
            self.wanted("true or false")
        return word in TRUE

    def number(self, what: str = "a number") -> int:
        """Return a whole number, not below zero."""
        word = self.value.strip() if isinstance(self.value, str) else ""
        if not (word.isascii() and word.isdecimal() and len(word) < DIGITS):
            self.wanted(what)
        return int(word)

    def items(self, what: str = "a list") -> list[Given]:
        """Return the items of a list; a single thing is a list of one, nothing an empty one."""
        if isinstance(self.value, list):
            return self.value
        if self.value is None:
            return []
        if isinstance(self.value, dict):
            self.wanted(what)
        return [self]

    def texts(self, what: str = "a list of text") -> list[str]:
        """Return the words of a list."""
        return [item.text() for item in self.items(what)]

    def table(self, what: str = "a mapping") -> dict[str, Given]:
        """Return the values of a table by their keys."""
        if not isinstance(self.value, dict):
            self.wanted(what)
        return self.value

    def has(self, *kinds: type) -> bool:
        """Tell whether the value is of one of these kinds: dict, list, str."""
        return isinstance(self.value, kinds)

    def words(self) -> Any:  # noqa: ANN401 - whatever tables and lists can hold
        """Return the value in plain Python types, all scalars as text."""
        if isinstance(self.value, dict):
            return {key: item.words() for key, item in self.value.items() if not item.absent}
        if isinstance(self.value, list):
            return [item.words() for item in self.value]
        return self.value


def of_python(value: object, place: str = "", depth: int = 0) -> Given:
    """Return a value of plain Python types, as JSON has them, with the places in it."""
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
    """Return words that can be written; half a surrogate pair, which JSON allows, cannot."""
    try:
        words.encode()
    except UnicodeEncodeError:
        raise NanoriError(f"{place or 'the scenario'}: half a character is there") from None
    return words


def joined(place: str, key: str) -> str:
    """Return the place of a key in the table at a place."""
    return f"{place}.{key}" if place else key


def of_bytes(text: bytes) -> Given:
    """Return what a scenario gives. NanoriError, with line and column, if it is neither format."""
    if len(text) > MOST_BYTES:
        raise NanoriError(f"larger than {MOST_BYTES} bytes")
    mark = next((mark for mark in MARKS if text.startswith(mark)), b"")
    encoding = encodings.of(mark, text[:HEAD])
    try:
        words = text.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        named = {"utf-8": "UTF-8", "cp932": "cp932"}.get(encoding, encoding)
        raise NanoriError(f"not {named}: {error.reason}", line=line) from None
    if words.lstrip()[:1] in ("{", "["):
        try:
            return of_python(_json(words))
        except json.JSONDecodeError:
            pass  # YAML's flow style begins alike; its message then counts.
        except RecursionError:
            raise NanoriError(f"deeper than {DEEPEST} levels") from None
        except ValueError as error:
            raise NanoriError(str(error).split(":")[0].lower()) from None
    return _yaml(words)


def _json(words: str) -> object:
    def table_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for key, value in pairs:
            if key in table:
                raise NanoriError(f"the key “{key}” is there twice")
            table[key] = value
        return table

    return json.loads(words, object_pairs_hook=table_of)


def _yaml(words: str) -> Given:
    import yaml

    try:
        return _of_yaml(words)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = " ".join((error.problem or error.context or "no YAML").split())
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise NanoriError(
            f"no YAML: {message}{_hint(words, line)}", line=line, column=column
        ) from None
    except yaml.YAMLError as error:
        raise NanoriError(f"no YAML: {' '.join(str(error).split())}") from None


def _hint(words: str, line: int | None) -> str:
    """Return how to write a value that begins with a mana symbol; "" if none does."""
    braced = BRACED.search("".join(words.split("\n")[(line or 1) - 1 : line]))
    if not braced:
        return ""
    words = braced[2].strip()
    while words.count("}") > words.count("{"):  # what closes a table around it
        words = words[: words.rindex("}")]
    return f'; write it in quotation marks, {braced[1]}: "{words}"'


def _of_yaml(words: str) -> Given:
    """Return what YAML gives; refused if it is deep, or its aliases repeat beyond measure."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = documents = 0
    for event in cast("Any", yaml).parse(words, Loader=loader):  # the composer recurses
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > DEEPEST or documents > 1:
            deep = f"deeper than {DEEPEST} levels"
            reason = deep if depth > DEEPEST else "one scenario was wanted, not several documents"
            raise NanoriError(reason, line=event.start_mark.line + 1)
    root = cast("Any", yaml).compose(words, Loader=loader)
    return _Nodes(max(MOST_REPEATED, MOST_TIMES * len(words)), len(words)).given(root, "", 0)


class _Nodes:
    """Nodes of YAML to what they give; aliases repeat them, within bounds."""

    def __init__(self, most_repeated: int, length: int) -> None:
        self._most_repeated = most_repeated
        self._left = most_repeated + 9 * length  # each value counts as 8 more than its length

    def given(self, node: Any, place: str, depth: int) -> Given:  # noqa: ANN401 - without types
        import yaml

        if node is None:
            return Given(None)
        line: int = node.start_mark.line + 1
        if node.tag not in (None, "!", MERGE, *TAGS):
            raise NanoriError(f"the tag {node.tag} is not read", line=line)
        if depth > DEEPEST:
            raise NanoriError("an alias stands for nothing before it, for what it is in", line=line)
        self._left -= 8 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
        if self._left < 0:
            most = self._most_repeated
            raise NanoriError(f"aliases repeat more than {most} characters of the file", line=line)
        if isinstance(node, yaml.ScalarNode):
            plain = not node.style and node.tag == NULL
            return Given(None if plain else node.value, place, line)
        if isinstance(node, yaml.SequenceNode):
            items = enumerate(node.value)
            each = [self.given(item, f"{place}[{number}]", depth + 1) for number, item in items]
            return Given(each, place, line)
        table: dict[str, Given] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise NanoriError("a table or list is no key", line=key.start_mark.line + 1)
            if key.value in table:
                line = key.start_mark.line + 1
                Given(None, place, line).fail(f"the key “{key.value}” is there twice")
            table[key.value] = self.given(value, joined(place, key.value), depth + 1)
        _merge(table)
        return Given(table, place, line)


def _merge(table: dict[str, Given]) -> None:
    """Put in what `<<` refers to; the table's own keys take precedence."""
    merged = table.pop("<<", None)
    for other in merged.items() if merged and not merged.has(dict) else [merged]:
        if other is not None:
            for key, value in other.table().items():
                table.setdefault(key, value)
