"""Forge's card scripts: a file is a card, its faces separated by `ALTERNATE`.

The `id` of a face's rules text is its name. Every description in it that players see is a text of
its own, `<name>/TriggerDescription/2` for the second of that kind, `<name>/K/1` for a keyword that
names the card; a text of a single print has `<name>/Variant/<print>` before that.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.escaping.strings import PLACEHOLDER
from nanori.formats.format import About, Format
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.suppressions import suppressed
from nanori.formats.words import Words, entry, placed, trimmed
from nanori.grammar import languages
from nanori.model.errors import NanoriError

_PARAGRAPH = re.compile(r"[^\r\n]++")
_DIVIDED = re.compile(r"ALTERNATE\s*|SPECIALIZE(?::.*)?")
_PARAMETER = re.compile(r"(?:\A|\|)[ \t]*+(?P<key>\w++)\$ ?(?P<value>[^|]*+)")
# Parameters whose values are shown to players.
_SHOWN = re.compile(r"\w*(?:Description|Prompt)|(?:Prec|C)ostDesc")

# Values of those that are not text but tell Forge what to show.
_NO_TEXT = re.compile(r"\s*(?:None|SpellDescription|no text|REP .*)?\s*", re.DOTALL)

_WITH_PARAMETERS = frozenset({"A", "T", "S", "R", "SVar", "Draft"})
_ONCE = frozenset({"Name", "Types", "Oracle"})


class ScriptText(Struct, frozen=True):
    """A text of a face."""

    label: str
    """What tells it from the other texts of the face; empty for the rules text."""
    words: Words
    variant: str = ""
    """The print it belongs to; empty if it is for all."""


class ScriptFace(Struct):
    """A face of a card as its script has it."""

    name: str = ""
    types: str = ""
    texts: list[ScriptText] = []
    alternate: dict[str, list[str]] = {}
    """Names that prints have instead, by print; empty for all."""


class Script(Struct):
    """A card script."""

    faces: list[ScriptFace]
    mode: str = ""
    """How the faces belong together, in Forge's word."""
    comments: list[str] = []


def script(text: str) -> Script:
    """Return what a script says; NanoriError with the line in it if its meaning is not clear."""
    new_script = Script([ScriptFace()])
    reader = _FaceReader(new_script.faces[0], text)
    for match in _PARAGRAPH.finditer(text):
        line = match[0]
        if line.startswith("#"):
            new_script.comments.append(line[1:])
        elif _DIVIDED.fullmatch(line):
            new_script.faces.append(ScriptFace())
            reader = _FaceReader(new_script.faces[-1], text)
        elif line.startswith("AlternateMode:"):
            new_script.mode = line.partition(":")[2].strip()
        else:
            try:
                reader.read(line, match.start())
            except NanoriError as error:
                number = len(re.findall(r"\r\n?|\n", text[: match.start()])) + 1
                raise NanoriError(error.message, line=number) from None
    return new_script


class _FaceReader:
    def __init__(self, face: ScriptFace, text: str) -> None:
        self._face = face
        self._text = text
        self._seen: set[tuple[str, str]] = set()
        self._counts: Counter[tuple[str, str]] = Counter()

    def read(self, line: str, start: int, variant: str = "") -> None:
        """Take in a line that begins at that place of the script."""
        key, colon, value = line.partition(":")
        start += len(key) + len(colon)
        if key in _ONCE:
            if (variant, key) in self._seen:
                raise NanoriError(f"a second “{key}” is there in a face, one was wanted")
            self._seen.add((variant, key))
        match key:
            case "Name" if not variant:
                self._face.name = trimmed(placed(self._text, start, start + len(value), "script"))
            case "Types" if not variant:
                self._face.types = value.strip()
            case "Oracle":
                self._add("", start, start + len(value), "script", variant)
            case "FlavorName" | "AltName":
                self._face.alternate.setdefault(variant, []).append(value.strip())
            case "Variant" if not variant:
                name, _, rest = value.partition(":")
                self.read(rest, start + len(name) + 1, name)
            case "Text" if not _NO_TEXT.fullmatch(value):
                self._add(key, start, start + len(value), "script", variant)
            case "K" if match := PLACEHOLDER.search(value):
                # The text of a keyword that names the card: from the colon before it to the end.
                first = value.rfind(":", 0, match.start()) + 1
                self._add(key, start + first, start + len(value), "keyword", variant)
            case _ if key in _WITH_PARAMETERS:
                self._parameters(value, start, key == "SVar", variant)
            case _:
                pass

    def _parameters(self, value: str, start: int, named: bool, variant: str) -> None:
        if named:
            name, colon, value = value.partition(":")
            start += len(name) + len(colon)
        for match in _PARAMETER.finditer(value):
            key, text = match["key"], match["value"]
            if _SHOWN.fullmatch(key) and not _NO_TEXT.fullmatch(text):
                first, end = match.span("value")
                if end < len(value) and text.endswith(" "):
                    end -= 1  # the blank before the next pipe
                self._add(key, start + first, start + end, "piped", variant)

    def _add(self, label: str, start: int, end: int, escaping: str, variant: str) -> None:
        if label:
            self._counts[variant, label] += 1
            label += f"/{self._counts[variant, label]}"
        words = placed(self._text, start, end, escaping)
        self._face.texts.append(ScriptText(label, words, variant))


