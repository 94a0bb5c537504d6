"""Words of a text to what stands beside them: whether there is room for a name.

A word beside is asked for its class, the terminal it is in the grammar. Where that does not tell,
the clause is asked: `has_role` parses the line with the words as a name.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from nanori.annotation import clause_roles
from nanori.annotation.neighbours import (
    ACTED_ON,
    ACTS,
    EVIDENT,
    GOVERNING,
    MARKS,
    NOUNS,
    ORDINARY,
    PARTICLES,
    PREDICATES,
)
from nanori.grammar import inflection
from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import Guards
from nanori.grammar.parser import load

NEAR = 48
"""How many code points before a place are looked at for its line's or sentence's beginning."""
LONGEST = 8
"""Code points of the longest listed word that is looked for before a place."""
LONG_LINE = 2000
"""Code points of a line beyond which no clause is asked for."""
VOCABULARY = ("keyword_name", "subtype", "game_word")
"""Lists of words that a rules text has for what they mean."""


class Surroundings:
    """What may stand beside the words of one language."""

    def __init__(self, language: Language) -> None:
        """Keep the words of the language, and what is lexical about their surroundings."""
        self.language = language
        self.divided = language.lexicon.spaces
        self.plural = language.lexicon.plural
        """Whether something stands between the words of a sentence."""
        self.lexical: Guards = language.lexicon.guards
        """Patterns of letters and signs."""
        self.vocabulary = frozenset(
            word for name in VOCABULARY for word in language.lexicon.words.get(name, ())
        )
        """Words that are in texts for what they mean, though a name may be the same."""
        self.plain = frozenset(word.lower() for word in language.plain_words)
        """Words of the rules language, in small letters."""
        after = self.lexical.larger_after
        self._larger_after = after.match if after else None
        self._dividers = (*language.lexicon.short.titles, *language.lexicon.short.split)
        """What parts of a name are divided by, but for a blank."""
        self._grammar = load(language)
        self._word = re.compile(rf"(?:{language.lexicon.any_word})$")

    def is_kind(self, words: str) -> bool:
        """Tell whether words are a subtype in the plural."""
        stem = words.removesuffix(self.plural)
        return self.divided and stem != words and stem in self.vocabulary

    def is_foreign(self, name: str) -> bool:
        """Tell whether a name is in another script than the language's."""
        script = self.language.lexicon.script
        return bool(script) and not re.search(script, name)

    @cached_property
    def heading_cues(self) -> list[str]:
        """Signs without any of which no line has such a word."""
        return self._grammar.cues_of(("ABILITY_WORD",))

    @property
    def heading(self) -> re.Pattern[str]:
        """A line's ability word or flavor word, in which no name means anything."""
        return self._grammar.ability_word

    @property
    def chapter(self) -> re.Pattern[str]:
        """The chapter numbers that open a line, before its flavor word if it has one."""
        return self._grammar.chapter

    def behind(self, text: str, end: int) -> tuple[str, int]:
        """Return the terminal of what stands right behind a place, and where it ends.

        "" if it is a word of no class, or if nothing or a line break is there.
        """
        start = end + 1 if text[end : end + 1] == " " else end
        return self._grammar.nameless.at(text, start)

    def before(self, text: str, start: int) -> tuple[str, int]:
        """Return the terminal of the word right before a place, and where the word begins."""
        if not self.divided:
            for first in range(max(0, start - LONGEST), start):
                terminal = self._grammar.nameless.terminal(text[first:start])
                if terminal:
                    return terminal, first
            return "", start
        end = start - 1 if text[start - 1 : start] == " " else start
        word = self._word.search(text, max(0, end - NEAR), end)
        if word is None or (end == start and word[0][-1:].isalnum()):
            return "", start
        first = self._grammar.nameless.phrase_before(text, end)
        if first >= 0:
            return self._grammar.nameless.terminal(text[first:end]), first
        return self._grammar.nameless.terminal(word[0]), word.start()

    def begins(self, text: str, start: int) -> bool:
        """Tell whether a sentence begins there."""
        return bool(self.lexical.begins.search(text[max(0, start - 3) : start]))

    def is_touched(self, text: str, start: int, end: int) -> bool:
        """Tell whether a letter touches words on a side where they begin or end in one."""
        letter = self.lexical.letter
        if letter.match(text, end) and letter.match(text, end - 1):
            return True
        return bool(start and letter.match(text, start - 1) and letter.match(text, start))

    def is_determined(self, text: str, start: int) -> bool:
        """Tell whether the words behind are a common noun: “a …”, “enchanted …”, 「他の…」."""
        terminal, first = self.before(text, start)
        if terminal == "DETERMINER" and self.before(text, first)[0] == "THAT":
            return False  # “spells that target …”
        near = text[max(0, start - LONGEST) : start]
        return terminal in ORDINARY or bool(self.lexical.ordinary_before.search(near))

    def is_ordinary(self, words: str) -> bool:
        """Tell whether words are just what makes the next ones a common noun."""
        word = words.removesuffix(" ") if self.divided else words
        whole = word != words if self.divided else True
        return whole and self._grammar.nameless.terminal(word) in ORDINARY

    def is_indefinite(self, text: str, start: int) -> bool:
        """Tell whether an article makes a name mean every object so called."""
        return self.before(text, start)[0] == "INDEFINITE"

    def is_definite(self, text: str, start: int) -> bool:
        """Tell whether a definite article stands before, or a preposition that has eaten one."""
        terminal, first = self.before(text, start)
        word = text[first:start].rstrip()
        return terminal == "DEFINITE" or word.lower() in self.language.lexicon.contractions

    def is_apposed(self, text: str, start: int) -> bool:
        """Tell whether a noun stands before that the words say the kind of: “créature Slivoïde”."""
        return self.language.lexicon.noun_first and self.before(text, start)[0] in NOUNS

    def is_word(self, words: str) -> bool:
        """Tell whether an end of a name is a word of the grammar, but for a subtype."""
        if not self.language.lexicon.short.ends:
            return False
        return self._grammar.nameless.terminal(words) not in ("", "SUBTYPE")

    def is_that(self, text: str, start: int) -> bool:
        """Tell whether words that may be a common noun are one that was said before."""
        return self.before(text, start)[0] == "THAT"

    def is_compound(self, text: str, end: int) -> bool:
        """Tell whether what is behind makes the words before it a common noun or a verb."""
        if self.lexical.ordinary_after.match(text, end):
            return True
        terminal, last = self.behind(text, end)
        if terminal == "PLAYER":
            return self.behind(text, last)[0] == "VERB"  # “… you control”
        if terminal == "ACCUSATIVE":
            return self.behind(text, last)[0] in ("GIVE", "DO")
        if terminal in NOUNS:  # nouns that are declined stand side by side, each for itself
            return not self.language.lexicon.inflection.declensions
        if terminal in AUXILIARIES and self.language.lexicon.verb_last:
            return True
        return not terminal and bool(self.lexical.pursued.match(text, end))

    def is_part(self, text: str, start: int, end: int, words: str) -> bool:
        """Tell whether a longer name ends or begins in these words: “Jareth's Keep”, “Sir Jareth”.

        What goes on with a word of the rules language, or with the same name again, is none.
        """
        if self.lexical.larger_before.search(text[max(0, start - NEAR) : start]):
            return self.behind(text, end)[0] != "POSSESSIVE"  # not “a card from Ysolde's …”
        if self._is_name_before(text, start):
            return True
        return text[end - 1].isalnum() and self._goes_on(text, end, words)

    def _is_name_before(self, text: str, start: int) -> bool:
        """Tell whether a name stands before: a capital that is not the sentence's, also “of”."""
        if not self.divided:
            near = self.lexical.letter
            touched = start > 1 and near.match(text, start - 1) and near.match(text, start - 2)
            return bool(touched) and not self.before(text, start)[0]
        if text[start - 1 : start] != " " or self.language.lexicon.capital_nouns:
            return False
        for divider in (" ", *self.language.lexicon.short.split):
            if divider[0] != " " or not text.endswith(divider, 0, start):
                continue
            end = start - len(divider) + 1
            blank = text.rfind(" ", max(0, end - NEAR), end - 1)
            if blank < 1 or not text[blank + 1].isupper() or not text[blank - 1].isalpha():
                continue
            _, first = self.before(text, end)
            word = text[first:end].rstrip()
            within = first > 1 and text[first - 1] == " " and text[first - 2].isalpha()
            if word[1:2].isupper() or self._grammar.nameless.terminal(word) == "DEFINITE":
                continue  # “TAPped” is no name, nor is an article
            if within and word[:1].isupper() and not self._is_listed(word):
                return True
        return False

    def _is_listed(self, word: str) -> bool:
        """Tell whether a word is one of the rules language's, in any form."""
        if word in self.vocabulary:
            return True
        inflected = self.language.lexicon.inflection.declensions
        return bool(inflected) and inflection.is_listed(word, self.language, *VOCABULARY)

    def is_second(self, text: str, start: int, end: int) -> bool:
        """Tell whether a sentence begins with a word of no list, and says of both what they do.

        “Mega Jareth gains …” is said of another than Jareth.
        """
        blank = text.rfind(" ", max(0, start - NEAR), max(0, start - 1))
        if blank >= 0 and text[blank + 1].islower():
            return False  # most often one look tells
        terminal, first = self.before(text, start)
        if terminal != "CAPITAL" or not self.begins(text, first):
            return False
        word = text[first : start - 1].lower()
        return word not in self.plain and self.behind(text, end)[0] in VERBS

    def _goes_on(self, text: str, end: int, words: str) -> bool:
        larger = self._larger_after(text, end) if self._larger_after else None
        if larger:
            return not text.startswith(words, larger.start())
        if not self._may_go_on(text, end):
            return False
        terminal, last = self.behind(text, end)
        if terminal == "COLON":
            return False
        if terminal == "POSSESSIVE":
            return self._is_name(text, last + 1, words)
        return any(
            self._is_name(text, end + len(divider), words)
            for divider in (*self._dividers, " ")
            if text.startswith(divider, end)
        )

    def _may_go_on(self, text: str, end: int) -> bool:
        """Tell whether a capital or a particle may stand behind; most often one look tells."""
        return (
            text[end : end + 1] != " "
            or text[end + 1 : end + 2].isupper()
            or text.startswith(self._dividers, end)
        )

    def _is_name(self, text: str, place: int, words: str) -> bool:
        """Tell whether a word with a capital begins there that is of no list."""
        terminal, last = self._grammar.nameless.at(text, place)
        word = text[place:last]
        if not word[:1].isupper() or (len(word) > 1 and word.isupper()):
            return False
        if self.language.lexicon.capital_nouns:
            return False
        if terminal in VERBS or terminal in AUXILIARIES:
            return False
        if self._is_listed(word) or text.startswith(words, place):
            return False
        return text[last : last + 2] != " —" and not self.is_compound(text, last)

    def is_of(self, text: str, end: int) -> bool:
        """Tell whether words go on as names of several parts do: “Academy of …”."""
        return self.divided and self.behind(text, end)[0] == "GENITIVE"

    def is_acted_on(self, text: str, end: int) -> bool:
        """Tell whether what is behind makes the words before it a verb: “Fear target creature”."""
        return self.behind(text, end)[0] in ACTED_ON or text[end : end + 2].strip().isdigit()

    def is_predicated(self, text: str, end: int) -> bool:
        """Tell whether something is said of the words before, or is theirs."""
        terminal, last = self.behind(text, end)
        if terminal == "ADVERB":
            terminal, last = self.behind(text, last)
        if terminal in PREDICATES and self.divided and text[end + 1 : end + 2].isupper():
            return False  # a name of which a verb is the first word
        if terminal in PREDICATES or terminal in PARTICLES:
            return True
        return not self.divided and (terminal in MARKS or self._is_marked(text, end))

    def is_joined(self, text: str, start: int, end: int) -> bool:
        """Tell whether “and” joins words to others of which the same is said."""
        return self.behind(text, end)[0] == "AND" and self.has_role(text, start, end)

    def _is_marked(self, text: str, end: int) -> bool:
        return any(text[end : end + 1] == pair[1] for pair in self.language.lexicon.name_marks)

    def is_governed(self, text: str, start: int, end: int, *, part: bool = False) -> bool:
        """Tell whether something is done to the words behind, or with them.

        What is had, or what something is with, is a keyword where the words are `part` of a name.
        """
        terminal, first = self.before(text, start)
        if part and terminal in ("GIVE", "WITH"):
            return False
        if terminal == "DEFINITE":
            terminal, first = self.before(text, first)
        if terminal in ("PREPOSITION", "FROM", "WITH"):  # not of a keyword: “affinity for …”
            return self.has_role(text, start, end)
        return terminal in GOVERNING

    def opens(self, text: str, start: int) -> bool:
        """Tell whether nothing of a name may stand before a place."""
        if self.lexical.opens.search(text[max(0, start - NEAR) : start]):
            return True
        terminal, first = self.before(text, start)
        if terminal == "DEFINITE" or first == start:
            return False
        return text[first].islower() or terminal in GOVERNING

    def closes(self, text: str, end: int) -> bool:
        """Tell whether nothing of a name may stand behind a place."""
        return bool(self.lexical.closes.match(text, end))

    def acts(self, text: str, end: int) -> bool:
        """Tell whether what is behind is said of objects alone."""
        return self.behind(text, end)[0] in ACTS

    def is_evident(self, text: str, end: int) -> bool:
        """Tell whether what is behind is said of names alone, whatever the words before it are."""
        terminal, last = self.behind(text, end)
        next_terminal = self.behind(text, last)[0]
        return terminal == "TOPIC" or (terminal, next_terminal) in EVIDENT

    def has_role(self, text: str, start: int, end: int) -> bool:
        """Tell whether words, taken for a name, have a part in what their clause says."""
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        line = text[first : last if last >= 0 else len(text)]
        if len(line) > LONG_LINE:
            return False
        return clause_roles.has_role(line, start - first, end - first, self.language)


@cache
def surroundings(language: Language) -> Surroundings:
    """Return what asks for the surroundings of words of a language; made once."""
    return Surroundings(language)
