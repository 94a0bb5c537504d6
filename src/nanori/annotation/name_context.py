"""What surrounds words of a text: whether there is room for a name.

An adjacent word is asked for its class, the terminal it is in the grammar. If that does not tell,
the clause is asked: `has_role` parses the line with the words as a name. The table of `name_rules`
decides from the answers.
"""

import re
from functools import cache, lru_cache
from typing import Final

from nanori.grammar import clauses, inflection, tree_queries, trees
from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import Guards
from nanori.grammar.parser import load
from nanori.model.values import Node, Token

# Terminals after what a sentence is about, or an owner.
PREDICATES: Final = VERBS | AUXILIARIES | {"POSSESSIVE", "INFLECTED"}
# Terminals after a phrase in languages that mark it.
PARTICLES: Final = frozenset(
    {"TOPIC", "NOMINATIVE", "ACCUSATIVE", "GENITIVE", "POSTPOSITION", "FROM"}
)
# Terminals after a phrase in languages without blanks.
MARKS: Final = frozenset({"COMMA", "COLON", "QUOTE_CLOSE", "ADVERB"})
# Terminals that make the next words a common noun.
ORDINARY: Final = frozenset({"DETERMINER", "INDEFINITE", "THIS", "ADJECTIVE", "ENCHANTED"})
# Terminals of nouns that form one noun with the words before them.
NOUNS: Final = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN"})
# Terminals after a verb that begins a sentence.
ACTED_ON: Final = frozenset(
    {"COMMA", "DETERMINER", "DEFINITE", "INDEFINITE", "ADJECTIVE", "THIS", "THAT", "PRONOUN",
     "PLAYER", "WITH"}
)  # fmt: skip
# Terminals before what is acted on, where something is, or what is so.
GOVERNING: Final = VERBS | {"PREPOSITION", "FROM", "WITH", "TRIGGER", "IF", "EXCEPT"}
# What is a letter, or a possessive mark, in no language.
APART: Final = frozenset(("", " ", "\n", ".", ","))

# Code points searched on either side of a name, as for the beginning of its sentence.
WINDOW: Final = 48
# Code points of the longest listed word that is looked for before a place.
MAX_WORD_LENGTH: Final = 8
# Code points of a line for which no clause is asked.
MAX_LINE_LENGTH: Final = 2000
# How many lines with words in them are remembered with the answer.
CACHED_LINES: Final = 256
# Lists of words that rules texts use for their meaning.
VOCABULARY: Final = ("keyword_name", "subtype", "game_word")


