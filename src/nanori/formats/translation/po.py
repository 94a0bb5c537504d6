"""gettext's PO and POT files: an entry per field of a card, told by its context or comments.

The key of an entry is its `msgctxt`, else an extracted comment (`#. ash_courier.name`), else a
reference (`#: cards/ash_courier/name:1`), else its `msgid`, which then is not a text. An original,
`msgid`, is read but never changed; obsolete entries are skipped, fuzzy ones are marked. Each plural
form is a text of its own, `ash_courier[1]`, whose original is `msgid_plural`.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.escaping.strings import PO
from nanori.formats.io import encodings
from nanori.formats.io.encodings import Line
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat, about
from nanori.formats.words import placed
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# Code points of an entry.
MAX_ENTRY_LENGTH = 1 << 20

_STRING = r'"(?:[^"\\\n]|\\.)*+"'
_LINES = re.compile(r"[^\n]*+\n|[^\n]++")
_FIELD = re.compile(
    rf"^[ \t]*+(?P<key>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)[ \t]*+"
    rf"(?P<value>{_STRING}(?:[ \t\r]*+\n[ \t]*+{_STRING})*+)",
    re.MULTILINE,
)
_BEGINS = re.compile(r'[ \t]*+(?:#[^~]|#$|msgctxt|msgid[ \t"])')
_HOLDS = re.compile(r'^[ \t]*+msgstr(?:\[\d\])?[ \t]*+"', re.MULTILINE)
_OPENS = re.compile(r'^[ \t]*+msgid[ \t]*+"', re.MULTILINE)
_COMMENT = re.compile(r"^#(?P<kind>[.:,]?)[ \t]*+(?P<words>[^\n]*+)$", re.MULTILINE)
_LANGUAGE = re.compile(r"^Language:[ \t]*+(?P<tag>[\w@.-]+)", re.MULTILINE)
_SOURCE = re.compile(r"^X-Source-Language:[ \t]*+(?P<tag>[\w@.-]+)", re.MULTILINE)
_LINE = re.compile(r":\d+$")
_WAY = "po"


class _PoEntry(NamedTuple):
    """An entry, and where its strings are in it."""

    strings: dict[str, tuple[int, int]]
    comments: dict[str, list[str]]
    """By the character after “#”, which translators' comments lack."""


def _spoken(head: Head, pattern: str) -> Spoken:
    """Return the languages of a file, by its header, else by its name."""
    first = _FIELD.search(head.text)
    header = ""
    for field in _FIELD.finditer(head.text, first.start() if first else 0):
        if field["key"] == "msgstr":
            header = PO.decode(field["value"]).text
            break
    language, source = _LANGUAGE.search(header), _SOURCE.search(header)
    tag = language["tag"] if language else PurePath(head.path).stem.rpartition(".")[2]
    original = languages.called(source["tag"]) if source else languages.original_language()
    return Spoken(original, languages.called(tag) or (tag if language else ""), pattern)


def _entries_of(text: str) -> Iterator[str]:
    """Yield the text of each entry of an element; joined, they are the element's."""
    lines = (Line(0, 0, match[0]) for match in _LINES.finditer(text))
    return (block.text.decode() for block in _blocks(lines, ""))


def _blocks(lines: Iterator[Line], path: str) -> Iterator[Element]:
    """Yield the lines of each entry, with comments before it and blank lines after it."""
    waiting: list[Line] = []
    is_open = False
    length = 0
    for line in lines:
        if is_open and _BEGINS.match(line.text.rstrip("\r\n")):
            yield units.of_lines(waiting)
            waiting, is_open, length = [], False, 0
        waiting.append(line)
        length += len(line.text)
        is_open = is_open or line.text.lstrip().startswith("msgstr")
        if length > MAX_ENTRY_LENGTH:
            reason = f"an entry longer than {MAX_ENTRY_LENGTH >> 20} MiB"
            raise NanoriError(reason, path=path, line=waiting[0].number)
    if waiting:
        yield units.of_lines(waiting)


