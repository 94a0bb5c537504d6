"""Cards in any format go in; the same come out as card records or as the rows of a table.

There is one for each face and language. The table has a byte order mark and CRLF, as Excel wants
it. Words that a spreadsheet would take for a formula get a blank before them, which is removed
again when the table is read.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Literal, get_args

import msgspec

from nanori.formats import formulas, reader
from nanori.formats.entries import Entry
from nanori.formats.io.in_memory import Readable, file_of, path_of
from nanori.formats.io.streams import PathOrContent
from nanori.formats.suppressions import KEY
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import BETWEEN_FACES, Card

# What cards can be converted to.
ConvertedFormat = Literal["cards", "jsonl", "csv"]

_DEFAULTS = {"game": "magic"}
_OWN = frozenset(Card.__struct_fields__)

_WORDS = ("id", "lang", "name", "name_en", "type", "type_en", "text", "reading", "layout")
_MORE_WORDS = ("printed", "released", "game")
_LISTS = ("faces", "alternate")
COLUMNS = (*_WORDS, *_LISTS, *_MORE_WORDS, "noqa")


def convert(
    source: Readable,
    to: ConvertedFormat = "jsonl",
    format: str | None = None,
    *,
    lang: str = "",
    errors: OnError | None = None,
) -> bytes:
    """Return the cards of a file as card records, in lines or in an array, or as a table.

    `source`, `format`, `lang` and `errors` are those of `read`; `to` is jsonl, cards or csv. A
    table has a column for each field of a card, and none for what else a file has.

        >>> nanori.convert('Salt Quay\\nLand\\n{T}: Untap Salt Quay.\\n').decode()
        '{"name":"Salt Quay","text":"{T}: Untap Salt Quay.","lang":"en","type":"Land"}\\n'
    """
    if to not in get_args(ConvertedFormat):
        raise NanoriError(
            f"“{to}” is there, one of {', '.join(get_args(ConvertedFormat))} was wanted"
        )

    def note(error: NanoriError) -> None:
        if errors is None:
            raise error
        errors(error)

    file = file_of(source)
    return b"".join(Conversion(to).write(file, note, lang, format or ""))


class Conversion:
    """Writes cards in a format, and counts what is remarked on."""

    def __init__(self, to: ConvertedFormat, *, raw: bool = False) -> None:
        """Begin; with `raw` nothing is put before what a spreadsheet would compute."""
        self._to = to
        self._raw = raw
        self._guarded = 0
        """Cells that have a blank before their words."""
        self._left_out: set[str] = set()
        """Columns and keys that the table has no column for."""

    def remarks(self) -> Iterator[str]:
        """Yield a line for each thing that is written otherwise than it was, or not at all."""
        if self._left_out:
            yield f"not in the table: {', '.join(sorted(self._left_out))}"
        if self._guarded and not self._raw:
            yield formulas.said_of(self._guarded)

    def write(
        self, path: PathOrContent, note: OnError, lang: str = "", format_name: str = ""
    ) -> Iterator[bytes]:
        """Yield the bytes of a file with the cards of another, one card after another.

        `note` takes what is wrong with a record, which is left out. NanoriError if the file cannot
        be read.
        """
        begin, between, end = {
            "cards": ("[\n", ",\n", "\n]\n"),
            "jsonl": ("", "\n", "\n"),
            "csv": ("\ufeff" + _row(COLUMNS), "", ""),
        }[self._to]
        yield begin.encode()
        first = True
        read = reader.entries(path, lang, format_name)
        for entry in read:
            if isinstance(entry, NanoriError):
                note(entry)
            elif entry.card.text or not entry.element.beside:  # a name by itself is not a card
                try:
                    words = ("" if first else between) + self._card(entry)
                    yield words.encode()
                    first = False
                except UnicodeEncodeError:
                    message = f"a lone surrogate is there in “{entry.card.name}”"
                    note(NanoriError(message, path=path_of(path)))
        yield end.encode()

    def _card(self, entry: Entry) -> str:
        if self._to == "csv":
            return _row(self._cells(entry))
        fields = msgspec.to_builtins(entry.card)
        record = {
            key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)
        }
        record = {"name": entry.card.name, "text": entry.card.text} | record
        extra = {key: value for key, value in entry.extra.items() if key not in _OWN}
        if entry.suppressed and KEY not in extra:
            extra[KEY] = list(entry.suppressed)
        return msgspec.json.encode(record | extra).decode()

    def _cells(self, entry: Entry) -> list[str]:
        self._left_out.update(key for key in (*entry.extra, *entry.unread) if key not in COLUMNS)
        cells = {field: str(getattr(entry.card, field)) for field in (*_WORDS, *_MORE_WORDS)}
        cells |= {field: BETWEEN_FACES.join(getattr(entry.card, field)) for field in _LISTS}
        cells["noqa"] = ",".join(entry.suppressed)
        self._guarded += sum(map(formulas.is_guarded, cells.values()))
        return [cells[name] if self._raw else formulas.harmless(cells[name]) for name in COLUMNS]


def _row(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()
