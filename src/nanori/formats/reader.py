"""Reads card files in every format, told apart by content.

A file is a stream of elements, one card each; an element is read into entries, one for each face
and language; an entry is a card record with the places of its fields in the element.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, cast

from msgspec.structs import replace

from nanori.formats import face_facts
from nanori.formats.catalogue import card_file, card_file_of, named, recognised
from nanori.formats.detection import head_of
from nanori.formats.entries import Element, Entry
from nanori.formats.face_facts import FaceFacts
from nanori.formats.format import Format
from nanori.formats.io import archives, encodings, streams
from nanori.formats.io.streams import PathOrContent, opened
from nanori.formats.records import Batch
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError, Remark
from nanori.model.limits import prove_card_limits
from nanori.model.values import Card

# Records of a batch at most: each stage does all of them before the next one.
MAX_RECORDS = 1024

# Bytes of a batch beyond which nothing is added to it.
MAX_BYTES = 1 << 19


def batches(
    path: PathOrContent, lang: str = "", format_name: str = "", *, texts: bool = True
) -> Iterator[Batch]:
    """Yield the records of a file in batches, unread, in file order.

    `lang` is the language of records that do not say theirs, `format_name` their format, detected
    if empty; `texts` says whether there must be texts. NanoriError if the file cannot be opened, is
    broken, or ends too early, after yielding what comes before.
    """
    with card_file(path, format_name, texts=texts) as file:
        waiting: list[Element] = []
        size = 0

        def batch() -> Batch:
            return Batch(file.source.path, file.name, lang, tuple(waiting), file.source.done())

        try:
            for element in file.module.elements(file.source, file.head):
                waiting.append(element)
                size += len(element.text)
                if size >= MAX_BYTES or len(waiting) >= MAX_RECORDS:
                    yield batch()
                    waiting, size = [], 0
        except NanoriError:
            if waiting:
                yield batch()
            raise
        if waiting:
            yield batch()


def entries_of(batch: Batch) -> Iterator[Entry | NanoriError]:
    """Yield each entry of a batch, or what is wrong with one; a name alone is one, too."""
    for element in batch.elements:
        yield from entries_in(batch, element)


def entries_in(batch: Batch, element: Element) -> Iterator[Entry | NanoriError]:
    """Yield each entry of an element of a batch with its places, or what is wrong with one."""
    path = where(batch.path, element)
    try:
        for entry in named(batch.format).entries(element):
            card = with_language(entry.card, batch.lang)
            yield replace(entry, card=card, path=path, format=batch.format, element=element)
            if entry.remark:
                yield placed(Remark(entry.remark), batch.path, element)
    except NanoriError as error:
        yield placed(error, batch.path, element)


def records(batch: Batch) -> Iterator[Entry | NanoriError]:
    """Yield each record of a batch, or what is wrong with it; a name alone is none."""
    for entry in entries_of(batch):
        if isinstance(entry, NanoriError) or entry.is_record:
            yield entry


class Counted(NamedTuple):
    """The entries of a batch, by what they are."""

    records: list[Entry | NanoriError]
    """Those with a text, or a field for one, and what is wrong with any."""
    names: list[Entry]
    """Names alone."""
    other_cards: int
    """How many of these names are not those of one of the records."""


def counted(batch: Batch) -> Counted:
    """Return the records of a batch, and the names in it that are none."""
    entries: list[Entry | NanoriError] = []
    names: list[Entry] = []
    for entry in entries_of(batch):
        if isinstance(entry, NanoriError) or entry.is_record:
            entries.append(entry)
        else:
            names.append(entry)
    are_apart = named(batch.format).IN_PARTS
    others = max(0, len(names) - len(entries)) if are_apart else len(names)
    return Counted(entries, names, others)


# Words of what may be a text, and full-width letters where there are no blanks between words.
SENTENCE, WIDE = 6, 16


def _unread_sentences(entries: Iterable[Entry]) -> str:
    """Return under which key that nobody knows there are sentences; empty if there are none."""
    for key, value in (pair for entry in entries for pair in entry.extra.items()):
        if _has_sentence(value):
            parts = cast("list[object]", value) if isinstance(value, list) else [value]
            reads = any(
                _has_sentence(cast("dict[str, object]", part).get("text"))
                if isinstance(part, dict)
                else _has_sentence(part)
                for part in parts
            )
            how = f"--column text={key} reads them" if reads else "in a shape that is not read"
            return f"sentences are under “{key}”, {how}"
    return ""


def _has_sentence(value: object) -> bool:
    if isinstance(value, str):
        return len(value.split()) >= SENTENCE or sum(letter > "\u2e7f" for letter in value) >= WIDE
    if isinstance(value, dict):
        value = list(cast("dict[str, object]", value).values())
    return isinstance(value, list) and any(map(_has_sentence, cast("list[object]", value)))


def names_in(batch: Batch) -> list[str]:
    """Return the names that `given_names` yields of a batch."""
    from nanori.annotation import shared_names  # no other reading annotates

    module = named(batch.format)
    cards: list[Card] = []
    names: list[str] = []
    for element in batch.elements:
        for each in entries_in(batch, element):
            if isinstance(each, Entry):
                cards.append(each.card)
        with suppress(NanoriError):  # it is among the entries
            names += map(str, module.more_names(element))
    return names + list(shared_names.given(cards))


def where(path: str, element: Element) -> str:
    """Return the path of the file that an element is in, also inside another.

    `cards.xlsx/Sheet1!`, a sheet; `set.mse-set/set`, a member; `set/card 1`, a file of a folder
    """
    if element.row:
        return f"{path}/{element.row.name}!"
    if not element.member:
        return path
    root = archives.root_of(path)
    return f"{root}/{element.member}" if root != "." else element.member


def placed(error: NanoriError, path: str, element: Element) -> NanoriError:
    """Return an error of an element as an error of its file."""
    line = element.line + (0 if element.row else (error.line or 1) - 1)
    return type(error)(error.message, path=where(path, element), line=line, column=error.column)


def read(
    path: PathOrContent, lang: str | None = None, format_name: str = ""
) -> Iterator[Entry | NanoriError]:
    """Yield each rules text of a card file, or what is wrong with a record, in order.

    `path` may be `-`, standard input. `lang` is the language of the records that do not say theirs;
    without it they are told from the text. `format_name` is the format, detected if empty.
    NanoriError if the file itself is unreadable.
    """
    for batch in batches(path, lang or "", format_name):
        yield from records(batch)


def entries(
    path: PathOrContent, lang: str | None = None, format_name: str = "", *, texts: bool = True
) -> Iterator[Entry | NanoriError]:
    """Yield each entry of a card file with its places, or what is wrong with one, in order.

    Names alone are included; `texts` says whether there must be texts. Other arguments and errors
    are those of `read`.
    """
    for batch in batches(path, lang or "", format_name, texts=texts):
        yield from entries_of(batch)


def names(path: PathOrContent, format_name: str = "") -> Iterator[str]:
    """Yield the names in a file: all cards' names in a card file, otherwise each line.

    NanoriError if the file cannot be read; records without a name are skipped.
    """
    with opened(path, folder=True) as source:
        head = head_of(source, format_name)
        if not (format_name or head.folder or head.unread or recognised(head)):
            lines = (line.text.strip() for line in encodings.lines(source))
            yield from (line for line in lines if line)
            return
        file = card_file_of(source, format_name)
        for element in file.module.elements(source, file.head):
            try:
                yield from _names_in(file.module, element)
            except NanoriError as error:
                raise placed(error, source.path, element) from None


def _names_in(module: Format, element: Element) -> Iterable[str]:
    names: list[str] = []
    try:
        for card in (entry.card for entry in module.entries(element)):
            names += filter(None, (card.name, card.name_en, *card.alternate, *card.faces))
    except NanoriError:
        if type(module).more_names is Format.more_names:  # the others read names by themselves
            raise
    return dict.fromkeys([*names, *map(str, module.more_names(element))])


def given_names(path: PathOrContent, lang: str = "", format_name: str = "") -> Iterator[str]:
    """Yield the names that a card file gives to cards, their faces, and the tokens they make.

    It is read once. Arguments and errors are those of `batches`; a broken record is skipped.
    """
    for batch in batches(path, lang, format_name, texts=False):
        yield from names_in(batch)


def facts(path: str, format_name: str = "") -> Iterator[tuple[int, FaceFacts | NanoriError]]:
    """Yield what a file says about each face's names, or what is wrong, with the line.

    Faces without a text are included. `format_name` is its format, detected if empty. NanoriError
    if the file cannot be read at all or ends too early.
    """
    with card_file(path, format_name) as file:
        # Dates of sets, if the file gives them once for all cards; this takes another reading
        # beforehand, so standard input has none.
        dates: Mapping[str, str] = {}
        if file.module.DATED and streams.size(file.source.path) is not None:
            with opened(file.source.path) as source:
                dates = file.module.release_dates(source)
        for element in file.module.elements(file.source, file.head):
            try:
                for face in file.module.facts(element):
                    yield element.line, face_facts.dated(face, dates) if dates else face
            except NanoriError as error:
                yield element.line, placed(error, file.source.path, element)


def entry_with_language(entry: Entry, lang: str) -> Entry:
    """Return the entry with its card's language, as by `with_language`."""
    card = with_language(entry.card, lang)
    return entry if card is entry.card else replace(entry, card=card)