def _read(text: str) -> _PoEntry:
    strings: dict[str, tuple[int, int]] = {}
    for field in _FIELD.finditer(text):
        strings.setdefault(field["key"].removesuffix("[0]"), field.span("value"))
    comments: dict[str, list[str]] = {}
    for comment in _COMMENT.finditer(text):
        comments.setdefault(comment["kind"], []).append(comment["words"].strip())
    return _PoEntry(strings, comments)


def _words(text: str, entry: _PoEntry, key: str) -> str:
    if key not in entry.strings:
        return ""
    start, end = entry.strings[key]
    return PO.decode(text[start:end]).text.strip()


def _key(text: str, entry: _PoEntry, pattern: str) -> UnitKey | None:
    """Return the key of an entry, by the first of its parts that has one."""
    if not (msgid := _words(text, entry, "msgid")):
        return None  # the header
    if key := keys.read(_words(text, entry, "msgctxt"), pattern):
        return key
    remarks = [*entry.comments.get(".", [])]
    remarks += [_LINE.sub("", words) for words in entry.comments.get(":", [])]
    read = (keys.remarked(words, pattern) for words in (*remarks, msgid))
    return next((key for key in read if key), None)


def _forms(text: str, spoken: Spoken) -> Iterator[PlacedUnit]:
    """Yield the unit that an entry is, then one for each further plural form.

    msgid, msgid_plural, msgstr[0], msgstr[1], msgstr[2] → msgid and [0], msgid_plural and [1],
    msgid_plural and [2]; of a language with one form msgid_plural and [0]
    """
    entry = _read(text)
    key = _key(text, entry, spoken.pattern)
    if not key:
        return
    is_text = keys.read(_words(text, entry, "msgid"), spoken.pattern) != key  # not a key
    fuzzy = any("fuzzy" in flags for flags in entry.comments.get(",", []))
    extra = ((f"{key.field} fuzzy", "yes"),) if fuzzy else ()
    strings = [span for name, span in entry.strings.items() if name.startswith("msgstr")]
    for number, span in enumerate(strings or [None]):
        is_plural = "msgid_plural" in entry.strings and (number > 0 or len(strings) == 1)
        original = _words(text, entry, "msgid_plural" if is_plural else "msgid")
        target = placed(text, *span, _WAY) if span else None
        form_key = key._replace(card=f"{key.card}[{number}]") if number else key
        remarks = tuple(entry.comments.get("", []))
        if not number or (target or "").strip():
            yield PlacedUnit(form_key, target, original if is_text else None, remarks, extra)


class _Po(UnitFormat):
    """PO and POT files of gettext."""

    ABOUT = about(
        title="PO and POT files of gettext",
        suffixes=(".po", ".pot"),
        languages="msgid and msgstr; or msgstr alone, where msgid is a key",
        suppressions="# noqa: check",
    )

    def recognises(self, head: Head) -> bool:
        first = next((line for line in head.text.split("\n") if line.strip()), "")
        if not first.lstrip().startswith(("#", "msgid", "msgctxt")):
            return False
        return _OPENS.search(head.text) is not None and _HOLDS.search(head.text) is not None

    TOGETHER = True

    def spoken(self, head: Head) -> Spoken:
        return _spoken(head, keys.pattern_of(head.columns))

    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        return _blocks(encodings.lines(source, head.encoding), source.path)

    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        return next(_forms(text, spoken), None)

    def has_units(self, head: Head) -> bool:
        return _OPENS.search(head.text) is not None

    def placed_units(self, element: Element) -> Iterator[PlacedUnit]:
        spoken: Spoken = element.context
        text, start = element.text.decode(), 0
        for block in _entries_of(text):
            for unit in _forms(block, spoken):
                yield unit.moved(text, start)
            start += len(block)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a card, then those of each of its plural forms."""
        forms: dict[str, list[PlacedUnit]] = {}
        for unit in self.placed_units(element):
            forms.setdefault(unit.key.card, []).append(unit)
        for units_of_form in forms.values():
            yield from self.entries_of(element, units_of_form)


FORMAT = _Po()
