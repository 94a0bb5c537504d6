"""A card to its references: the stages in order, skipping what cannot hold one."""

from collections.abc import Sequence

from nanori.annotation import binding, dress, matcher, mentions
from nanori.annotation import markup as marks
from nanori.annotation.known_names import KnownNames
from nanori.grammar import language_detection, languages, parser, trees
from nanori.grammar.languages import Language
from nanori.grammar.prefilter import NOTHING, Cues
from nanori.model import arguments, limits
from nanori.model.values import Card, NameMarkup, Node, Reference, Token


def annotate(
    card: Card, names: KnownNames | None = None, markup: Sequence[NameMarkup] = ()
) -> list[Reference]:
    """Return the references in a card's text, in order and without overlap.

    Starts and ends are code points of `card.text` as it was given. `names` are other cards'
    names, found where no construction announces them. `markup` are words that the card's file
    marks as its name. Raises NanoriError for a language without a grammar, and
    for names that no card could have (`model.limits`). Source: CR 201.5–201.6.

        >>> text = "Enchanted creature has “Sacrifice Leechbrand: Tap this creature.”"
        >>> for ref in nanori.annotate(nanori.Card(name="Leechbrand", text=text)):
        ...     print(ref.start, ref.end, ref.text, ref.form, ref.target, ref.rule)
        34 44 Leechbrand full self 201.5a
        50 63 this creature this holder 201.5a
    """
    arguments.prove("card", card, Card)
    limits.prove_card_limits(card)
    if names is not None:
        arguments.prove("names", names, KnownNames)
    return annotated(card, names, markup)


def annotated(
    card: Card, names: KnownNames | None = None, markup: Sequence[NameMarkup] = ()
) -> list[Reference]:
    """Return the references of a card that is known to be within the limits, as from a file."""
    return annotated_together((card,), names, (markup,))[0]


def annotated_together(
    cards: Sequence[Card], names: KnownNames | None, markups: Sequence[Sequence[NameMarkup]]
) -> list[list[Reference]]:
    """Return the references of each card, all within the limits, given the markup of each.

    Each stage is done for all before the next one: what it takes is then at hand in the processor,
    which saves a fifth of the time.
    """
    spoken = [*map(language_detection.of_card, cards)]
    views = [
        dress.view_of(card.text, card.name, its) for card, its in zip(cards, spoken, strict=True)
    ]
    plain = [
        (card, markup) if view is None else view.of(card, markup)
        for card, markup, view in zip(cards, markups, views, strict=True)
    ]
    spans = [matcher.find(card, its, names) for (card, _), its in zip(plain, spoken, strict=True)]
    cues = [parser.load(its).cues(card.text) for (card, _), its in zip(plain, spoken, strict=True)]
    found = [
        _bound(card, its, names, tokens, its_cues, markup)
        for (card, markup), its, tokens, its_cues in zip(plain, spoken, spans, cues, strict=True)
    ]
    return [
        each if view is None else view.given(each, card.text)
        for card, view, each in zip(cards, views, found, strict=True)
    ]


def _bound(
    card: Card,
    language: Language,
    names: KnownNames | None,
    spans: list[Token],
    cues: Cues,
    markup: Sequence[NameMarkup],
) -> list[Reference]:
    if markup:
        markup = marks.by_words(markup, card.text, language)
        spans = matcher.among(marks.names_of(markup, card.text), spans)
    if not spans and cues == NOTHING:
        return []
    english = names.english if names is not None else binding.NO_NAMES
    references = binding.references(card, spans, cues, language, english)
    if markup:
        return marks.shown(references, card, language, markup)
    for reference in references:
        if reference.form == "placeholder":
            return marks.shown(references, card, language, markup)
    return references


def parse(text: str, lang: str = "", *, card: Card | None = None) -> Node:
    """Return the tree of a rules text; its leaves, joined, are the text.

    `lang` is its language, told from the text if empty. With `card`, the names that card may call
    itself by are leaves of their own. Raises NanoriError for a language without a grammar.

        >>> text = "Sacrifice this creature: Draw a card."
        >>> tree = nanori.parse(text, "en")
        >>> tree.kind, tree.start, tree.end
        ('text', 0, 37)
    """
    arguments.prove("text", text, str)
    if card is not None:
        arguments.prove("card", card, Card)
    language = languages.load(lang or language_detection.of_text(text))
    names = matcher.find(card, language) if card is not None else ()
    return trees.parse(text, language, names)


def forget() -> None:
    """Drop the paragraphs remembered, so that a measurement starts afresh."""
    mentions.without_names.cache_clear()
