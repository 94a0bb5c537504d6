"""The bytes of a scenario, YAML or JSON, to what they give, with the line of every value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

from nanori.formats.io import encodings
from nanori.game.scenarios.given import DEEPEST, Given, joined, of_python
from nanori.game.scenarios.limits import LARGEST, REPEATED, TIMES
from nanori.model.errors import NanoriError

BRACED = re.compile(r"^[^#\n]*?\b(\w+): (\{[^{}:\n]{1,12}\}[^\n]{0,30})", re.MULTILINE)
"""A value that begins with a symbol of mana, which YAML takes for a mapping."""
HEAD = 65_536
"""Bytes by which the encoding is told."""
NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
"""Plain words of YAML that stand for nothing."""
TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")
)
"""The tags of YAML that are read; any other would have to make an object of Python."""


def read(text: bytes) -> Given:
    """Return what a scenario gives. NanoriError, with line and column, if it is neither format."""
    if len(text) > LARGEST:
        raise NanoriError(f"larger than {LARGEST} bytes")
    encoding = encodings.of(_mark(text), text[:HEAD])
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
            pass  # Flow style of YAML begins alike; its message then counts.
        except RecursionError:
            raise NanoriError(f"deeper than {DEEPEST} levels") from None
        except ValueError as error:
            raise NanoriError(str(error).split(":")[0].lower()) from None
    return _yaml(words)


def _mark(text: bytes) -> bytes:
    """Return the byte order mark that a file begins with."""
    marks = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
    return next((mark for mark in marks if text.startswith(mark)), b"")


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
        return _Tree(words).root
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
    """Return how a value must be written that begins with a symbol of mana; "" where none does."""
    braced = BRACED.search("".join(words.split("\n")[(line or 1) - 1 : line]))
    if not braced:
        return ""
    words = braced[2].strip()
    while words.count("}") > words.count("{"):  # what closes a table around it
        words = words[: words.rindex("}")]
    return f'; write it in quotation marks, {braced[1]}: "{words}"'


class _Open:
    """A table or list that is being read."""

    __slots__ = ("anchor", "given", "key")

    def __init__(self, given: Given, anchor: str | None) -> None:
        self.given = given
        self.anchor = anchor
        self.key: str | None = None


class _Tree:
    """Events of YAML to values, without recursion; aliases are repeated, within bounds."""

    def __init__(self, words: str) -> None:
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Given, int]] = {}
        self._repeated = 0
        self._most = max(REPEATED, TIMES * len(words))
        self._read = 0
        self._sizes: list[int] = []
        self._found: Given | None = None
        for event in _events(words):
            self._take(event)
        self.root = self._found or Given(None)

    def _take(self, event: Any) -> None:  # noqa: ANN401 - one of many classes without types
        import yaml

        line: int = event.start_mark.line + 1
        if isinstance(event, yaml.DocumentStartEvent):
            if self._found is not None:
                raise NanoriError("one scenario was wanted, not several documents", line=line)
        elif isinstance(event, yaml.AliasEvent):
            self._repeat(cast("str", event.anchor), line)
        elif isinstance(event, yaml.ScalarEvent):
            self._tagged(event, line)
            self._read += 1
            # The parser written in C gives plain words the style "", the other one None.
            plain = not event.style and event.tag is None
            value = None if plain and event.value in NOTHING else cast("str", event.value)
            self._add(Given(value, "", line), event.anchor, len(value or "") + 8)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._tagged(event, line)
            if len(self._open) >= DEEPEST:
                raise NanoriError(f"deeper than {DEEPEST} levels", line=line)
            table = isinstance(event, yaml.MappingStartEvent)
            given = Given({} if table else [], self._place(line), line)
            self._open.append(_Open(given, event.anchor))
            self._sizes.append(8)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            done = self._open.pop()
            if isinstance(done.given.value, dict):
                _merge(done.given.value)
            self._add(done.given, done.anchor, self._sizes.pop())

    def _tagged(self, event: Any, line: int) -> None:  # noqa: ANN401
        if event.tag not in (None, "!", *TAGS):
            raise NanoriError(f"the tag {event.tag} is not read", line=line)

    def _place(self, line: int) -> str:
        """Return the place of the table or list that comes next; neither is a key."""
        if not self._open:
            return ""
        top = self._open[-1]
        if isinstance(top.given.value, list):
            return f"{top.given.place}[{len(top.given.value)}]"
        if top.key is None:
            raise NanoriError("a table or list is no key", line=line)
        return joined(top.given.place, top.key)

    def _add(self, given: Given, anchor: str | None, size: int) -> None:
        """Put a value where it belongs: the document, a list, or a key or value of a table."""
        if anchor is not None:
            self._anchors[anchor] = given, size
        if not self._open:
            self._found = given
            return
        top = self._open[-1]
        self._sizes[-1] += size
        if isinstance(top.given.value, list):
            given.place = given.place or f"{top.given.place}[{len(top.given.value)}]"
            top.given.value.append(given)
        elif isinstance(top.given.value, dict):
            if top.key is None:
                top.key = given.value if isinstance(given.value, str) else ""
                if top.key in top.given.value:
                    message = f"the key “{top.key}” is there twice"
                    Given(None, top.given.place, given.line).fail(message)
            else:
                given.place = given.place or joined(top.given.place, top.key)
                top.given.value[top.key] = given
                top.key = None

    def _repeat(self, anchor: str, line: int) -> None:
        """Repeat what an anchor marks; what holds itself, or grows beyond measure, is refused."""
        if any(table.anchor == anchor for table in self._open) or anchor not in self._anchors:
            raise NanoriError(f"the alias *{anchor} stands for nothing before it", line=line)
        given, size = self._anchors[anchor]
        self._repeated += size
        if self._repeated > self._most:
            raise NanoriError(
                f"aliases repeat more than {self._most} characters of the file", line=line
            )
        self._add(Given(given.value, given.place, given.line), None, size)


def _merge(table: dict[str, Given]) -> None:
    """Put in what `<<` refers to; keys of the table itself count first."""
    merged = table.pop("<<", None)
    for other in merged.items() if merged and not merged.has(dict) else [merged]:
        if other is not None:
            for key, value in other.table().items():
                table.setdefault(key, value)


def _events(words: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    yield from cast("Any", yaml).parse(words, Loader=loader)
