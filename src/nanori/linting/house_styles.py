"""How the cards of a set say what can be said in several ways, for checks that ask what is usual.

It is worked out when a check asks: most files have no designer whose manner a card could miss.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property

from nanori.annotation.own_names import is_legend_card
from nanori.grammar.languages import Language
from nanori.linting.lexicon import lint_words
from nanori.model.values import Card
from nanori.rewriting import nouns

# Stands for a name with a small word that has a capital.
LARGE_WORD = "Of"
# Stands for a name with a small word that has none.
SMALL_WORD = "of"
APOSTROPHES = ("'", "’")
# How a dash may follow the name of an ability.
DASHES = ("—", " —")
# Reminder text, which is worded for many cards.
REMINDER = re.compile(r"[(（][^()（）]{0,600}[)）]")


def labelled(label: re.Match[str]) -> str:
    """Return the name of an ability as it begins a line, with its dash, and the space before it."""
    name, dash = label["label"], label["dash"]
    return name[0].upper() + name[1:] + (dash if dash == "— " else dash.rstrip())


@cache
def whole(words: str) -> re.Pattern[str]:
    """Return a pattern for words that are not part of longer ones: “enter”, not “enters”."""
    return re.compile(rf"\b{re.escape(words)}\b")


class HouseStyle:
    """What the cards of a set in one language say, and how many of them do."""

    def __init__(self, cards: Sequence[Card], language: Language) -> None:
        """Keep the cards until something is asked."""
        self._cards = cards
        self._language = language

    @cached_property
    def wordings(self) -> Counter[str]:
        """How many cards have the old words of a wording, and how many the new ones."""
        counted = Counter[str]()
        templating = lint_words(self._language).templating
        for card in self._cards:
            for row in templating.sets:
                if row.old in card.text:
                    counted[row.old] += 1
                elif row.new in card.text and whole(row.new).search(card.text):
                    counted[row.new] += 1
            for sign in (*templating.dashes, *APOSTROPHES):
                counted[sign] += sign in card.text
            titled = templating.titled
            if titled and titled.search(card.name.title()):
                counted[LARGE_WORD if titled.search(card.name) else SMALL_WORD] += 1
            labels = templating.labelled
            for match in labels.finditer(card.text) if labels.may_be_in(card.text) else ():
                counted[labelled(match)] += 1
        return counted

    @cached_property
    def nouns(self) -> Counter[str]:
        """How many permanents say “this” before their noun, or a more general one, after both."""
        counted = Counter[str]()
        for card in self._cards:
            noun = nouns.noun(card, self._language)
            if not noun or not card.name:
                continue
            shown = says_noun(card, noun, self._language)
            general = noun if shown else nouns.general(card, self._language)
            if shown or says_noun(card, general, self._language):
                counted[f"{noun} {general}"] += 1
        return counted

    @cached_property
    def legends(self) -> Counter[str]:
        """How many legends refer to themselves by "noun", and how many by "name"."""
        counted = Counter[str]()
        dividers = self._language.lexicon.short.split
        for card in self._cards:
            noun = nouns.noun(card, self._language) if is_legend_card(card) and card.name else ""
            if not noun:
                continue
            shown = says_noun(card, noun, self._language)
            name = card.name.partition(next(iter(dividers), "\n"))[0]
            if shown or says(card.text, name):
                counted["noun" if shown else "name"] += 1
        return counted


def says_noun(card: Card, noun: str, language: Language) -> bool:
    """Tell whether a card's text says “this” with a noun outside its reminders, in any case."""
    return says(card.text.lower(), language.lexicon.this.format(noun).lower())


def says(text: str, words: str) -> bool:
    """Tell whether a text has words outside its reminders."""
    return words in text and words in REMINDER.sub("", text)