_MENTIONED = re.compile(
    r"""
      ^(?:MeldPair:|K:Partner\ with:)(?P<line>[^:\r\n]++)
    | \b(?:not)?named(?P<named>[^+.,|$\r\n]++)
    """,
    re.MULTILINE | re.VERBOSE,
)

# Code points beyond which a file is not a card.
MAX_FILE_LENGTH = 1 << 20

_NAMED = re.compile(r"^Name:\S", re.MULTILINE)
_TYPED = re.compile(r"^Types:", re.MULTILINE)
_LINE = re.compile(r"(?:[A-Z]\w*+:|#|ALTERNATE|SPECIALIZE|\s*+$)")
# The share of the lines that must be those of scripts; a text may only quote some.
_MIN_SCRIPT_SHARE = 0.9
# Forge's words for layouts; all others differ only in capitalization.
_LAYOUTS = {"DoubleFaced": "transform", "Modal": "modal_dfc"}


def _entry(
    common: Mapping[str, Any], face: ScriptFace, part: ScriptText, checks: tuple[str, ...]
) -> Entry:
    is_main = not (part.label or part.variant)
    names = [face.name, *(["Variant", part.variant] if part.variant else []), part.label]
    flavor = [*face.alternate.get(part.variant, []), *face.alternate.get("", [])]
    if not part.variant:  # a print's own name may be used wherever no other text is given for it
        flavor = [name for names in face.alternate.values() for name in names]
    fields = {
        **common,
        "text": part.words,
        "name": face.name if is_main else str(face.name),
        "id": "/".join(filter(None, names)),
        "alternate": tuple(dict.fromkeys(flavor)),
    }
    return replace(entry(fields), suppressed=checks)


def _type_line(words: str) -> str:
    """Return card types and subtypes with the dash between them that the script leaves out."""
    types = _types()
    main_types: list[str] = []
    words_left = words.split()
    while words_left and words_left[0] in types:
        main_types.append(words_left.pop(0))
    return " ".join(
        [*main_types, *(["—", *words_left] if main_types and words_left else words_left)]
    )


@cache
def _types() -> frozenset[str]:
    lexicon = languages.load(languages.reference_language()).lexicon
    return frozenset({*lexicon.types, *lexicon.supertypes})


class Forge(Format):
    """Forge card scripts, a file per card."""

    ABOUT = About(
        title="Forge card scripts, a file for each card",
        languages="any, one in a file",
        faces="ALTERNATE between them",
        suppressions="# noqa: check",
        signs=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has the lines that every card script has."""
        if not all(pattern.search(head.text) for pattern in (_NAMED, _TYPED)):
            return False
        lines = head.text.splitlines()
        return sum(map(bool, map(_LINE.match, lines))) >= _MIN_SCRIPT_SHARE * len(lines)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the whole file, which is one card."""
        text = encodings.whole(source, head.encoding, MAX_FILE_LENGTH, "a card script", 1)
        if text:
            yield Element(1, 1, 0, text.encode())

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the rules text of each face and its other texts, in the order of the script."""
        read = script(element.text.decode())
        checks = suppressed(read.comments)
        names = tuple(str(face.name) for face in read.faces)
        layout = _LAYOUTS.get(read.mode, read.mode.lower())
        if not all(names):
            raise NanoriError("no Name" if len(names) == 1 else "a face has no Name")
        for face in read.faces:
            common = {"faces": names, "layout": layout, "type": _type_line(face.types)}
            if all(part.label or part.variant for part in face.texts):
                face_entry = entry(
                    {**common, "name": face.name, "id": str(face.name), "text": None}
                )
                yield replace(face_entry, suppressed=checks)
            for part in face.texts:
                yield _entry(common, face, part, checks)

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield other cards' names in a script: of partners, melded cards, and cards so named."""
        text = element.text.decode()
        for match in _MENTIONED.finditer(text):
            group = match.lastgroup or ""
            start, end = match.span(group)
            end = start + len(text[start:end].rstrip())
            if group == "line":
                yield placed(text, start, end, "script")
            elif text[start:end][:1].strip():  # a blank after “named” belongs to a text
                yield placed(text, start, end, "condition")


FORMAT = Forge()
