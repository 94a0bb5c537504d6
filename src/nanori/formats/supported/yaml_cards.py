"""YAML whose tables have a name and a rules text, as lists of cards; it is only read.

A card's element is the same card as JSON, which has no place in the file but its first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec

from nanori.formats import headings, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About, Format
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.model.errors import NanoriError

# Code points of a file; it is read at once.
MAX_FILE_LENGTH = 1 << 24
# How many times its length the aliases of a file may repeat.
MAX_REPETITIONS = 10

_SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(
    r"""^[ \t]*+(?:-[ \t]++)*+["']?([^\s"'#:{}\[\]][^"'#:\n]{0,40})["']?:(?:\s|$)""", re.M
)


class YamlCards(Format):
    """YAML whose tables have a name and a rules text."""

    ABOUT = About(
        title="YAML whose tables have a name and a rules text",
        suffixes=_SUFFIXES,
        writes=False,
        suppressions="“_noqa”: a check or a list of them",
        alternates=False,
        columns=True,
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file is YAML by its name, with keys of a card's fields."""
        if head.outline is not None or head.folder or head.suffix not in _SUFFIXES:
            return False
        from nanori.formats.in_json import named_json  # few files are YAML

        keys = {named_json.folded(key) for key in _KEY.findall(head.text)}
        return named_json.keys_of(head.columns).wants(keys - named_json.CONTAINERS)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each outermost table with a name and a text."""
        import yaml

        text = encodings.whole(source, head.encoding, MAX_FILE_LENGTH)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            documents = list(cast("Any", yaml).compose_all(text, Loader=loader))
        except yaml.MarkedYAMLError as error:
            mark, reason = error.problem_mark, f"not YAML: {error.problem}"
            line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
            raise NanoriError(reason, path=source.path, line=line, column=column) from None
        except yaml.YAMLError as error:
            reason = f"not YAML: {' '.join(str(error).split())}"
            raise NanoriError(reason, path=source.path) from None
        except RecursionError:
            raise NanoriError("not YAML: nested too deeply", path=source.path) from None
        yield from _Tables(text, head.columns, source.path).cards(documents)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the entries of a card, which have no place in the file."""
        from nanori.formats.in_json import named_json

        for entry in named_json.FORMAT.entries(element):
            checks = entry.suppressed or suppressions.in_json(element.text)
            yield msgspec.structs.replace(entry, places={}, suppressed=checks)


class _Tables:
    def __init__(self, text: str, columns: str, path: str) -> None:
        from nanori.formats.in_json import named_json

        self._columns, self._path = columns, path
        self._folded = named_json.folded
        self._wants = named_json.keys_of(columns).wants
        self._seen: set[int] = set()
        self._left = MAX_REPETITIONS * len(text)

    def cards(self, nodes: list[Any]) -> Iterator[Element]:
        """Yield the outermost tables that are cards; NanoriError if aliases repeat too much."""
        for node in nodes:
            if node is None or node.id == "scalar" or id(node) in self._seen:
                continue
            self._seen.add(id(node))  # aliases lead to it again
            if node.id == "sequence":
                yield from self.cards(node.value)
            elif self._is_card(node) or any(self._speaks(value) for _, value in node.value):
                mark = node.start_mark
                text = msgspec.json.encode(self._plain(node))
                yield Element(mark.line + 1, mark.column + 1, mark.index, text, self._columns)
            else:
                yield from self.cards([value for _, value in node.value])

    def _is_card(self, node: Any) -> bool:  # noqa: ANN401
        if node.id != "mapping":
            return False
        return self._wants({self._folded(str(key.value)) for key, _ in node.value})

    def _speaks(self, node: Any) -> bool:  # noqa: ANN401
        """Tell whether a table has that of a card under each of several languages."""
        return node.id == "mapping" and any(
            headings.language(str(key.value)) and self._is_card(value) for key, value in node.value
        )

    def _plain(self, node: Any) -> object:  # noqa: ANN401
        """Return a table, list or words as JSON has them."""
        self._left -= len(node.value) + 1
        if self._left < 0:
            raise NanoriError("aliases repeat more than the file has", path=self._path)
        if node.id == "sequence":
            return [self._plain(item) for item in node.value]
        if node.id == "mapping":
            return {str(key.value): self._plain(value) for key, value in node.value}
        if node.tag == "tag:yaml.org,2002:null":
            return None
        return node.value.rstrip("\n")


FORMAT = YamlCards()
