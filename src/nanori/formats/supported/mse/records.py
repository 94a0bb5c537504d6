"""The fields of a card in a Magic Set Editor file to card records, one for each text of a face."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from nanori.formats import layouts
from nanori.formats.entries import Element, Entry, SourceMap, SourceSpan
from nanori.formats.escaping.tagged import TAGGED
from nanori.formats.supported.mse.fields import Field, fields
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Faces that a card can have.
FACES = 4

ESCAPING = "tagged"

_TEXT = re.compile(r"(?:(?:rule|chapter|modal rule) text(?: (\d))?|level (\d{1,2}) text)")
# Level texts of one face, where several faces have them.
_LEVELS = 4

_PLAIN = re.compile(r"[^<\r\n\x01]*")
_TYPE_JOINT = " — "
_ALL = "*"
_SUPPRESSION = re.compile(r"!noqa\b(?:[ :]+([a-z][a-z\d-]*(?: *, *[a-z][a-z\d-]*)*))?")
_OTHER_GAME = re.compile(r"duel.?masters")


class SetInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a set says for all its cards; keys as in the file."""

    game: str = ""
    stylesheet: str = ""
    card_language: str = ""
    set_code: str = ""


class _Values:
    """The fields of a card and what they say."""

    def __init__(self, element: Element) -> None:
        self.text = element.text.decode()
        self.fields = fields(self.text)

    def plain(self, key: str) -> str:
        """Return the words of a field, without tags and outer space; empty if it is not there."""
        return self.words(key).strip()

    def words(self, key: str) -> str:
        """Return the words of a field, without tags; empty if it is not there."""
        if not (field := self.fields.get(key)):
            return ""
        raw = self.raw(field)
        # Most have no tags and one line, and need not be taken apart.
        return raw.lstrip() if _PLAIN.fullmatch(raw) else TAGGED.decode(raw).text

    def raw(self, field: Field) -> str:
        return self.text[field.start : field.end]


def entries(element: Element) -> Iterator[Entry]:
    """Yield an entry for each text of each face, or one for a face without text.

    A card with nothing on it has none. NanoriError, with the line in the element, if it is
    broken.
    """
    values = _Values(element)
    about = typed_values.from_json(element.context or "{}", SetInfo)
    if include := values.fields.get("include file"):
        raise NanoriError("a card in more than one file cannot be read", line=include.line)
    names = {face: values.plain(_numbered("name", face)) for face in range(1, FACES + 1)}
    faces = {face: name for face, name in names.items() if name}
    texts = dict(_texts(values, faces))
    written = [key for key, (_, source_map) in texts.items() if source_map.text]
    if not faces:
        if written:
            raise NanoriError("no name", line=values.fields[written[0]].line)
        return
    suppressed = _suppressed(values.plain("notes"))
    for face in faces:
        card = _card(values, about, faces, face)
        main = _numbered("rule text", face)
        own = [key for key in written if texts[key][0] == face]
        for key in own or [main]:
            yield _entry(values, card, face, key, texts.get(key, (face, None))[1], suppressed)


def names(element: Element) -> Iterator[str]:
    """Yield every name of a card: of all its faces, with their aliases."""
    values = _Values(element)
    for face in range(1, FACES + 1):
        for key in ("name", "alias"):
            if name := values.plain(_numbered(key, face)):
                yield name


def _texts(
    values: _Values, faces: Mapping[int, str]
) -> Iterator[tuple[str, tuple[int, SourceMap]]]:
    """Yield the key of each field with rules text, its face, and what it says."""
    for key, field in values.fields.items():
        if not (match := _TEXT.fullmatch(key)):
            continue
        text, level = match.groups()
        face = int(text or 1) if level is None else (int(level) - 1) // _LEVELS + 1
        # What is numbered beyond the faces is a further text box of the first.
        face = face if face in faces else min(faces, default=1)
        yield key, (face, TAGGED.decode(values.raw(field)))


def _card(values: _Values, about: SetInfo, faces: Mapping[int, str], face: int) -> Card:
    kinds = (values.plain(_numbered(key, face)) for key in ("super type", "sub type"))
    alias = values.plain(_numbered("alias", face))
    style = f"{values.plain('shape')} {values.plain('stylesheet') or about.stylesheet}"
    uid = values.plain("uid")
    return Card(
        text="",
        name=faces[face],
        lang=_language(about.card_language) or about.card_language,
        id=f"{uid}/{face}" if uid and len(faces) > 1 else uid,
        game="duelmasters" if _OTHER_GAME.search(about.game.lower()) else "magic",
        faces=tuple(faces.values()) if len(faces) > 1 else (),
        layout=layouts.of_shape(style.lower(), len(faces) > 1),
        type=_TYPE_JOINT.join(kind for kind in kinds if kind),
        alternate=(alias,) if alias and alias != faces[face] else (),
        printed=about.set_code,
    )


def _entry(
    values: _Values,
    card: Card,
    face: int,
    key: str,
    source_map: SourceMap | None,
    suppressed: tuple[str, ...],
) -> Entry:
    places = dict(_places(values, card, face))
    if not source_map:
        return Entry(card, {}, places, (), suppressed)
    places["text"] = _place(values.fields[key])
    extra: dict[str, object] = {}
    own = card.id
    if key != _numbered("rule text", face):
        extra["field"] = key
        own = f"{card.id}/{key}" if card.id else ""
    card = msgspec.structs.replace(card, id=own, text=source_map.text)
    return Entry(card, extra, places, source_map.markup, suppressed)


def _places(values: _Values, card: Card, face: int) -> Iterator[tuple[str, SourceSpan]]:
    """Yield the places of the names of a face; none of one with space around it."""
    names = [("name", _numbered("name", face), card.name)]
    names += [("alternate/0", _numbered("alias", face), name) for name in card.alternate]
    keys = (_numbered("name", number) for number in range(1, FACES + 1))
    named = [key for key in keys if values.plain(key)] if card.faces else []
    for number, (key, name) in enumerate(zip(named, card.faces, strict=True)):
        names.append((f"faces/{number}", key, name))
    for place, key, name in names:
        if values.words(key) == name:
            yield place, _place(values.fields[key])


def _place(field: Field) -> SourceSpan:
    return SourceSpan(field.start, field.end, ESCAPING)


def _numbered(key: str, face: int) -> str:
    return f"{key} {face}" if face > 1 else key


def _suppressed(notes: str) -> tuple[str, ...]:
    """Return the checks that comments in the notes turn off."""
    checks = [match[1] or _ALL for match in _SUPPRESSION.finditer(notes)]
    return tuple(dict.fromkeys(check.strip() for several in checks for check in several.split(",")))


@cache
def _language(word: str) -> str:
    """Return the code of the language that a set calls so; empty if there is no grammar.

    A country may stand behind it in brackets.
    """
    called = word.partition("(")[0].strip().lower()
    words = ((code, languages.load(code).lexicon.columns.called) for code in languages.codes())
    return next((code for code, known in words if called in known), "")