def with_language(card: Card, lang: str) -> Card:
    """Return the card with its language: its own, else the one given, else the text's.

    NanoriError for a language without a grammar, and for names beyond `model.limits`.
    """
    prove_card_limits(card)
    if card.lang in languages.codes():
        return card
    if card.lang:
        languages.load(card.lang)  # raises, saying which languages there are
    code = lang or language_detection.of_whole_card(card)
    return replace(card, lang=code)


class TextPresence:
    """Watches the batches of a file for a rules text; a broken record's counts."""

    def __init__(self, *, empty: bool = True) -> None:
        """Begin with nothing read; `empty` says whether a record with an empty text counts."""
        self._empty = empty
        self._cards = self._names = 0
        self._unread = ""
        """Where there is what may be a text."""
        self._format = ""
        self._present = False

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield the batches unchanged."""
        for batch in batches:
            self.look(batch)
            yield batch

    def look(self, batch: Batch) -> None:
        """Take note of a batch; those up to the first text are read for it."""
        self._cards += len(batch.elements)
        self._format = batch.format
        if not self._present:
            inside = counted(batch)
            self._names += inside.other_cards
            self._unread = self._unread or _unread_sentences(inside.names)
            self._present = any(
                self._empty or isinstance(record, NanoriError) or bool(record.card.text)
                for record in inside.records
            )

    def prove(self, path: str, *, may_be_plain: bool = False) -> None:
        """Raise NanoriError if there was no text, saying what was wanted and what is there.

        With `may_be_plain`, a file with a single card, such as a basic land, may have none. A list
        of names is none of the wrong format, where empty texts count.
        """
        is_list = self._empty and 0 < self._cards <= self._names and not self._unread
        if self._present or is_list or (may_be_plain and self._cards == 1):
            return
        if not self._cards:
            raise NanoriError("no card is in it, cards with rules texts were wanted", path=path)
        cards = f"{self._cards} card{'' if self._cards == 1 else 's'} of the format {self._format}"
        reason = f"{cards}, none with a rules text: one at least was wanted; is --from right?"
        if self._unread:
            reason = f"{cards}, none with a rules text: {self._unread}"
        raise NanoriError(reason, path=path)
