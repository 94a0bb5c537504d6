"""Card records: one text a line as a JSON object whose keys are those of `Card`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

import msgspec

from nanori import languages
from nanori.elements import Element
from nanori.errors import NanoriError
from nanori.formats.outlines import Outline, elements_of
from nanori.model import Card
from nanori.records import decoded
from nanori.streams import Source


class _Exactly(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card record that has no keys of its own."""


_KNOWN = frozenset(Card.__struct_fields__)
_exactly = msgspec.json.Decoder(_Exactly)
_object = msgspec.json.Decoder(dict[str, object])
_NOTHING: Mapping[str, object] = {}


def recognises(outline: Outline) -> bool:
    """Tell whether the first object has a card record's text."""
    return "text" in outline.keys


def elements(source: Source, outline: Outline) -> Iterator[Element]:
    """Yield each line, or each item where the records stand in one array."""
    return elements_of(source, outline)


def cards(text: bytes) -> Iterator[tuple[Card, Mapping[str, object]]]:
    """Yield the one text of a record; its `id` is given back as it is."""
    try:
        yield _exactly.decode(text), _NOTHING
    except (msgspec.MsgspecError, ValueError, RecursionError):
        # Unknown keys, or something wrong: both are seldom, and the longer way says which.
        yield _loosely(text)


def _loosely(text: bytes) -> tuple[Card, Mapping[str, object]]:
    record = decoded(_object, text)
    known = {key: value for key, value in record.items() if key in _KNOWN and value is not None}
    card = decoded(msgspec.json.Decoder(Card), msgspec.json.encode(known))
    return card, {key: value for key, value in record.items() if key not in _KNOWN}


def names(text: bytes) -> Iterator[str]:
    """Yield all names of a record: its own, of its faces, and those listed by language."""
    record = decoded(_object, text)
    for key in ("name", "name_en", "faces", "alternate", *languages.codes()):
        value = record.get(key)
        for one in cast("list[object]", value) if isinstance(value, list) else [value]:
            name = cast("dict[str, object]", one).get("name") if isinstance(one, dict) else one
            if isinstance(name, str):
                yield name
            elif name is not None:
                raise NanoriError(f"wanted a name in {key}, got {name!r}")
