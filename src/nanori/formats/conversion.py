"""Cards in any format go in; the same come out in another, along with what it cannot carry.

They are written as card records or CSV rows, one per face and language, or as Cockatrice's. The
table has a byte order mark and CRLF, as Excel wants it. Words that a spreadsheet would take for a
formula get a blank before them, which is removed again when the table is read.
"""

import csv
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain, groupby
from typing import Literal

import msgspec
from msgspec import Struct

from nanori.formats import formulas, reader
from nanori.formats.entries import Entry
from nanori.formats.escaping.xml import XML
from nanori.formats.io.streams import Content
from nanori.formats.suppressions import KEY
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import BETWEEN_FACES, Card

_DEFAULTS = {"game": "magic"}
_OWN = frozenset(Card.__struct_fields__)


class CardWriter(Struct, frozen=True):
    """How cards are written in one format."""

    card: Callable[[Sequence[Entry]], str]
    """Makes a card from its faces and languages; NanoriError if it cannot hold it."""
    begin: str = ""
    """What precedes the cards."""
    between: str = ""
    end: str = ""
    format: str = ""
    """The format that reads it again; empty if everything but marks of names is carried."""


def _record(entry: Entry) -> str:
    fields = msgspec.to_builtins(entry.card)
    said = {key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)}
    said = {"name": entry.card.name, "text": entry.card.text} | said
    extra = {key: value for key, value in entry.extra.items() if key not in _OWN}
    if entry.suppressed and KEY not in extra:
        extra[KEY] = list(entry.suppressed)
    return msgspec.json.encode(said | extra).decode()


IN_ARRAY = CardWriter(lambda entries: ",\n".join(map(_record, entries)), "[\n", ",\n", "\n]\n")
BY_LINE = CardWriter(lambda entries: "\n".join(map(_record, entries)), "", "\n", "\n")


_PLAIN = ("id", "lang", "name", "name_en", "type", "type_en", "text", "reading", "layout")
_FURTHER = ("printed", "released", "game")
_LISTS = ("faces", "alternate")
COLUMNS = (*_PLAIN, *_LISTS, *_FURTHER, "noqa")


class CsvRows:
    """The rows of a table below its headings."""

    def __init__(self, *, raw: bool = False) -> None:
        """Begin a table; with `raw` nothing is put before what a spreadsheet would compute."""
        self._raw = raw
        self.guarded = 0
        """Cells that have a blank before their words."""

    def card(self, entries: Sequence[Entry]) -> str:
        """Return the rows of a card."""
        return "".join(_row(self._cells(entry)) for entry in entries)

    def _cells(self, entry: Entry) -> list[str]:
        said = {field: str(getattr(entry.card, field)) for field in (*_PLAIN, *_FURTHER)}
        said |= {field: BETWEEN_FACES.join(getattr(entry.card, field)) for field in _LISTS}
        said["noqa"] = ",".join(entry.suppressed)
        if self._raw:
            return [said[column] for column in COLUMNS]
        self.guarded += sum(map(formulas.is_guarded, said.values()))
        return [formulas.harmless(said[column]) for column in COLUMNS]


