"""What words that may be a name are in their place, by the first rule that holds."""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from nanori.annotation.name_context import (
    ACTED_ON,
    APART,
    GOVERNING,
    NOUNS,
    WINDOW,
    NameContext,
    name_context,
)
from nanori.annotation.own_names import Surface
from nanori.annotation.plain_words import is_near, is_plain
from nanori.grammar.automata import MayStand
from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.languages import Language

# A known name of this length, in languages without blanks, may be the topic of a sentence.
MIN_TOPIC_LENGTH: Final = 5
# What no misprint puts into a name.
MARKS: Final = '「」『』《》（）()[]{}“”".。：:\n'


class Candidate:
    """Words of a text that may be a name. What several rules need is looked up once."""

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        surface: Surface,
        context: NameContext,
        *,
        used: bool = False,
    ) -> None:
        """Look the words up."""
        self.text = text
        self.start = start
        self.end = end
        self.surface = surface
        """The name that they may be."""
        self.context = context
        self.used = used
        """Whether they are a name elsewhere: no construction need show it."""
        self.word = surface.kind or context.is_listed(surface.words)
        """Whether they are also a word of the game."""
        self._after: str | None = None
        self._before: str | None = None
        self._first = 0
        """Where the word right before them begins."""
        self._begins: bool | None = None
        self._determined: bool | None = None

    @property
    def after(self) -> str:
        """The terminal of what follows directly: POSSESSIVE in “Ysolde's power”."""
        if self._after is None:
            self._after = self.context.behind(self.text, self.end)[0]
        return self._after

    @property
    def before(self) -> str:
        """The terminal of the word right before."""
        if self._before is None:
            self._before, self._first = self.context.before(self.text, self.start)
        return self._before

    def is_touched(self) -> bool:
        """Tell whether letters touch them, other than a word that has lost its line break.

        Or the braces of a symbol that is written like the name: “{R}”, “{R/P}” (CR 107.4).
        """
        if self.text[self.start - 1 : self.start] in ("{", "/"):
            return self.text[self.end : self.end + 1] in ("}", "/")
        if not self.context.is_touched(self.text, self.start, self.end):
            return False
        letter, text, start = self.context.lexical.letter, self.text, self.start
        if not self.surface.sure or (
            letter.match(text, self.end) and letter.match(text, self.end - 1)
        ):
            return True
        offset = start
        while offset and letter.match(text, offset - 1):
            offset -= 1
        return text[offset:start] not in self.context.vocabulary

    def is_in_heading(self) -> bool:
        """Tell whether they are in the ability word or flavor word of a line or quotation.

        “Ysolde's Oath — Draw a card.”
        ^first ^self.end ^opened + heading.end(), counted from `first`, where `near` begins
         ^opened: the heading of a quotation begins after its mark
        """
        text, start, context = self.text, self.start, self.context
        for cue in context.heading_cues:  # a heading ends in one
            if text.find(cue, start, self.end + WINDOW) >= 0:
                break
        else:
            return False
        first = text.rfind("\n", max(0, start - WINDOW), start) + 1
        if not first and start > WINDOW:
            return False
        near = text[first : self.end + WINDOW]
        chapter = context.grammar.chapter.match(near)
        quoted = (near.rfind(pair[0], 0, start - first) for pair in context.lexicon.quotations)
        opened = max(chapter.end() if chapter else 0, *(offset + 1 for offset in quoted))
        heading = context.grammar.ability_word.search(near[opened:])
        return heading is not None and opened + heading.end() > self.end - first

    def is_in_longer_name(self) -> bool:
        """Tell whether a longer name ends or begins in them: “Jareth's Keep”, “Sir Jareth”.

        What continues with a word of the rules language, or with the same name again, is not one.
        """
        text, start = self.text, self.start
        larger, near = self.context.lexical.larger_before, text[max(0, start - WINDOW) : start]
        if larger.may_be_in(near) and larger.search(near):
            return self.after != "POSSESSIVE"  # not “a card from Ysolde's …”
        return self._is_behind_name() or (text[self.end - 1].isalnum() and self._goes_on())

    def _is_behind_name(self) -> bool:
        """Tell whether a name precedes: a capital that is not the sentence's, also “of”."""
        text, start, context = self.text, self.start, self.context
        if not context.divided:
            near = context.lexical.letter
            touched = start > 1 and near.match(text, start - 1) and near.match(text, start - 2)
            return bool(touched) and not self.before
        if text[start - 1 : start] != " " or context.lexicon.capitals == "nouns":
            return False
        space_before = text.rfind(" ", max(0, start - WINDOW), start - 1)
        further = text.endswith(context.blanks, 0, start)
        word_before = space_before > 0 and text[space_before - 1].isalpha()
        if not (further or (word_before and text[space_before + 1].isupper())):
            return False  # usually one look tells
        for divider in (" ", *context.blanks) if further else (" ",):
            if not text.endswith(divider, 0, start):
                continue
            end = start - len(divider) + 1
            blank = text.rfind(" ", max(0, end - WINDOW), end - 1)
            if blank < 1 or not text[blank + 1].isupper() or not text[blank - 1].isalpha():
                continue
            _, first = context.before(text, end)
            word = text[first:end].rstrip()
            within = first > 1 and text[first - 1] == " " and text[first - 2].isalpha()
            if word[1:2].isupper() or context.grammar.nameless.terminal(word) == "DEFINITE":
                continue  # “TAPped” is not a name, nor is an article
            if within and word[:1].isupper() and not context.is_listed(word):
                return True
        return False

    def _goes_on(self) -> bool:
        text, end, context = self.text, self.end, self.context
        larger = context.lexical.larger_after.match(text, end)
        if larger:
            return not text.startswith(self.surface.words, larger.start())
        ahead, tied = text[end : end + 2], text.startswith(context.dividers, end)
        if ahead[:1] == " ":
            if not (tied or ahead[1:].isupper()):
                return False  # usually one look tells
        elif not tied and (ahead[:1] in APART or not context.has_possessives):
            return False
        if self.after == "COLON":
            return False
        if self.after == "POSSESSIVE":
            return self._is_name(context.behind(text, end)[1] + 1)
        ties = (*context.dividers, " ")
        return any(self._is_name(end + len(tie)) for tie in ties if text.startswith(tie, end))

    def _is_name(self, offset: int) -> bool:
        text, context = self.text, self.context
        if offset >= len(text):
            return False
        terminal, last = context.grammar.nameless.at(text, offset)
        word = text[offset:last]
        if not word[:1].isupper() or word[1:2].isupper():  # nor is “TAPped” a name
            return False
        if context.lexicon.capitals == "nouns":
            return False
        if terminal in VERBS or terminal in AUXILIARIES:
            return False
        if context.is_listed(word) or word == self.surface.words.partition(" ")[0]:
            return False
        then, word_end = context.behind(text, last)
        if then == "COMMA" and context.behind(text, word_end)[0] == "AND":
            return False  # a list: “Ysolde, Crabs, and other Trilobites”
        return not context.is_compound(text, last)

    def lacks_article(self) -> bool:
        """Tell whether neither a definite article nor what absorbed one is where one must be."""
        if not self.surface.definite or self.before == "DEFINITE":
            return False
        word = self.text[self._first : self.start].rstrip().lower()
        return word not in self.context.lexicon.contractions

    def may_be_words(self) -> bool:
        """Tell whether another card's name may be plain words, as “Sacrifice” is a name, too."""
        if self.surface.type != "KNOWN_NAME":
            return False
        text, start, end = self.text, self.start, self.end
        lexicon = self.context.lexicon
        if self.word:
            return True  # whatever marks are around it
        if start and text[start - 1] + text[end : end + 1] in lexicon.name_marks:
            return False
        name = self.surface.words
        if not may_be_evident(name, self.context):
            return True
        short = lexicon.short
        if short.word or any(divider in name for divider in short.split):
            return False  # a name of parts
        return not (self.begins() and self.is_predicated())

    def is_whole(self) -> bool:
        """Tell whether they are a whole name of several words, and not a word of the game."""
        return self.surface.sure and not self.word

    def is_compound(self) -> bool:
        """Tell whether what follows makes one noun or verb of both: “each Warden you control”."""
        return self.context.is_compound(self.text, self.end)

    def is_plain(self) -> bool:
        """Tell whether they are a piece of a name, or a word of the game."""
        return self.surface.part or self.word

    def is_said_before(self) -> bool:
        """Tell whether “that” takes up what was said before: “that Warden” on “Ysolde, Warden”."""
        return self.is_plain() and self.before == "THAT"

    def is_apposed(self) -> bool:
        """Tell whether they say the kind of the noun before them: “créature Slivoïde”."""
        if self.context.declines and self.surface.type == "OWN_NAME" and not self.is_plain():
            return False  # in the genitive it is whose copy or card it is
        return self.context.lexicon.noun_first and self.before in NOUNS

    def is_listed_end(self) -> bool:
        """Tell whether the end of a name is a word of the grammar other than a subtype."""
        context = self.context
        if not (context.lexicon.short.ends and self.is_plain()):
            return False
        return context.grammar.nameless.terminal(self.surface.words) not in ("", "SUBTYPE")

    def is_determined(self) -> bool:
        """Tell whether the word before makes them a common noun: “target Bear”, “two Bears”."""
        if self._determined is None:
            self._determined = self.context.is_determined(self.text, self.start)
        return self._determined

    def is_any(self) -> bool:
        """Tell whether an article makes the name mean every object with it: “an Ysolde”."""
        return not self.surface.kind and self.is_determined() and self.before == "INDEFINITE"

    def begins(self) -> bool:
        """Tell whether they begin a sentence."""
        if self._begins is None:
            self._begins = self.context.begins(self.text, self.start)
        return self._begins

    def is_verb(self) -> bool:
        """Tell whether they are the verb that begins a sentence: “Counter target spell”."""
        if self.context.declines and self.after == "PLAYER":
            return False  # it is its owner or controller: „Jareths Besitzer …“
        return self.begins() and self.after in ACTED_ON

    def is_of(self) -> bool:
        """Tell whether they continue like names of several parts: “Academy of …”."""
        part = self.surface.part and self.begins()
        return part and self.context.divided and self.after == "GENITIVE"

    def is_said_first(self) -> bool:
        """Tell whether a sentence begins with a name that is no word and no mere piece of one."""
        return self.begins() and (self.used or not self.surface.part) and not self.word

    def is_capital_within(self) -> bool:
        """Tell whether a name that needs no other evidence is within a sentence."""
        return (self.used or not self.is_plain()) and not self.begins()

    def is_predicated(self) -> bool:
        """Tell whether something is said of them, or is theirs: “Ysolde dies”, “Ysolde's power”."""
        return self.context.is_predicated(self.text, self.end)

    def is_joined(self) -> bool:
        """Tell whether “and” joins them to another subject: “Ysolde and a Bear attack”."""
        joined = self.begins() and self.after in ("AND", "COMMA")
        return joined and self.context.has_role(self.text, self.start, self.end)

    def is_kind(self) -> bool:
        """Tell whether a piece of a name is a subtype in the plural: “amass Orcs”."""
        words = self.surface.words
        stem = words.removesuffix(self.context.lexicon.plural)
        kind = self.context.divided and stem != words and stem in self.context.vocabulary
        kind = kind or (self.context.declines and self.context.is_listed(words))
        return kind and self.surface.part

    def is_bare_kind(self) -> bool:
        """Tell whether a piece of a name is a subtype without an article: „vor Drachen“."""
        if not (self.surface.part and self.context.declines and self.word):
            return False
        bare = self.before in GOVERNING or self.before in AUXILIARIES
        word = self.text[self._first : self.start].rstrip().lower()
        return bare and word not in self.context.lexicon.contractions

    def is_governed(self) -> bool:
        """Tell whether something is done to them, or with them: “sacrifice Ysolde”, “on Ysolde”."""
        return self.context.is_governed(self.text, self.start, self.end, part=self.surface.part)

    def is_slip_governed(self) -> bool:
        """Tell whether something is done to words a letter from a name, and that is all of it."""
        name, words = self.surface.words, self.text[self.start : self.end]
        if words[0].isupper() != name[0].isupper() or not is_near(name, words):
            return False  # “it gains mooring” on Mooring
        return self.is_governed() and not self.is_in_longer_name()

    def has_strange_sign(self) -> bool:
        """Tell whether they have a sign that the name lacks, or a blank at an end."""
        words, name = self.text[self.start : self.end], self.surface.words
        return words.strip() != words or any(mark in MARKS and mark not in name for mark in words)

    def has_letters_beside(self) -> bool:
        """Tell whether a letter touches them: “Ysoldes”."""
        return self.context.is_touched(self.text, self.start, self.end)

    def is_of_plain_words(self) -> bool:
        """Tell whether they consist of words of the rules language only."""
        return is_plain(self.text, self.start, self.end, self.context)


