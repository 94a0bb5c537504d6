"""The lines of a card in a Magic Set Editor file to card records, one for each text of a face.

A card is a line `card:`, and its fields one tab deeper, `key: value`; a value of several lines is
two tabs deep below its key. Keys may be written with spaces or underscores, and a line that begins
with `#` is a comment.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from nanori.formats import escaping
from nanori.formats.entries import Element, Entry, SourceMap
from nanori.formats.face_facts import layout_of_shape
from nanori.formats.words import Words, entry, trimmed
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# Characters of a line that an error quotes.
_MAX_SHOWN = 40

# Faces that a card can have.
MAX_FACES = 4

ESCAPING, STRING = "tagged", "tagged_string"

_TEXT = re.compile(r"(?:(?:rule|chapter|modal rule|pendulum) text(?: (\d))?|level (\d{1,2}) text)")
# A second text beside one with another name.
_BESIDE = "pendulum text"
# What templates of other games call a card's name, its text if it has none of the above, and its
# type; the first that has words counts.
_NAMES = ("name", "card name", "title", "card title")
_OTHER_TEXTS = ("card text", "rules text", "rules", "effect", "ability", "text")
_TYPES = ("super type", "card type", "monster type", "type")
_SUBTYPES = ("sub type", "subtype")
# Level texts of one face, if several faces have them.
_MAX_LEVELS = 4

# What a keyword is given, such as a cost, and the words that a script puts into its reminder.

_PLAIN = re.compile(r"[^<\r\n\x01]*")
# A value as version 2.0.1 wrote it.
_QUOTED = re.compile(r'[ \t]*"(?:[^"\\\r\n]|\\.)*"[ \t]*')
# Fields in quotation marks by which a card is known to be from it: one may have its own marks.
_MIN_QUOTED_FIELDS = 2
_TYPE_JOINT = " — "
_ALL = "*"
_SUPPRESSION = re.compile(r"!noqa\b(?:[ :]+([a-z][a-z\d/-]*(?: *, *[a-z][a-z\d/-]*)*))?")
_DUEL_MASTERS = re.compile(r"duel.?masters")
# “magic”, and what people call their own variants of its template.
_KNOWN_GAME = re.compile(rf"magic|mtg|{_DUEL_MASTERS.pattern}")


class Field(NamedTuple):
    """A field of a card."""

    line: int
    """The line of its key in the card, from 1."""
    start: int
    """First code point of the value: after the colon."""
    end: int
    """One past the last; the line end of the last line does not belong to it."""


def key_of(line: str) -> str:
    """Return the key that a line begins with, in spaces; empty for a comment or without colon."""
    if line.lstrip("\t").startswith("#") or ":" not in line:
        return ""
    return line.partition(":")[0].strip().replace("_", " ")


def depth_of(line: str) -> int:
    """Return the tabs that a line begins with."""
    return len(line) - len(line.lstrip("\t"))


def fields(text: str) -> dict[str, Field]:
    """Return the fields of a card by key; of two with one key, and of broken lines, none.

    NanoriError, with the line in the card, if a line is neither a field nor part of one.
    """
    by_key: dict[str, Field] = {}
    for key, field in _fields(text):
        if key in by_key:
            raise NanoriError(f"“{key}” is there twice, once was wanted", line=field.line)
        by_key[key] = field
    return by_key


def _fields(text: str) -> Iterator[tuple[str, Field]]:
    key, field, takes_lines = "", Field(0, 0, 0), False
    start = 0
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.removesuffix("\r")
        depth = depth_of(line)
        if number == 1 or (not line.strip() and not (depth > 1 and takes_lines)):
            pass  # a blank line without its tabs is part of a text that continues after it
        elif depth > 1:
            if not takes_lines:
                reason = ", the text above has only one line" if key else ""
                raise _error(line, f"a field was wanted{reason}", number)
            field = field._replace(end=start + len(line))
        else:
            if key:
                yield key, field
            key, takes_lines = key_of(line), False
            if key:
                if not depth or line.startswith("\t "):
                    raise _error(line, "a field after one tab was wanted", number)
                value = start + line.index(":") + 1
                field = Field(number, value, start + len(line))
                takes_lines = not text[value : field.end].strip()
            elif not line.lstrip("\t").startswith("#"):
                raise _error(line, "“key: value” was wanted", number)
        start += len(whole) + 1
    if key:
        yield key, field


def _error(line: str, reason: str, number: int) -> NanoriError:
    shown = line.strip()
    shown = shown if len(shown) <= _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}…"
    return NanoriError(f"“{shown}” is there, {reason}", line=number)


class SetInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a set says for all its cards; keys as in the file."""

    game: str = ""
    stylesheet: str = ""
    card_language: str = ""
    set_code: str = ""