def _row(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


CSV_HEAD = "\ufeff" + _row(COLUMNS)


_BETWEEN_TEXTS = "\n\n---\n\n"
# Layouts of cards that have a back.
_SIDES = frozenset({"transform", "modal_dfc", "meld"})

_BEGIN = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4">
<cards>
"""
_END = "</cards>\n</cockatrice_carddatabase>\n"


def _sides(entries: Sequence[Entry]) -> str:
    """Return the card, or each of its sides; NanoriError for what XML cannot hold."""
    by_lang: dict[str, list[Entry]] = {}
    for entry in entries:
        by_lang.setdefault(entry.card.lang, []).append(entry)
    (main, *local) = (_faces(own) for own in by_lang.values())
    apart = main[0].layout in _SIDES or len(main) == 1
    sides = [[face] for face in main] if apart else [main]
    noqa = next((entry.suppressed for entry in entries if entry.suppressed), ())
    return "".join(
        f"{line}\n"
        for number, side in enumerate(sides)
        for line in _lines(side, [own[number : number + len(side)] for own in local], noqa)
    )


def _faces(entries: Sequence[Entry]) -> list[Card]:
    """Return the cards of the faces; several texts of one face are merged."""
    faces: dict[str, Card] = {}
    for entry in entries:
        card = entry.card
        if not card.name:
            raise NanoriError("a card without a name is there")
        before = faces.get(card.name)
        if before is None or not before.text:
            faces[card.name] = card
        elif card.text:
            faces[card.name] = msgspec.structs.replace(before, text=f"{before.text}\n{card.text}")
    return list(faces.values())


def _lines(faces: list[Card], local: list[list[Card]], noqa: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a card."""
    first = faces[0]
    if noqa:
        yield f" <!-- noqa: {', '.join(noqa)} -->" if "*" not in noqa else " <!-- noqa -->"
    yield " <card>"
    yield from _said(faces, "  ")
    yield "  <prop>"
    types = [face.type for face in faces]
    if any(types):
        yield f"   <type>{XML.encode(BETWEEN_FACES.join(types))}</type>"
    if first.layout:
        yield f"   <layout>{XML.encode(first.layout)}</layout>"
    others = [name for name in first.faces if name != first.name] if len(faces) == 1 else []
    if others:
        side = "front" if first.faces[0] == first.name else "back"
        yield f"   <side>{side}</side>"
    yield "  </prop>"
    if first.printed:
        yield f"  <set>{XML.encode(first.printed)}</set>"
    for name in others:
        yield f'  <related attach="transform">{XML.encode(name)}</related>'
    for own in local:
        if own:
            yield f'  <localization lang="{own[0].lang}">'
            yield from _said(own, "   ")
            yield "  </localization>"
    yield " </card>"


def _said(faces: list[Card], indent: str) -> Iterator[str]:
    yield f"{indent}<name>{XML.encode(BETWEEN_FACES.join(face.name for face in faces))}</name>"
    texts = _BETWEEN_TEXTS.join(face.text for face in faces)
    yield f"{indent}<text>{XML.encode(texts)}</text>"


COCKATRICE = CardWriter(_sides, _BEGIN, "", _END, "cockatrice")


# What cards can be converted to.
ConvertedFormat = Literal["cards", "jsonl", "csv", "cockatrice"]


class Losses:
    """What could not be carried, by kind; extra keys by name."""

    def __init__(self) -> None:
        """Begin with nothing lost."""
        self._counts: Counter[str] = Counter()
        self.guarded = 0
        """Cells of a table before whose words a blank was put."""

    def add(self, what: str) -> None:
        """Note one more."""
        self._counts[what] += 1

    def said(self) -> str:
        """Return all of it in a line; empty if everything was carried."""
        parts = [f"{what} ({count})" for what, count in sorted(self._counts.items())]
        return f"not carried: {', '.join(parts)}" if parts else ""


_WRITERS: Mapping[ConvertedFormat, CardWriter] = {
    "cards": IN_ARRAY,
    "jsonl": BY_LINE,
    "cockatrice": COCKATRICE,
}
_FIELDS = tuple(field for field in Card.__struct_fields__ if field not in ("faces", "text"))
_MARKS = "marks of names"
# What a format may add that a card did not say; this is not a loss.
_GAINED = frozenset({"id", "layout", "name_en", "printed", "type_en"})


def converted(
    path: str,
    to: ConvertedFormat,
    losses: Losses,
    note: OnError,
    lang: str = "",
    format_name: str = "",
    *,
    raw: bool = False,
) -> Iterator[bytes]:
    """Yield the bytes of a file with the cards of another, one card after another.

    In CSV a blank precedes what a spreadsheet would compute, unless `raw`. `note` takes what is
    wrong with a record, which is left out, `losses` what could not be carried. NanoriError if the
    file cannot be read.
    """
    table = CsvRows(raw=raw)
    writer = _WRITERS.get(to) or CardWriter(table.card, CSV_HEAD, format="tables")
    yield writer.begin.encode()
    first = True
    comparison = _Comparison(writer, losses)
    read = reader.entries(path, lang, format_name)
    for _, together in groupby(read, lambda pair: (pair[0].member, pair[0].start, pair[0].line)):
        entries: list[Entry] = []
        for element, entry in together:
            if isinstance(entry, NanoriError):
                note(entry)
            elif entry.card.text or not element.beside:  # a name by itself is not a card
                entries.append(entry)
        if not entries:
            continue
        try:
            words = (("" if first else writer.between) + writer.card(entries)).encode()
        except (NanoriError, UnicodeEncodeError) as error:
            known = isinstance(error, NanoriError)
            message = error.message if known else "a lone surrogate is there"
            note(NanoriError(f"{message} in “{entries[0].card.name}”", path=path))
            continue
        first = False
        comparison.add(entries, words)
        yield words
    comparison.compare()
    losses.guarded = table.guarded
    yield writer.end.encode()


class _Comparison:
    """Compares cards with what a reader of the new format finds in them, many at a time."""

    # A reader is started for so many cards: one each would take three times as long.
    CARDS = 128

    def __init__(self, writer: CardWriter, losses: Losses) -> None:
        """Begin without cards; `losses` takes what differs."""
        self._writer, self._losses = writer, losses
        self._entries: list[Sequence[Entry]] = []
        self._words: list[bytes] = []

    def add(self, entries: Sequence[Entry], words: bytes) -> None:
        """Keep a card as it was and as it was written, until there are enough."""
        for name in chain.from_iterable(entry.unread for entry in entries):
            self._losses.add(_quoted(name))
        if not self._writer.format:
            for entry in entries:
                if entry.markup:
                    self._losses.add(_MARKS)
            return
        self._entries.append(entries)
        self._words.append(words)
        if len(self._words) == self.CARDS:
            self.compare()

    def compare(self) -> None:
        """Note how the kept cards differ, and forget them."""
        written = b"".join([self._writer.begin.encode(), *self._words, self._writer.end.encode()])
        entries = list(chain.from_iterable(self._entries))
        self._entries, self._words = [], []
        if not entries:
            return
        again: defaultdict[tuple[str, str], deque[Entry]] = defaultdict(deque)
        for _, entry in reader.entries(Content("", written), "", self._writer.format):
            if isinstance(entry, Entry) and entry.card.text:
                again[_known_by(entry.card)].append(entry)
        for entry in entries:
            if not entry.card.text:
                continue
            key = _known_by(entry.card)
            if again.get(key):
                for field in _differing(entry, again[key].popleft()):
                    self._losses.add(field)
            else:  # a format may have merged two texts of one face
                self._losses.add("a text of its own" if key in again else "name or language")


def _known_by(card: Card) -> tuple[str, str]:
    return card.lang, " ".join(card.name.split())


def _differing(entry: Entry, again: Entry) -> Iterator[str]:
    """Yield what differs in an entry that was written and read again."""
    before, after = entry.card, again.card
    for field in _FIELDS:
        value, other = getattr(before, field), getattr(after, field)
        if (value or field not in _GAINED) and str(value) != str(other):
            yield field
    if before.text != after.text:
        ends = before.text.replace("\r\n", "\n") == after.text.replace("\r\n", "\n")
        yield "line ends of texts" if ends else "text"
    # The only face of a card may be listed or not.
    if before.faces != after.faces and max(len(before.faces), len(after.faces)) > 1:
        yield "faces"
    if entry.markup and entry.markup != again.markup:
        yield _MARKS
    if set(entry.suppressed) != set(again.suppressed):
        yield "noqa"
    for key in entry.extra:
        if key not in again.extra:
            yield _quoted(key)


def _quoted(key: str) -> str:
    return f"“{' '.join(key.split())[:40]}”"
