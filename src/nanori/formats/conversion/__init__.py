"""Cards in any format go in; the same come out in another, along with what it cannot carry."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Literal

from nanori.formats import reader
from nanori.formats.conversion import written_cards
from nanori.formats.conversion.written_cards import CardWriter
from nanori.formats.entries import Entry
from nanori.formats.io.streams import Content
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Card

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
    "cards": written_cards.IN_ARRAY,
    "jsonl": written_cards.BY_LINE,
    "cockatrice": written_cards.COCKATRICE,
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
    table = written_cards.CsvRows(raw=raw)
    writer = _WRITERS.get(to) or CardWriter(table.card, written_cards.CSV_HEAD, format="tables")
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