class _Values:
    def __init__(self, element: Element) -> None:
        self.text = element.text.decode()
        self.fields = fields(self.text)
        self.escaping = ESCAPING
        self._strip_quotes()

    def _strip_quotes(self) -> None:
        """Drop the quotation marks that the program, not the designer, wrote."""
        if '"' not in self.text:
            return
        raw = {key: self.text[field.start : field.end] for key, field in self.fields.items()}
        quoted = {key for key in raw if _QUOTED.fullmatch(raw[key])}
        named = {key for key in raw if key in (*_NAMES, *_OTHER_TEXTS) or _TEXT.fullmatch(key)}
        if len(quoted) < _MIN_QUOTED_FIELDS or any(raw[key].strip() for key in named - quoted):
            return
        self.escaping = STRING
        for key in quoted:
            field = self.fields[key]
            start = self.text.index('"', field.start) + 1
            end = self.text.rindex('"', start, field.end)
            self.fields[key] = field._replace(start=start, end=end)

    def plain(self, *keys: str) -> str:
        """Return the words of the first of these that has some, without tags and outer space."""
        return next((words for key in keys if (words := trimmed(self.words(key)))), "")

    def words(self, key: str) -> str:
        """Return the words of a field, without tags; empty if it is not there."""
        if not (field := self.fields.get(key)):
            return ""
        raw = self.text[field.start : field.end]
        # Most are one line without tags, and need not be taken apart.
        is_plain = self.escaping == ESCAPING and _PLAIN.fullmatch(raw)
        words = raw.lstrip() if is_plain else self.said(key).text
        return Words(words, self.text, field.start, field.end, self.escaping)

    def said(self, key: str) -> SourceMap:
        """Return what a field says, and where."""
        field = self.fields[key]
        return escaping.decode(self.escaping, self.text[field.start : field.end])

    def named(self, face: int) -> str:
        """Return the key of the name of a face, as this game has it."""
        keys = [_numbered(key, face) for key in _NAMES]
        return next((key for key in keys if self.plain(key)), keys[0])


def entries(element: Element) -> Iterator[Entry]:
    """Yield an entry for each text of each face, or one for a face without text.

    An empty card has none. NanoriError, with the line in the element, if it is broken.
    """
    values = _Values(element)
    about: SetInfo = element.context or SetInfo()
    if include := values.fields.get("include file"):
        raise NanoriError("a card in more than one file cannot be read", line=include.line)
    names = {face: values.plain(values.named(face)) for face in range(1, MAX_FACES + 1)}
    faces = {face: name for face, name in names.items() if name}
    texts = dict(_texts(values, faces))
    written = [key for key, (_, source_map) in texts.items() if source_map.text]
    if not faces:
        if written:
            raise NanoriError("no name", line=values.fields[written[0]].line)
        return
    checks = [match[1] or _ALL for match in _SUPPRESSION.finditer(values.plain("notes"))]
    named = [check.strip() for several in checks for check in several.split(",")]
    suppressed = tuple(dict.fromkeys(named))
    others = [key for key in texts if not _TEXT.fullmatch(key)]
    for face in faces:
        card = _card(values, about, faces, face)
        main = (others or [_numbered("rule text", face)])[0]
        own = [key for key in written if texts[key][0] == face]
        for key in own or [main]:
            yield _entry(values, card, key, key == main, texts.get(key), suppressed)


def has_known_game(element: Element) -> bool:
    """Tell whether the set that a card is in gives no game, or one whose wording is known."""
    about: SetInfo = element.context or SetInfo()
    return not about.game or bool(_KNOWN_GAME.search(about.game.lower()))


def _texts(
    values: _Values, faces: Mapping[int, str]
) -> Iterator[tuple[str, tuple[int, SourceMap]]]:
    """Yield the key of each field with rules text, its face, and what it says."""
    if not any(_TEXT.fullmatch(key) and values.plain(key) for key in {*values.fields} - {_BESIDE}):
        other = next((key for key in _OTHER_TEXTS if values.plain(key)), "")
        if other:
            yield other, (min(faces, default=1), values.said(other))
    for key in values.fields:
        if not (match := _TEXT.fullmatch(key)):
            continue
        text, level = match.groups()
        face = int(text or 1) if level is None else (int(level) - 1) // _MAX_LEVELS + 1
        # A number beyond the faces is a further text box of the first.
        face = face if face in faces else min(faces, default=1)
        yield key, (face, values.said(key))


def _card(values: _Values, about: SetInfo, faces: Mapping[int, str], face: int) -> dict[str, Any]:
    kinds = (values.plain(*(_numbered(key, face) for key in keys)) for keys in (_TYPES, _SUBTYPES))
    alias = values.plain(_numbered("alias", face))
    style = f"{values.plain('shape')} {values.plain('stylesheet') or about.stylesheet}"
    uid = values.plain("uid")
    return {
        "name": faces[face],
        "lang": _language(about.card_language) or about.card_language,
        "id": f"{uid}/{face}" if uid and len(faces) > 1 else str(uid),
        "game": "duelmasters" if _DUEL_MASTERS.search(about.game.lower()) else "magic",
        "faces": tuple(faces.values()) if len(faces) > 1 else (),
        "layout": layout_of_shape(style.lower(), len(faces) > 1),
        "type": _TYPE_JOINT.join(kind for kind in kinds if kind),
        "alternate": (alias,) if alias and alias != faces[face] else (),
        "printed": about.set_code,
    }


def _entry(
    values: _Values,
    card: Mapping[str, Any],
    key: str,
    is_main: bool,
    text: tuple[int, SourceMap] | None,
    suppressed: tuple[str, ...],
) -> Entry:
    if not text:
        return msgspec.structs.replace(entry({**card, "text": None}), suppressed=suppressed)
    extra: dict[str, object] = {}
    own = card["id"]
    if not is_main:
        extra["field"] = key
        own = f"{own}/{key}" if own else ""
    source_map = text[1]
    card_entry = entry({**card, "id": own, "text": values.words(key)}, extra)
    return msgspec.structs.replace(card_entry, markup=source_map.markup, suppressed=suppressed)


def _numbered(key: str, face: int) -> str:
    return f"{key} {face}" if face > 1 else key


@cache
def _language(word: str) -> str:
    """Return the code of the language that a set calls so; empty if there is no grammar.

    A country may follow in brackets.
    """
    called = word.partition("(")[0].strip().lower()
    every = sorted(languages.every().columns.items())
    return next((code for code, own in every if called in own.called), "")
