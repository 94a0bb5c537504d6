"""The cards quoted on a page: heading, type line, rules text and P/T, and which card each is."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.pipeline import annotate
from nanori.documents.lookups import Lookups, official
from nanori.documents.source import Document
from nanori.documents.values import CardMention
from nanori.grammar import bilingual_headings, type_lines
from nanori.grammar.languages import Language
from nanori.grammar.type_lines import TypeLine
from nanori.model.values import Card, Reference
from nanori.names.database import Database
from nanori.names.model import FaceEntry

# How many lines away from a block a mention may be and still count as next to it.
NEAR = 5

# Largest number of lines of rules text.
LONGEST_BLOCK = 40

# Names of a document that are looked for in a block far from their mention.
MOST_NAMES = 500


class Block(Struct, frozen=True, kw_only=True):
    """One face as quoted on a page, with the references of its rules text."""

    start: int
    """Where its heading begins, or its type line."""
    end: int
    heading: tuple[int, int] | None
    """“Name / 名前”, if there is one above the type line."""
    type_line: TypeLine
    type_span: tuple[int, int]
    text: str
    """The rules text as written there."""
    power: str = ""
    """Power and toughness, `2/2`."""
    language: Language
    name: str = ""
    """The face's name in the language of its text; empty if it cannot be known."""
    name_en: str = ""
    references: tuple[Reference, ...] = ()
    """Spans over the rules text."""


def find(
    document: Document, mentions: Sequence[CardMention], register: Database | None = None
) -> list[Block]:
    """Return the card blocks of a page in order, annotated where the name is known.

    The name comes from the heading, from the other face's, from a mention next to the block, or
    from a name in its text that is in the database; its types must agree. Source: names.md F4.
    """
    lookups = Lookups(register) if register is not None else None
    blocks = list(_blocks(document))
    namer = _Namer(document, mentions, lookups)
    names = [namer.named(block, blocks[place + 1 :][:1]) for place, block in enumerate(blocks)]
    return [_annotated(block, *name) for block, name in zip(blocks, names, strict=True)]


def _annotated(block: Block, name: str, name_en: str) -> Block:
    if not name:
        return block
    if block.language.lexicon.default:
        name = name_en or name
    card = Card(
        text=block.text,
        name=name,
        name_en=name_en,
        lang=block.language.code,
        type=block.type_line.text,
        type_en=" ".join(block.type_line.types_en),
    )
    return replace(block, name=name, name_en=name_en, references=tuple(annotate(card)))


def _blocks(document: Document) -> Iterator[Block]:
    """Yield the blocks, unnamed; a block ends where another begins or prose resumes."""
    text = document.text
    lines = list(document.lines())
    place = 0
    while place < len(lines):
        start, end = lines[place]
        recognised = _type_line(text[start:end])
        if recognised is None:
            place += 1
            continue
        language, type_line = recognised
        head = bilingual_headings.heading(text, *lines[place - 1]) if place else None
        first = place = place + 1
        power, stop = "", first
        while stop < len(lines) and stop - first < LONGEST_BLOCK:
            begin, finish = lines[stop]
            if glued := bilingual_headings.POWER.match(text, begin, finish):
                power = glued[0]
                break
            if _ends(text, begin, finish, language):
                break
            stop += 1
        span = (lines[first][0], lines[stop - 1][1]) if stop > first else (end, end)
        yield Block(
            start=head.start if head else start,
            end=span[1],
            heading=(head.start, head.end) if head else None,
            type_line=type_line,
            type_span=(start, end),
            text=text[slice(*span)],
            power=power,
            language=language,
        )
        place = stop


def _type_line(line: str) -> tuple[Language, TypeLine] | None:
    """Return a line read as a type line, with its language; None if it is not one."""
    return type_lines.in_any_language(line) if len(line) <= type_lines.LONGEST else None


