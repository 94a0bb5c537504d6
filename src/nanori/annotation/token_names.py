"""A card's text to the names of the tokens that it makes, which have no card of their own."""

from __future__ import annotations

from nanori.annotation.pipeline import annotate
from nanori.grammar import languages, parser, trees
from nanori.model.values import Card


def made(card: Card) -> list[str]:
    """Return the names that a text gives to tokens, each as often as it does. CR 111.4.

    Only a text is annotated that has a word for tokens, and a paragraph that announces a name.
    """
    text = card.text
    language = languages.load(card.lang or languages.of_text(text))
    if not any(word in text for word in language.lexicon.words.get("token", ())):
        return []
    grammar = parser.load(language)
    cues = grammar.cues(text)
    if not cues.announcements:
        return []
    paragraphs = (text[start:end] for start, end in trees.paragraphs(text))
    if not any(grammar.announces(each, cues.within(each)) for each in paragraphs):
        return []
    return [reference.text for reference in annotate(card) if reference.form == "token"]
