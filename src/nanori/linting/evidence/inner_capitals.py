"""The words of a text that have a capital inside a sentence where no name stands."""

from collections.abc import Iterator
from functools import cache

from nanori.annotation.name_context import name_context
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence.slips import SUBTYPE
from nanori.linting.evidence.usage_slips import masked
from nanori.linting.lexicon import lint_words
from nanori.rewriting.lexicon import restyling_words

# The list of keywords.
KEYWORD = "keyword_name"
# Lists of words of the rules that are no names: things, and what is done.
LISTS_OF_PLAIN_WORDS = (
    "object_noun",
    "noun",
    "token",
    "zone",
    "make",
    "move",
    "affect",
    "act",
    "discard",
    "verb",
)
# Letters of a subtype that is looked for in small letters; two are parts of too many words.
MIN_LETTERS_OF_SUBTYPE = 3
# So many texts at least have a word in small letters that is no name.
MIN_TEXTS_IN_SMALL_LETTERS = 3


def find(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such word: one of the rules, or mostly small in these files."""
    language, index, text = subject.language, subject.index, masked(subject)
    templating, plain_words = lint_words(language).templating, _plain(language)
    for match in templating.within.finditer(text) if templating.within.may_be_in(text) else ():
        word, (start, end) = match["word"], match.span("word")
        of_rules = word.lower() in plain_words
        capital, small = (index.says(each, language.code) for each in (word, word.lower()))
        mostly_small = small >= max(MIN_TEXTS_IN_SMALL_LETTERS, capital)
        if not of_rules and not mostly_small:
            continue  # a term of the set, or a name
        single = word.removesuffix(language.lexicon.plural)
        if index.typed(f"— {single}", language.code) or single.lower() in subtypes(language):
            continue  # a type: “Elf”, “Elves”
        if index.knows(word, language.code) and word.lower() not in keywords(language):
            continue  # the name of a card, unless a keyword has it too
        if not of_rules and index.names_with(word, language.code):
            continue  # a part of a name, as it is called for short
        line_before = text[text.rfind("\n", 0, start) + 1 : start]
        if line_before.endswith(", ") and not {*templating.dashes}.isdisjoint(line_before):
            continue  # a cost behind its keyword
        message = f"“{word}” is capitalized inside a sentence: “{word.lower()}”"
        # “the Storm” may be a thing of this world, whatever keyword is called so.
        article = (line_before.split() or [""])[-1].lower()
        is_named = name_context(language).grammar.nameless.terminal(article) == "DEFINITE"
        yield replaced(start, end, word.lower(), message, safe=of_rules and not is_named)


@cache
def _plain(language: Language) -> frozenset[str]:
    """Return words of these lists in small letters, and keywords; no names of types."""
    lists = language.lexicon.words
    plain = {
        word
        for name in LISTS_OF_PLAIN_WORDS
        for word in lists.get(name, ())
        if word == word.lower()
    }
    return frozenset((plain | keywords(language)) - _of_types(language))


@cache
def _of_types(language: Language) -> frozenset[str]:
    """Return subtypes, and the game's other words with a capital, in small letters."""
    lists = language.lexicon.words
    return frozenset(
        word.lower() for name in (SUBTYPE, "game_word") for word in lists.get(name, ())
    )


@cache
def keywords(language: Language) -> frozenset[str]:
    """Return the names of keywords in small letters."""
    return frozenset(word.lower() for word in language.lexicon.words.get(KEYWORD, ()))


@cache
def subtypes(language: Language) -> dict[str, str]:
    """Return subtypes in small letters that are no words of the rules, each as it is spelt."""
    lists = language.lexicon.words
    others = (word for name, words in lists.items() if name != SUBTYPE for word in words)
    plain = {word for word in (*others, *language.plain_words) if word == word.lower()}
    plain -= {noun.lower() for _, noun in restyling_words(language).nouns if noun[0].isupper()}
    return {
        word.lower(): word
        for word in lists.get(SUBTYPE, ())
        if word[0].isupper() and len(word) >= MIN_LETTERS_OF_SUBTYPE and word.lower() not in plain
    }
