"""The cards of a file, on disk or in memory, for programs that build on nanori."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from msgspec.structs import asdict, replace

from nanori.formats import catalogue, locations, patching, proving, reader
from nanori.formats.entries import Entry, Location
from nanori.formats.io.in_memory import Readable, file_of, of_rows
from nanori.formats.io.streams import PathOrContent
from nanori.grammar import languages
from nanori.model import arguments
from nanori.model.errors import NanoriError, OnError, Remark
from nanori.model.values import Card


def read(
    source: Readable | Iterable[Mapping[str, object]],
    format: str | None = None,
    *,
    lang: str = "",
    path: str = "",
    errors: OnError | None = None,
) -> Iterator[Entry]:
    """Yield every face of the cards in a file, in each of its languages, in the order of the file.

    `source` is a path, the bytes of a file (plain, packed, or an archive), or its text: a `str`
    with a line end in it, or one that begins like JSON or XML; any other `str` is a path. It may
    be rows, as `frame.to_dict("records")` gives them, with the headings that tables have.
    `format` is the name of its format, one of those that `nanori formats` lists, told from the
    content if there is none. `lang` is the language of records that do not say theirs, told from
    each if empty. `path` is what is in memory is called, in errors and to tell its format by the
    suffix. Faces without a text are among them. No more than one card is held at a time.

    Where a record is broken `errors` takes the NanoriError, and the next record follows; without
    it the error is raised. It is raised, too, for a file that cannot be read, is in no known
    format, or breaks off: the records before that have been yielded.

        >>> rows = [{"Card Name": "Quay", "Rules Text": "Quay stays."}]
        >>> [record.card.text for record in nanori.read(rows)]
        ['Quay stays.']
        >>> source = '{"name": "Quay", "text": "Quay stays."}\\n{"name": 3, "text": ""}\\n'
        >>> broken = []
        >>> [record.card.name for record in nanori.read(source, errors=broken.append)]
        ['Quay']
        >>> print(broken[0])
        <text>:2: wanted str, got int in name
    """
    rows = isinstance(source, Iterable) and not isinstance(source, str | bytes | os.PathLike)
    if rows and not (source := list(cast("Iterable[Mapping[str, object]]", source))):
        return iter(())
    file = (of_rows if rows else file_of)(cast("Any", source), path)
    arguments.prove("lang", lang, str)
    if format is not None:
        arguments.prove("format", format, str)
        catalogue.known(format)
    if lang:
        languages.load(lang)
    return _records(file, lang, format or "", errors)


def _records(
    file: PathOrContent, lang: str, format_name: str, errors: OnError | None
) -> Iterator[Entry]:
    for entry in reader.read(file, lang, format_name):
        if isinstance(entry, Remark):
            continue
        if isinstance(entry, NanoriError):
            if errors is None:
                raise entry
            errors(entry)
        else:
            # So that its card equals one made by hand.
            card = entry.card if type(entry.card) is Card else Card(**asdict(entry.card))
            yield replace(entry, card=card, file=_WORDS_IN_FILE)


class _WordsInFile:
    """What entries themselves, which every format makes, cannot import."""

    edits_of_file = staticmethod(patching.entry_edits)

    def locate(self, entry: Entry, field: str, start: int, end: int | None) -> Location | None:
        if not (span := entry.places.get(field)):
            return None
        last = len(proving.field_text(entry.card, field)) if end is None else end
        return locations.layout(entry.element).location(span, start, last)


_WORDS_IN_FILE = _WordsInFile()
