"""Forge's card scripts: a file is a card, its faces divided by `ALTERNATE`.

The `id` of a face's rules text is its name. Every description in it that players read is a text of
its own, `<name>/TriggerDescription/2` for the second of that kind, `<name>/K/1` for a keyword that
names the card; a text of one print only has `<name>/Variant/<print>` before that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan
from nanori.formats.format import About, Format
from nanori.formats.io import decoding
from nanori.formats.io.streams import Source
from nanori.formats.supported.forge.lines import (
    ScriptFace,
    ScriptText,
    all_names,
    mentioned,
    script,
)
from nanori.formats.suppressions import suppressed
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card

LARGEST = 1 << 20
"""Code points beyond which a file is no card."""

_NAMED = re.compile(r"^Name:\S", re.MULTILINE)
_TYPED = re.compile(r"^Types:", re.MULTILINE)
_LINE = re.compile(r"(?:[A-Z]\w*+:|#|ALTERNATE|SPECIALIZE|\s*+$)")
_MOSTLY = 0.9
"""The part of the lines that must be those of scripts; a text may only show some."""
_LAYOUTS = {"DoubleFaced": "transform", "Modal": "modal_dfc"}
"""Forge's words for what others call otherwise; the rest differ by their first letter only."""
_NOTHING: Mapping[str, object] = {}


def _entry(
    text: str, common: Card, face: ScriptFace, part: ScriptText, checks: tuple[str, ...]
) -> Entry:
    parts = [face.name, *(["Variant", part.variant] if part.variant else []), part.label]
    flavor = [*face.alternate.get(part.variant, []), *face.alternate.get("", [])]
    if not part.variant:  # a print's own name may be used wherever no other text is given for it
        flavor = [name for names in face.alternate.values() for name in names]
    raw = text[part.place.start : part.place.end]
    card = Card(
        text=escaping.decode(part.place.escaping, raw).text,
        name=common.name,
        id="/".join(part for part in parts if part),
        faces=common.faces,
        layout=common.layout,
        type=common.type,
        alternate=tuple(dict.fromkeys(flavor)),
    )
    places: dict[str, SourceSpan] = {"text": part.place}
    if face.name_place and not (part.label or part.variant):
        places["name"] = face.name_place
    return Entry(card, _NOTHING, places, suppressed=checks)


def _type_line(words: str) -> str:
    """Return card types and subtypes with the dash between them that the script leaves out."""
    known = _types()
    before: list[str] = []
    behind = words.split()
    while behind and behind[0] in known:
        before.append(behind.pop(0))
    return " ".join([*before, *(["—", *behind] if before and behind else behind)])


@cache
def _types() -> frozenset[str]:
    documents = languages.load(languages.reference_language()).lexicon.documents
    return frozenset({*documents.types, *documents.supertypes})


class Forge(Format):
    """Forge card scripts, a file for each card."""

    ABOUT = About(
        title="Forge card scripts, a file for each card",
        suffixes=(),
        writes=True,
        languages="any, one in a file",
        faces="ALTERNATE between them",
        alternates=True,
        suppressions="# noqa: check",
        signs=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has the lines that every card script has."""
        if not all(pattern.search(head.text) for pattern in (_NAMED, _TYPED)):
            return False
        lines = head.text.splitlines()
        return sum(map(bool, map(_LINE.match, lines))) >= _MOSTLY * len(lines)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the whole file, which is one card."""
        pieces: list[str] = []
        length = 0
        for block in decoding.blocks(source, head.encoding):
            pieces.append(block)
            length += len(block)
            if length > LARGEST:
                reason = f"a card script longer than {LARGEST >> 20} MiB"
                raise NanoriError(reason, path=source.path, line=1)
        if length:
            yield Element(1, 1, 0, "".join(pieces).encode())

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the rules text of each face and its other texts, in the order of the script."""
        text = element.text.decode()
        read = script(text)
        checks = suppressed(read.comments)
        names = tuple(face.name for face in read.faces)
        layout = _LAYOUTS.get(read.mode, read.mode.lower())
        if not all(names):
            raise NanoriError("no Name" if len(names) == 1 else "a face has no Name")
        for face in read.faces:
            common = Card(
                text="",
                name=face.name,
                id=face.name,
                faces=names,
                layout=layout,
                type=_type_line(face.types),
            )
            if all(part.label or part.variant for part in face.texts):
                places = {"name": face.name_place} if face.name_place else {}
                yield Entry(common, _NOTHING, places, suppressed=checks)
            for part in face.texts:
                yield _entry(text, common, face, part, checks)

    def names(self, element: Element) -> Iterator[str]:
        """Yield the names of the faces, alternate ones too."""
        yield from (name for name in all_names(script(element.text.decode()).faces) if name)

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield other cards' names in a script: of partners, melded cards, and cards so named."""
        return mentioned(element.text.decode())


FORMAT = Forge()