def _ends(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether a line is not rules text: another face, a heading, a list item, prose."""
    line = text[start:end]
    return bool(
        language.lexicon.documents.prose.search(line)
        or not line.strip()
        or _type_line(line)
        or bilingual_headings.heading(text, start, end)
    )


class _Namer:
    """What a document tells about the names of its blocks."""

    def __init__(
        self, document: Document, mentions: Sequence[CardMention], lookups: Lookups | None
    ) -> None:
        self._document = document
        self._lookups = lookups
        self._mentions = [
            mention for mention in mentions if mention.name and mention.status != "term"
        ]
        self._lines = [document.place(mention.start)[0] for mention in self._mentions]
        self._headings = {(mention.start, mention.end): mention for mention in self._mentions}
        self._names = list({mention.name: mention for mention in self._mentions}.values())[
            :MOST_NAMES
        ]

    def named(self, block: Block, following: list[Block]) -> tuple[str, str]:
        """Return the name of a block in its language and in the reference language, if known."""
        if block.heading and (own := self._headings.get(block.heading)):
            return own.name, own.name_en
        for other in following:
            # A second face has no mana cost: its colors are indicated.
            second = other.heading is not None or other.type_line.colors
            if second and (name := self._front(other, block)):
                return name
        near = [mention for mention in self._near(block) if self._fits(mention.card, block)]
        for mention in [*near, *self._names]:
            words = mention.name_en if block.language.lexicon.default else mention.name
            if words and words in block.text and self._fits(mention.card, block):
                return mention.name, mention.name_en or mention.card or ""
        if name := self._in_text(block):
            return name
        bottom = self._document.place(block.end)[0]
        beside = {
            mention.name: mention
            for mention in near
            if self._document.place(mention.start)[0] - bottom in (0, 1)
        }
        if len(beside) == 1:
            mention = next(iter(beside.values()))
            return mention.name, mention.name_en or mention.card or ""
        return "", ""

    def _near(self, block: Block) -> list[CardMention]:
        """Return the mentions in and next to a block, nearest first."""
        top = self._document.place(block.start)[0]
        bottom = self._document.place(block.end)[0]
        begin = bisect_left(self._lines, top - NEAR)
        stop = bisect_right(self._lines, bottom + NEAR)
        away = [
            (max(top - line, line - bottom, 0), place)
            for place, line in enumerate(self._lines[begin:stop], begin)
        ]
        return [self._mentions[place] for _, place in sorted(away)]

    def _fits(self, face: str | None, block: Block) -> bool:
        """Tell whether a card's types agree with the type line; an unknown card's may."""
        entry = self._lookups.entry(face) if face and self._lookups else None
        return entry is None or self._agrees(entry, block)

    @staticmethod
    def _agrees(entry: FaceEntry, block: Block) -> bool:
        line = block.type_line
        if entry.types and set(entry.types) != set(line.types_en):
            return False
        return not line.subtypes_en or set(line.subtypes_en) == set(entry.subtypes)

    def _front(self, back: Block, block: Block) -> tuple[str, str] | None:
        """Return the name of the face that a second face belongs to, from the database."""
        if self._lookups is None:
            return None
        name_en = self.named(back, [])[1]
        entry = self._lookups.entry(name_en)
        front = self._lookups.entry(entry.card.split(" // ")[0]) if entry else None
        if front is None or entry is None or front.face == entry.face:
            return None
        name = official(front, block.language.code)
        return (name, front.face) if name and self._agrees(front, block) else None

    def _in_text(self, block: Block) -> tuple[str, str] | None:
        """Return the name with which a sentence of the block begins, if that card fits."""
        if self._lookups is None:
            return None
        for begin in block.language.lexicon.documents.clause_start.finditer(block.text):
            for stop in range(min(len(block.text), begin.end() + 30), begin.end() + 1, -1):
                words = block.text[begin.end() : stop]
                for entry in self._lookups.exact(words, block.language.code):
                    if self._agrees(entry, block):
                        return words, entry.face
        return None


def record(document: Document, block: Block) -> dict[str, object]:
    """Return a block as a card record of interchange.md with its references."""
    line = document.place(block.type_span[0])[0]
    references = [msgspec.to_builtins(reference) for reference in block.references]
    return {
        "id": f"{document.path}:{line}",
        "lang": block.language.code,
        "name": block.name,
        "name_en": block.name_en,
        "type": block.type_line.text,
        "colors": list(block.type_line.colors),
        "power": block.power,
        "text": block.text,
        "references": references,
    }
