"""The lines of a Forge card script to the faces in it and every text that players read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from nanori.formats.entries import RelatedName, SourceSpan
from nanori.formats.escaping.scripts import PLACEHOLDER
from nanori.model.errors import NanoriError

_LINE = re.compile(r"[^\r\n]++")
_DIVIDED = re.compile(r"ALTERNATE\s*|SPECIALIZE(?::.*)?")
_PARAMETER = re.compile(r"(?:\A|\|)[ \t]*+(?P<key>\w++)\$ ?(?P<value>[^|]*+)")
_SHOWN = re.compile(r"\w*(?:Description|Prompt)|(?:Prec|C)ostDesc")
"""Parameters whose values are shown to players."""

_NO_TEXT = re.compile(r"\s*(?:None|SpellDescription|no text|REP .*)?\s*", re.DOTALL)
"""Values of those that are no text but tell Forge what to show."""

_WITH_PARAMETERS = frozenset({"A", "T", "S", "R", "SVar", "Draft"})
_ONCE = frozenset({"Name", "Types", "Oracle"})


class ScriptText(Struct, frozen=True):
    """A text of a face."""

    label: str
    """What tells it from the other texts of the face; empty for the rules text."""
    place: SourceSpan
    variant: str = ""
    """The print it belongs to, if it is not for all of them."""


class ScriptFace(Struct):
    """A face of a card as its script has it."""

    name: str = ""
    name_place: SourceSpan | None = None
    types: str = ""
    texts: list[ScriptText] = []
    alternate: dict[str, list[str]] = {}
    """Names that prints have instead, by the print; empty for all."""


class Script(Struct):
    """A card script."""

    faces: list[ScriptFace]
    mode: str = ""
    """How the faces belong together, in Forge's word."""
    comments: list[str] = []


def script(text: str) -> Script:
    """Return what a script says; NanoriError with the line in it where it has no clear meaning."""
    made = Script([ScriptFace()])
    reader = _FaceReader(made.faces[0])
    for match in _LINE.finditer(text):
        line = match[0]
        if line.startswith("#"):
            made.comments.append(line[1:])
        elif _DIVIDED.fullmatch(line):
            made.faces.append(ScriptFace())
            reader = _FaceReader(made.faces[-1])
        elif line.startswith("AlternateMode:"):
            made.mode = line.partition(":")[2].strip()
        else:
            try:
                reader.read(line, match.start())
            except NanoriError as error:
                number = len(re.findall(r"\r\n?|\n", text[: match.start()])) + 1
                raise NanoriError(error.message, line=number) from None
    return made


class _FaceReader:
    """What was seen of a face so far."""

    def __init__(self, face: ScriptFace) -> None:
        self._face = face
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
                self._face.name = value.strip()
                first = start + len(value) - len(value.lstrip())
                self._face.name_place = SourceSpan(first, first + len(self._face.name), "script")
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
            case "K":
                self._keyword(value, start, variant)
            case _ if key in _WITH_PARAMETERS:
                self._parameters(value, start, key == "SVar", variant)
            case _:
                pass

    def _keyword(self, value: str, start: int, variant: str) -> None:
        """Add the text of a keyword that names the card: from the colon before it to the end."""
        if match := PLACEHOLDER.search(value):
            first = value.rfind(":", 0, match.start()) + 1
            self._add("K", start + first, start + len(value), "keyword", variant)

    def _parameters(self, value: str, start: int, named: bool, variant: str) -> None:
        if named:
            name, colon, value = value.partition(":")
            start += len(name) + len(colon)
        for match in _PARAMETER.finditer(value):
            key, text = match["key"], match["value"]
            if _SHOWN.fullmatch(key) and not _NO_TEXT.fullmatch(text):
                first, end = match.span("value")
                if end < len(value) and text.endswith(" "):
                    end -= 1  # the blank that stands before the next pipe
                self._add(key, start + first, start + end, "piped", variant)

    def _add(self, label: str, start: int, end: int, escaping: str, variant: str) -> None:
        if label:
            self._counts[variant, label] += 1
            label += f"/{self._counts[variant, label]}"
        self._face.texts.append(ScriptText(label, SourceSpan(start, end, escaping), variant))


def all_names(faces: list[ScriptFace]) -> Iterator[str]:
    """Yield every name in the faces, alternate ones too."""
    for face in faces:
        yield from (face.name, *(name for names in face.alternate.values() for name in names))


_MENTIONED = re.compile(
    r"""
      ^(?:MeldPair:|K:Partner\ with:)(?P<line>[^:\r\n]++)
    | \b(?:not)?named(?P<named>[^+.,|$\r\n]++)
    """,
    re.MULTILINE | re.VERBOSE,
)
_COMMA = ";"
"""What stands for a comma in the conditions of a script."""


def mentioned(text: str) -> Iterator[RelatedName]:
    """Yield the names that a script's lines have for the game and no player reads."""
    for match in _MENTIONED.finditer(text):
        group = match.lastgroup or ""
        start, end = match.span(group)
        words = text[start:end].rstrip()
        if group == "line":
            yield RelatedName(words, SourceSpan(start, start + len(words), "script"))
        elif words[:1].strip():  # a blank behind “named” is that of a text
            name = words.replace(_COMMA, ",")
            yield RelatedName(name, SourceSpan(start, start + len(words), "condition"))
