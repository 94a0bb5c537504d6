"""How the cards of a set say what can be said in several ways, for checks that ask what is usual.

It is worked out when a check asks: most files have no designer whose manner a card could miss.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property
from typing import NamedTuple

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


# A line that begins with a word in lower case: few texts have one, and it is found soonest.
LOWER_CASE_LINE = re.compile(r"\n[ \t]*[a-zà-ÿ]+ ")
# A line that ends in a word, and continues so.
BROKEN_LINE = re.compile(rf"[^\W\d_][,’']?[ \t]*{LOWER_CASE_LINE.pattern}")
# One or two texts have a broken line by mistake; from three on lines are broken to fit a box.
MIN_TEXTS_WITH_BROKEN_LINES = 3
# And so large a part of a set's texts: a few such lines silenced missing stops in a whole set.
MIN_SHARE_OF_BROKEN_TEXTS = 0.02
# Two cards of a set that say “this Aura” of themselves don't do so by chance. In sets of designers
# nine findings on eight cards were all true, and no official text had one.
MIN_CARDS_WITH_SUBTYPE_NOUN = 2
# What ten cards of a set say in one way, and hardly any in the other, is on purpose: told once.
MIN_CARDS_OF_HABIT = 10
# If more than one in twenty say it in the other, the ten are slips.
HABIT_TO_OTHERS = 20
# More cards are no set, but a collection of several, without a wording of its own.
MAX_CARDS_OF_SET = 1000
# Stands for a card's own name in patterns for all cards.
OWN_NAME = "\0"


class Kind(NamedTuple):
    """How a rule is broken: patterns of what breaks it and of what keeps it; empty if unknown."""

    rule: str
    old: str
    new: str = ""


def having(pattern: str, cards: Sequence[Card]) -> list[Card]:
    """Return the cards whose texts have what such a pattern matches."""
    search = re.compile(pattern, re.MULTILINE).search
    if OWN_NAME not in pattern:
        return [each for each in cards if search(each.text)]
    return [each for each in cards if search(each.text.replace(each.name or OWN_NAME, OWN_NAME))]


class House:
    """The cards of a set in one language of a file, and how many of them say a thing in a way."""

    def __init__(self, language: Language) -> None:
        """Begin with none."""
        self._language = language
        self._cards: list[Card] = []
        """The first of them: of a collection it is not asked what all have."""
        self.count = 0
        self.said = Counter[str]()
        """How many cards, not legendary, call themselves by “noun” or “name”; of lines “broken”."""
        self.counters = Counter[str]()
        """What their texts call kinds of counters, and how often."""
        self._habits: dict[Kind, tuple[list[Card], int]] = {}

    def add(self, card: Card) -> None:
        """Note how a card's lines are broken, what it calls counters, and how it calls itself."""
        text, language = card.text, self._language
        self._changed([card], 1)
        self.said["broken"] += bool(LOWER_CASE_LINE.search(text) and BROKEN_LINE.search(text))
        self.said["<br"] += "<br" in text
        counters = lint_words(language).templating.counters
        for match in counters.finditer(text) if counters.may_be_in(text) else ():
            self.counters[match["kind"]] += 1
        noun = nouns.noun(card, language)
        if noun and card.name and not is_legend_card(card):
            shown = says_noun(card, noun, language)
            if shown != says(text, card.name):
                self.said["noun" if shown else "name"] += 1

    def join(self, other: "House") -> None:
        """Note all that another has noted of other cards."""
        self._changed(other._cards, other.count)
        self.said.update(other.said)
        self.counters.update(other.counters)

    def _changed(self, cards: Sequence[Card], count: int) -> None:
        self.count += count
        self._cards += cards[: MAX_CARDS_OF_SET - len(self._cards)]
        self._habits.clear()
        for worked_out in ("_wordings", "_nouns", "legends"):
            self.__dict__.pop(worked_out, None)

    def _is_broken(self, share: float) -> bool:
        return self.said["broken"] >= max(MIN_TEXTS_WITH_BROKEN_LINES, share)

    @property
    def breaks_lines(self) -> bool:
        """Whether it has texts with lines broken within a sentence."""
        return self._is_broken(self.count * MIN_SHARE_OF_BROKEN_TEXTS)

    @property
    def wraps_lines(self) -> bool:
        """Whether it has many such lines: they are set by hand, to a width."""
        return self._is_broken(min(MIN_CARDS_OF_HABIT, self.count / 2))

    @property
    def breaks_lines_by_tags(self) -> bool:
        """Whether several texts have `<br>`: its program writes lines so."""
        return self.said["<br"] >= MIN_TEXTS_WITH_BROKEN_LINES

    def habit(
        self, kind: Kind, kinds_in: Callable[[Card], Collection[Kind]]
    ) -> tuple[list[Card], int]:
        """Return the cards that break a rule in a way, and how many keep it, if hardly any.

        None of a collection. `kinds_in` is asked of few: where too many others keep it, of none.
        """
        if kind not in self._habits:
            self._habits[kind] = self._habit(kind, kinds_in)
        return self._habits[kind]

    def _habit(
        self, kind: Kind, kinds_in: Callable[[Card], Collection[Kind]]
    ) -> tuple[list[Card], int]:
        cards = self._asked if kind.old else ()
        likely = having(kind.old, cards) if len(cards) >= MIN_CARDS_OF_HABIT else []
        if len(likely) < MIN_CARDS_OF_HABIT:
            return [], 0
        kept = len(having(kind.new, cards)) if kind.new else 0
        if kept * HABIT_TO_OTHERS > len(likely):
            return [], 0
        broken: list[Card] = []
        for number, card in enumerate(likely, 1):
            if kind in kinds_in(card):
                broken.append(card)
            elif len(broken) < number // MIN_CARDS_OF_HABIT:  # words that are right elsewhere
                return [], 0
        kept = kept if kind.new else len(likely) - len(broken)
        is_habit = len(broken) >= max(MIN_CARDS_OF_HABIT, kept * HABIT_TO_OTHERS)
        return (broken, kept) if is_habit else ([], 0)

    def says_noun(self, noun: str, general: str) -> bool:
        """Tell whether most cards of a kind say its noun, and no more general one."""
        own = self._nouns[f"{noun} {noun}"]
        return own >= MIN_CARDS_WITH_SUBTYPE_NOUN and own > self._nouns[f"{noun} {general}"]

    def counts(self, new: str, old: str) -> tuple[int, int]:
        """Return how many cards have the new words, and how many the old ones."""
        return self._wordings[new], self._wordings[old]

    @property
    def _asked(self) -> Sequence[Card]:
        """The cards of a set; of a collection none, as it has no wording of its own."""
        return self._cards if self.count <= MAX_CARDS_OF_SET else ()

    @cached_property
    def _wordings(self) -> Counter[str]:
        """How many cards have the old words of a wording, and how many the new ones."""
        counted = Counter[str]()
        templating = lint_words(self._language).templating
        for card in self._asked:
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
    def _nouns(self) -> Counter[str]:
        """How many permanents say “this” before their noun, or a more general one, after both."""
        counted = Counter[str]()
        for card in self._asked:
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
        for card in self._asked:
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
