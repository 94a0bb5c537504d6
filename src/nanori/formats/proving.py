"""Proves that a card, or a card file, with edits made says what was meant and nothing else.

It is read again as if it were already on disk. For a file only a digest of what its cards are to be
is kept, whatever its length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import cast

from nanori.formats import catalogue, escaping, reader
from nanori.formats.catalogue import Format
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import KEY, scan
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit

# Every entry of a card as it was, and the edits of its fields by the keys of its places.
MeantEdits = Sequence[tuple[Entry, Mapping[str, Sequence[Edit]]]]

_OTHERWISE = "the file would be read otherwise"


class Tally:
    """A digest of what all elements of a file say, one after another."""

    def __init__(self) -> None:
        self._digest = blake2b()
        self._keys: dict[str, str] = {}
        self.count = 0
        """How many elements there are."""

    def add(self, element: Element, edits: Sequence[Edit] = ()) -> None:
        """Add an element, or what it is to be with those edits of its text."""
        text = with_edits(element, edits).text
        context = self._keys.get(str(element.context), str(element.context))
        if element.context == KEY:
            # The next element has the key for its context: a new one if the key is edited.
            old, new = (cast("str", scan(key.decode())[0]) for key in (element.text, text))
            self._keys = {old: new}
        for part in (_bytes(element.member), _bytes(context), text):
            self._digest.update(len(part).to_bytes(8, "little") + part)
        self.count += 1

    def same(self, other: Tally) -> bool:
        """Tell whether both have the same elements."""
        return self.count == other.count and self._digest.digest() == other._digest.digest()


def with_edits(element: Element, edits: Sequence[Edit]) -> Element:
    """Return the element with edits of its text made; without any it need not be UTF-8."""
    if not edits:
        return element
    return element._replace(text=apply(element.text.decode(), edits).encode())


def prove_file(new: Source, format_name: str, name: str, expected: Tally) -> None:
    """Raise NanoriError if a new file does not have the intended elements.

    `format_name` is the format that the user asked for, if any, and `name` the old file's.
    """
    tally = Tally()
    try:
        file = catalogue.card_file_of(new, format_name)
        if file.name != name:
            raise NanoriError(f"as one of the format {file.name}")
        for element in file.module.elements_and_keys(file.source, file.head):
            tally.add(element)
    except NanoriError as error:
        reason = f"{_OTHERWISE}, so nothing is written: {error.message}"
        raise NanoriError(reason, path=new.path, line=error.line, column=error.column) from None
    if not tally.same(expected):
        raise NanoriError(f"{_OTHERWISE}, so nothing is written", path=new.path)


def prove_card(
    module: Format,
    element: Element,
    edits: Sequence[Edit],
    expected: MeantEdits,
    marked: str = "",
) -> None:
    """Raise NanoriError if an element with edits of its text is not read as intended.

    Every edited field must have its new words. If only texts are edited, everything else must be
    unchanged; if names are, what has no place of its own may follow them. Related names are
    expected after the entries if they may be edited. `marked` is the escaping of the words of edits
    if that is not the place's.
    """
    try:
        reading = module.read(with_edits(element, edits))
        after = reading.entries
        for entry in after:
            if entry.card.lang:  # there may be no language with that name
                reader.with_language(entry.card, "")
        if len(expected) > len(after):
            after = (*after, reading.entry_of_names)
    except NanoriError as error:
        raise NanoriError(f"{_OTHERWISE}: {error.message}") from None
    renamed = any(fields[field] for _, fields in expected for field in fields if field != "text")
    same = len(after) == len(expected) and all(
        (renamed or (old.extra, old.suppressed) == (new.extra, new.suppressed))
        and _says(old, new, fields, edits, marked)
        and _kept(old, new, edits, renamed=renamed)
        for (old, fields), new in zip(expected, after, strict=True)
    )
    if not same:
        raise NanoriError(_OTHERWISE)


def _words(edits: Sequence[Edit], marked: str) -> Sequence[Edit]:
    """Return edits with their words as they are read, if they are written in that escaping."""
    if not marked:
        return edits
    said = escaping.named(marked).said
    return [Edit(edit.start, edit.end, said(edit.text)) for edit in edits]


def _says(
    old: Entry,
    new: Entry,
    fields: Mapping[str, Sequence[Edit]],
    edits: Sequence[Edit],
    marked: str,
) -> bool:
    """Tell whether every field with a place has its new words, or its old ones if not edited."""
    return all(
        field_text(new.card, key)
        == apply(field_text(old.card, key), _words(fields.get(key, ()), marked))
        for key, span in old.places.items()
        if fields.get(key) or not _touched(span, edits)
    )


def _kept(old: Entry, new: Entry, edits: Sequence[Edit], *, renamed: bool) -> bool:
    """Tell whether the fields that are edited nowhere are unchanged."""
    placed = {key.partition("/")[0] for key in old.places}
    moved = {key.partition("/")[0] for key, span in old.places.items() if _touched(span, edits)}
    return all(
        getattr(old.card, field) == getattr(new.card, field)
        for field in Card.__struct_fields__
        # A language that the file does not say is told from the words.
        if field not in moved and (field != "lang" or new.card.lang)
        if field in placed or not renamed
    )


def _touched(span: SourceSpan, edits: Sequence[Edit]) -> bool:
    """Tell whether an edit is in a place or at its edge."""
    return any(edit.start <= span.end and span.start <= edit.end for edit in edits)


def field_text(card: Card, field: str) -> str:
    """Return the words of a field of a card record; `faces/1` for an item of a list."""
    name, _, number = field.partition("/")
    value: object = getattr(card, name, "")
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        offset = int(number or 0)
        value = items[offset] if offset < len(items) else ""
    return value if isinstance(value, str) else ""


def _bytes(words: str) -> bytes:
    """Return words as bytes, even if a JSON key has half a surrogate pair."""
    return words.encode(errors="surrogatepass")
