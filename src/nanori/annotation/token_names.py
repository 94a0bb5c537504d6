"""A card's text to the names of the tokens that it makes, which have no card of their own."""

from __future__ import annotations

from nanori.annotation.pipeline import annotate
from nanori.grammar import languages, parser
from nanori.model.values import Card


def made(card: Card) -> list[str]:
    """Return the names that a text gives to tokens, each as often as it does. CR 111.4.

    Texts without a word for tokens, and without one that announces names, are not parsed.
    """
    language = languages.load(card.lang or languages.of_text(card.text))
    if not any(word in card.text for word in language.lexicon.words.get("token", ())):
        return []
    if not parser.load(language).cues(card.text).announcements:
        return []
    return [reference.text for reference in annotate(card) if reference.form == "token"]
