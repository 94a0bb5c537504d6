"""Card files of every format there is a module for in this folder, told apart by their content.

A format is a module with four functions: `recognises` an outline, `elements` of a stream,
`cards` in the JSON of one element, `names` in it. A new module here needs no other change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec

from nanori import languages
from nanori.elements import Element
from nanori.errors import NanoriError
from nanori.formats.outlines import Outline, outline_of
from nanori.model import Card
from nanori.records import Batch, Record
from nanori.streams import Source, opened

OWN = "cards"
"""The format of what is JSON and in no other format, so that each wrong record is named."""

RECORDS = 256
"""Records of a batch at most."""

BYTES = 1 << 19
"""Bytes of a batch beyond which nothing is added to it."""


class Format(Protocol):
    """What a module of this folder has."""

    def recognises(self, outline: Outline) -> bool:
        """Tell whether a file that begins like this is in the format."""
        ...

    def elements(self, source: Source, outline: Outline) -> Iterator[Element]:
        """Yield the JSON of each card in the stream, with its line."""
        ...

    def cards(self, text: bytes) -> Iterator[tuple[Card, Mapping[str, object]]]:
        """Yield each rules text in the JSON of one card, and its unknown keys."""
        ...

    def names(self, text: bytes) -> Iterator[str]:
        """Yield each name in the JSON of one card, also of cards without text."""
        ...


@cache
def listed() -> dict[str, Format]:
    """Return the formats by name: the modules of this folder that recognise something."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    modules = {stem: import_module(f"{__name__}.{stem}") for stem in stems}
    return {
        stem: cast("Format", module)
        for stem, module in modules.items()
        if hasattr(module, "recognises")
    }


def format_of(source: Source) -> tuple[str, Outline]:
    """Return the name of a stream's format and its outline; NanoriError if it is not JSON."""
    outline = outline_of(source)
    for name, module in listed().items():
        if module.recognises(outline):
            return name, outline
    return OWN, outline


def batches(path: str, lang: str = "") -> Iterator[Batch]:
    """Yield the records of a file in batches, unread, in the order of the file.

    `lang` is the language of records that do not say theirs. NanoriError if the file cannot be
    opened, is not JSON, or ends too early; what came before that has been yielded by then.
    """
    with opened(path) as source:
        name, outline = format_of(source)
        lines: list[int] = []
        texts: list[bytes] = []

        def batch() -> Batch:
            return Batch(source.path, name, lang, tuple(lines), tuple(texts), source.done())

        size = 0
        try:
            for line, text in listed()[name].elements(source, outline):
                lines.append(line)
                texts.append(text)
                size += len(text)
                if size >= BYTES or len(texts) >= RECORDS:
                    yield batch()
                    lines, texts, size = [], [], 0
        except NanoriError:
            if texts:
                yield batch()
            raise
        if texts:
            yield batch()


def records(batch: Batch) -> Iterator[Record | NanoriError]:
    """Yield each record of a batch, or why it cannot be one."""
    cards = listed()[batch.format].cards
    for line, text in zip(batch.lines, batch.texts, strict=True):
        try:
            for card, extra in cards(text):
                yield Record(_with_language(card, batch.lang), extra, batch.path, line)
        except NanoriError as error:
            yield NanoriError(error.message, path=batch.path, line=line, column=error.column)


def read(path: str, lang: str | None = None) -> Iterator[Record | NanoriError]:
    """Yield each rules text of a card file, or what is wrong with a record, in their order.

    `path` may be `-`, standard input. `lang` is the language of the records that do not say
    theirs; without it they are told from the text. NanoriError if the file itself is unreadable.
    """
    for batch in batches(path, lang or ""):
        yield from records(batch)


def names(path: str) -> Iterator[str]:
    """Yield the names in a file: of a card file all cards' names, else each line of plain text.

    NanoriError if the file cannot be read; records without a name are passed over.
    """
    with opened(path) as source:
        if not _begins_json(source.head):
            for line, text in source.lines():
                try:
                    yield text.decode().strip()
                except UnicodeDecodeError as error:
                    reason = f"not UTF-8: {error.reason}"
                    raise NanoriError(reason, path=source.path, line=line) from None
            return
        name, outline = format_of(source)
        module = listed()[name]
        for line, text in module.elements(source, outline):
            try:
                yield from module.names(text)
            except NanoriError as error:
                raise NanoriError(error.message, path=source.path, line=line) from None


def _begins_json(head: bytes) -> bool:
    return head.lstrip()[:1] in (b"{", b"[")


def _with_language(card: Card, lang: str) -> Card:
    if card.lang in languages.codes():
        return card
    if card.lang:
        languages.load(card.lang)  # raises, saying which languages there are
    # A text of two words may have no letter that tells; then the name has.
    found = lang or languages.of_text(f"{card.text}\n{card.name}")
    return msgspec.structs.replace(card, lang=found)
