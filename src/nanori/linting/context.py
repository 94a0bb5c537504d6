"""What checks are given to look at: a card's text, the two languages of a card, a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from nanori.annotation import matcher
from nanori.annotation.own_names import is_legend_card
from nanori.grammar import languages, trees
from nanori.grammar.languages import Language
from nanori.model.values import Card, NameMarkup, Node, Reference

if TYPE_CHECKING:
    from nanori.linting.indexes import Index
    from nanori.linting.options import Settings


class Subject:
    """One rules text with its references, what was asked for, and what is known of other cards."""

    def __init__(
        self,
        card: Card,
        references: Sequence[Reference],
        index: Index,
        settings: Settings,
        *,
        markup: Sequence[NameMarkup] = (),
        extra: Mapping[str, object] | None = None,
        signs: bool = False,
        path: str = "",
    ) -> None:
        """Keep what every check may ask for; what costs time is worked out when it is asked for."""
        self.card = card
        self.references = references
        self.index = index
        self.settings = settings
        self.markup = markup
        self.extra = extra or {}
        self.signs = signs
        """Whether signs for the card's name are how this file, or the style set, writes it."""
        self.path = path
        """The file, as the index knows it."""

    @cached_property
    def language(self) -> Language:
        """The language of the text, with its words."""
        return languages.load(self.card.lang)

    @cached_property
    def trees(self) -> tuple[tuple[int, str, Node], ...]:
        """The text's paragraphs: where each begins, its words, and its tree."""
        card = self.card
        waiting = matcher.find(card, self.language)[::-1] if card.name else []
        parsed: list[tuple[int, str, Node]] = []
        for start, end in trees.paragraphs(card.text):
            paragraph = card.text[start:end]
            inside = trees.within(waiting, start, end)
            parsed.append(
                (start, paragraph, trees.parse_paragraph(paragraph, self.language, inside))
            )
        return tuple(parsed)

    @cached_property
    def legend(self) -> bool:
        """Whether the type line makes the card a legend (CR 205.4d)."""
        return is_legend_card(self.card)

    @cached_property
    def own(self) -> tuple[Reference, ...]:
        """The references that denote the object itself."""
        return tuple(reference for reference in self.references if reference.target == "self")


class Pair:
    """One card in two languages: what the translation was made from, and the translation."""

    def __init__(self, original: Subject, translation: Subject) -> None:
        """Keep both; findings are about the translation."""
        self.original = original
        self.translation = translation