class NameContext:
    """What may be next to the words of one language."""

    def __init__(self, language: Language) -> None:
        """Keep the words of the language, and what is lexical about their surroundings."""
        self.language = language
        self.lexicon = language.lexicon
        self.divided = self.lexicon.spaces
        """Whether words of a sentence are separated."""
        self.lexical: Guards = self.lexicon.guards
        """Patterns of letters and signs."""
        self.vocabulary = frozenset(
            word for name in VOCABULARY for word in self.lexicon.words.get(name, ())
        )
        """Words that texts use for their meaning, though they may equal a name."""
        self.declines = bool(self.lexicon.inflection.declensions)
        """Whether words are inflected."""
        self.openings = "".join(pair[0] for pair in self.lexicon.name_marks)
        """Marks before a name that is marked as one."""
        self.plain = frozenset(word.lower() for word in language.plain_words)
        """Words of the rules language, in lower case."""
        self.dividers = self.lexicon.short.split
        """What separates parts of a name, except for a blank."""
        self.blanks = tuple(divider for divider in self.dividers if divider[0] == " ")
        """Those that begin with a blank."""
        self.grammar = load(language)
        cues = self.grammar.cues_of(("ABILITY_WORD",))
        self.heading_cues = [cue for cue in cues if not any(o in cue for o in cues if o != cue)]
        """Signs without which no line has an ability word or flavor word."""
        self.has_possessives = bool(self.grammar.cues_of(("POSSESSIVE",)))
        """Whether a mark after a name says that something is its own."""
        script = self.lexicon.script
        self._script = re.compile(script) if script else None
        self._word = re.compile(rf"(?:{self.lexicon.any_word})$")
        elided = "|".join(self.lexicon.elided)
        self._elided = re.compile(rf"\b(?:{elided})['’]$", re.IGNORECASE) if elided else None
        """A word that has lost its last vowel, and touches the next."""

    def is_foreign(self, name: str) -> bool:
        """Tell whether a name is in another script than the language's."""
        return self._script is not None and not self._script.search(name)

    def behind(self, text: str, end: int) -> tuple[str, int]:
        """Return the terminal of what directly follows `end`, and where that ends.

        Of “Ysolde| dies” (LEAVE, 11); "" for a word of no class, a line break or the text's end.
        """
        start = end + 1 if text[end : end + 1] == " " else end
        return self.grammar.nameless.at(text, start)

    def before(self, text: str, start: int) -> tuple[str, int]:
        """Return the terminal of the word right before `start`, and where the word begins.

        Of “sacrifice |Ysolde” (AFFECT, 0); of „l’|Aigle“ the article; without blanks the longest.
        """
        if not self.divided:
            for first in range(max(0, start - MAX_WORD_LENGTH), start):
                terminal = self.grammar.nameless.terminal(text[first:start])
                if terminal:
                    return terminal, first
            return "", start
        end = start - 1 if text[start - 1 : start] == " " else start
        if (
            end == start
            and self._elided
            and (word := self._elided.search(text, max(0, end - WINDOW), end))
        ):
            return self.grammar.nameless.terminal(word[0]), word.start()
        near = max(0, end - WINDOW)
        word = self._word.search(text, max(near, text.rfind(" ", near, end) + 1), end)
        if word is None or (end == start and word[0][-1:].isalnum()):
            return "", start
        first = self.grammar.nameless.phrase_before(text, end)
        if first >= 0:
            return self.grammar.nameless.terminal(text[first:end]), first
        return self.grammar.nameless.terminal(word[0]), word.start()

    def begins(self, text: str, start: int) -> bool:
        """Tell whether a sentence begins there: at most a stop, a mark and a blank tell it."""
        return bool(self.lexical.begins.search(text[max(0, start - 3) : start]))

    def is_touched(self, text: str, start: int, end: int) -> bool:
        """Tell whether a letter touches words on a side where they begin or end in one."""
        if text[end : end + 1] in APART and text[max(0, start - 1) : start] in APART:
            return False  # usually one look tells
        touches = self.lexical.letter.match
        if touches(text, end) and touches(text, end - 1):
            return True
        return bool(start and touches(text, start - 1) and touches(text, start))

    def is_determined(self, text: str, start: int) -> bool:
        """Tell whether the following words are a common noun: “a …”, “enchanted …”, 「他の…」."""
        terminal, first = self.before(text, start)
        if terminal == "DETERMINER" and self.before(text, first)[0] == "THAT":
            return False  # “spells that target …”
        near = text[max(0, start - MAX_WORD_LENGTH) : start]
        return terminal in ORDINARY or bool(self.lexical.ordinary_before.search(near))

    def is_compound(self, text: str, end: int) -> bool:
        """Tell whether what follows makes the words before it a common noun or a verb."""
        if self.lexical.ordinary_after.match(text, end):
            return True
        terminal, last = self.behind(text, end)
        if terminal == "PLAYER":
            return self.behind(text, last)[0] == "VERB"  # “… you control”
        if terminal == "ACCUSATIVE":
            return self.behind(text, last)[0] in ("GIVE", "DO")
        if terminal in NOUNS:  # inflected nouns stand side by side, each for itself
            return not self.declines
        return terminal in AUXILIARIES and self.lexicon.verb_last

    def is_listed(self, word: str) -> bool:
        """Tell whether a word is one of the rules language's, in any form."""
        if word in self.vocabulary:
            return True
        return self.declines and inflection.is_listed(word, self.language, *VOCABULARY)

    def is_predicated(self, text: str, end: int) -> bool:
        """Tell whether something is said of the words before, or is theirs."""
        terminal = self.behind(text, end)[0]
        if terminal in PREDICATES or terminal in PARTICLES:
            return True
        if self.divided:
            return False
        closed = any(text.startswith(pair[1], end) for pair in self.lexicon.name_marks)
        # 「上」 says behind a noun that something is at it, unless verbs come last.
        at_it = terminal == "ANYWHERE" and not self.lexicon.verb_last
        return terminal in MARKS or closed or at_it

    def is_governed(self, text: str, start: int, end: int, *, part: bool = False) -> bool:
        """Tell whether something is done to the following words, or with them.

        What is had, or what something is with, is a keyword if the words are `part` of a name.
        """
        terminal, first = self.before(text, start)
        if part and terminal in ("GIVE", "WITH"):
            # But “exiled with Sable”: what left with it, did so by it.
            return terminal == "WITH" and self.before(text, first)[0] in ("AWAY", "PARTICIPLE")
        if terminal == "DEFINITE":
            terminal, first = self.before(text, first)
        if terminal == "KEYWORD":  # “Regenerate X”: capitalised, a verb looks like the keyword
            terminal = self.grammar.nameless.terminal(text[first:start].strip().lower())
        if terminal in ("PREPOSITION", "FROM", "WITH"):  # not after a keyword: “affinity for …”
            return self.has_role(text, start, end)
        return terminal in GOVERNING

    def has_role(self, text: str, start: int, end: int) -> bool:
        """Tell whether words, taken for a name, have a role in their clause: “on Ysolde”."""
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        line = text[first : last if last >= 0 else len(text)]
        if len(line) > MAX_LINE_LENGTH:
            return False
        return _has_role(line, start - first, end - first, self.language)


@cache
def name_context(language: Language) -> NameContext:
    """Return what asks for the surroundings of words of a language; made once."""
    return NameContext(language)


@lru_cache(CACHED_LINES)
def _has_role(line: str, start: int, end: int, language: Language) -> bool:
    tree = trees.parse_paragraph(line, language, [Token("OWN_NAME", start, end)])
    for cursor, part in tree_queries.leaves(tree):
        if type(part) is not Node and (part.start, part.end) == (start, end):
            if cursor.within("object", "topic"):
                return True
            if cursor.within("pp"):
                return bool(clauses.predicate_at(cursor))
            return clauses.is_subject(cursor)
    return False