def may_be_evident(name: str, context: NameContext) -> bool:
    """Tell whether a known name may be other than plain words without marks around it.

    It has parts, or is a topic. “Sacrifice” and 「取り除き」 are names of cards too, and in most
    texts; “Warrior Angel” is what a creature may be.
    """
    if name in context.vocabulary:
        return False
    short = context.lexicon.short
    if short.word.pattern:
        return " " in name and not context.vocabulary.issuperset(name.split(" "))
    return len(name) >= MIN_TOPIC_LENGTH or any(divider in name for divider in short.split)


@cache
def evident(language: Language) -> MayStand:
    """Return what tells this of names in texts of a language."""
    context = name_context(language)
    return lambda name: may_be_evident(name, context)


class Rule(NamedTuple):
    """What words are for which a test holds."""

    why: str
    """The reason, as `nanori annotate --explain` gives it."""
    test: Callable[[Candidate], bool]
    reading: str
    """`NAME` for the terminal of the name, `COMMON_NAME`, or `NO_NAME`."""


NAME: Final = "NAME"
# The terminal of a name with an article, which means every object with that name.
COMMON_NAME: Final = "COMMON_NAME"
NO_NAME: Final = ""

# What words written like a name are: the first rule that holds, in this order.
RULES: Final = (
    Rule("letters touch it", Candidate.is_touched, NO_NAME),
    Rule("in the ability word or flavor word of its line", Candidate.is_in_heading, NO_NAME),
    Rule("part of a longer name", Candidate.is_in_longer_name, NO_NAME),
    Rule("without its article", Candidate.lacks_article, NO_NAME),
    Rule("may be plain words", Candidate.may_be_words, NO_NAME),
    Rule("a whole name", Candidate.is_whole, NAME),
    Rule("one noun or verb with what stands behind it", Candidate.is_compound, NO_NAME),
    Rule("“that” takes up what was said before", Candidate.is_said_before, NO_NAME),
    Rule("the kind of the noun before it", Candidate.is_apposed, NO_NAME),
    Rule("a word of the rules", Candidate.is_listed_end, NO_NAME),
    Rule("a kind of objects, without an article", Candidate.is_bare_kind, NO_NAME),
    Rule("an article makes it any so named", Candidate.is_any, COMMON_NAME),
    Rule("a common noun by the word before it", Candidate.is_determined, NO_NAME),
    Rule("a verb that begins its sentence", Candidate.is_verb, NO_NAME),
    Rule("begins a name of several parts", Candidate.is_of, NO_NAME),
    Rule("begins a sentence", Candidate.is_said_first, NAME),
    Rule("stands within a sentence", Candidate.is_capital_within, NAME),
    Rule("something is said of it", Candidate.is_predicated, NAME),
    Rule("the same is said of it and of others", Candidate.is_joined, NAME),
    Rule("a kind of objects, in the plural", Candidate.is_kind, NO_NAME),
    Rule("something is done to it, or with it", Candidate.is_governed, NAME),
)
# Those that may hold of a whole name that is sure: it has parts, and is the card's own.
OF_SURE: Final = tuple(
    rule for rule in RULES if rule.test not in (Candidate.lacks_article, Candidate.may_be_words)
)
# The same for words that are a letter or two from a name.
MISPRINTS: Final = (
    Rule("a sign in it that the name has not", Candidate.has_strange_sign, NO_NAME),
    Rule("letters beside it", Candidate.has_letters_beside, NO_NAME),
    Rule("words of the rules", Candidate.is_of_plain_words, NO_NAME),
    Rule("spelt nearly as the name is, and something is said of it", Candidate.is_predicated, NAME),
    Rule("spelt nearly so, and something is done to it", Candidate.is_slip_governed, NAME),
)
# The reason if no rule holds.
NOTHING: Final = "nothing shows that it is a name"


class Ruling(NamedTuple):
    """What was decided about words that may be a name, and by which rule."""

    start: int
    end: int
    terminal: str
    why: str


def reading(
    candidate: Candidate, rules: tuple[Rule, ...] = (), rulings: list[Ruling] | None = None
) -> str:
    """Return the terminal of words by these rules, "" if they are not a name, and record it."""
    terminal, why = NO_NAME, NOTHING
    for reason, holds, result in rules or (OF_SURE if candidate.surface.sure else RULES):
        if holds(candidate):
            terminal = candidate.surface.type if result is NAME else result
            why = reason
            break
    if rulings is not None:
        rulings.append(Ruling(candidate.start, candidate.end, terminal, why))
    return terminal
