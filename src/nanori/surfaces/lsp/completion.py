"""The names that what was typed may become.

After what announces a name, such as “named”, and between the marks of names these are the names of
all cards; anywhere in a text the words by which the card refers to itself.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, TextEdit

from nanori.annotation.own_names import is_legend_card, own_names, shortened
from nanori.formats import escaping
from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.parser import load
from nanori.model.values import Card
from nanori.rewriting import nouns
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.navigation import TranslatedNames
from nanori.surfaces.lsp.projects import Project

# Names that are offered at once.
MAX_NAMES = 100

# Code points before the cursor that may be the beginning of a name.
MAX_PREFIX_LENGTH = 80


def completions(
    text: OpenText, offset: int, project: Project, others: TranslatedNames
) -> CompletionList:
    """Return the names that fit what is before a place; none outside rules texts."""
    inside = _text_at(text, offset)
    if inside is None:
        return CompletionList(False, [])
    card, way, before = inside
    language = languages.load(card.lang)
    items = [*_own(card, language, before), *_announced(language, before, project, others)]
    items = [item for item in items if item.name.startswith(item.typed)]
    shown: list[CompletionItem] = []
    for name, typed, detail in items[:MAX_NAMES]:
        written = escaping.named(way).encode(name, before)
        start = offset - len(typed)
        shown.append(
            CompletionItem(
                name,
                kind=CompletionItemKind.Text if detail == OWN else CompletionItemKind.Reference,
                detail=detail or None,
                filter_text=name,
                text_edit=TextEdit(text.lines.range(start, offset), written),
            )
        )
    return CompletionList(len(items) > MAX_NAMES, shown)


OWN = "this card"


class OfferedName(NamedTuple):
    """A name that fits the words before the cursor."""

    name: str
    typed: str
    """How much of it was already typed."""
    detail: str
    """What is shown beside it."""


def _text_at(text: OpenText, offset: int) -> tuple[Card, str, str] | None:
    """Return the rules text at the cursor, how it is written, and its words before the cursor."""
    for reading in text.within(offset, offset):
        for entry in reading.entries:
            span = entry.places.get("text")
            if span is None or not span.start <= offset - reading.start <= span.end:
                continue
            before = text.text[max(reading.start + span.start, offset - MAX_PREFIX_LENGTH) : offset]
            if field_text(entry.card, "text"):
                return entry.card, span.escaping, before
    return None


def _own(card: Card, language: Language, before: str) -> Iterator[OfferedName]:
    """Yield the words by which a card refers to itself that begin like the last words typed."""
    forms = [*own_names(card, language)]
    if is_legend_card(card):
        forms += [short for name in forms for short in shortened(name, language.lexicon.short)]
    if noun := nouns.noun(card, language):
        forms.append(language.lexicon.this.format(noun))
    for form in dict.fromkeys(forms):
        yield OfferedName(form, _typed(form, before), OWN)


def _typed(name: str, before: str) -> str:
    """Return the longest end of what was typed that begins a name: “exile Yso” → “Yso”.

    "" at the beginning of a word, "\0", which begins no name, within another word.
    """
    for length in range(min(len(name), len(before)), 0, -1):
        if before.endswith(name[:length]):
            starts = len(before) - length
            inside = starts and before[starts - 1].isascii() and before[starts - 1].isalnum()
            if not (inside and name[0].isascii()):
                return name[:length]
    return "" if not before[-1:].strip() or not before[-1:].isascii() else "\0"


def _announced(
    language: Language, before: str, project: Project, others: TranslatedNames
) -> Iterator[OfferedName]:
    """Yield the names of all cards that begin like what was typed after “named” or a mark."""
    match = _announcement(language).match(before)
    if match is None:
        return
    typed = match["typed"]
    names = sorted(name for name in project.run.index.names(language.code) if name)
    for name in names:
        if name.startswith(typed):
            translated = ", ".join(o for each in others.of(name).values() for o in each)
            yield OfferedName(name, typed, translated)


@cache
def _announcement(language: Language) -> re.Pattern[str]:
    """Return the pattern of what announces a name, and of the part of the name typed so far."""
    opening = [marks[0] for marks in language.lexicon.name_marks]
    cues = [f"{cue} " for cue in load(language).cues_of(["NAMED"])]
    openings = "|".join(map(re.escape, [*cues, *opening])) or "(?!)"
    return re.compile(rf".*(?:{openings})(?P<typed>[^\n]{{0,{MAX_PREFIX_LENGTH}}})\Z", re.DOTALL)
