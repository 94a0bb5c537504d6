"""Words of types and colors in a text to others, as effects change them (CR 612)."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from nanori.game.abilities import Ability, Bound, edited, ruled
from nanori.game.lexicon import WordForms, game_words
from nanori.game.objects import WordChange
from nanori.game.plain_values import MAX_ABILITY_LENGTH
from nanori.grammar import language_detection, languages, phrases, tree_queries, trees
from nanori.grammar.languages import Language
from nanori.grammar.tree_queries import Cursor
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, Form, Token

# The rule of changing words, which does not apply to names.
RULE = "612.2"
# How many pairs of words are kept ready.
CACHED_CHANGES = 1024
# Forms of references that are names.
NAMING: frozenset[Form] = frozenset(
    {"full", "short", "alternate", "placeholder", "named", "face", "other", "token"}
)

# Terminals of what precedes a single object, unless it is a word for several.
SINGLE = phrases.DETERMINERS | {"KEYWORD", "ENCHANTED"}


def changed(ability: Ability, changes: Sequence[WordChange]) -> Ability:
    """Return the ability with its words changed, one change after the other. CR 612.2.

    Names and references by name stay. NanoriError if the text would grow beyond measure.
    """
    for change in changes:
        if edits := tuple(_edits(ability, change)):
            ability = ruled(replace(edited(ability, edits), was=ability.before), RULE)
        if len(ability.text) > MAX_ABILITY_LENGTH:
            raise NanoriError(f"the changed text is longer than {MAX_ABILITY_LENGTH} characters")
    return ability


def _edits(ability: Ability, change: WordChange) -> Iterator[Edit]:
    """Yield the edits that change a word everywhere except in names."""
    names = [reference for reference in ability.references if reference.form in NAMING]
    language = ability.language
    forms = _forms(in_language(change.old, language), in_language(change.new, language), language)
    if not forms:
        return
    words = game_words(language).changes
    matches = [
        match
        for match in _pattern(tuple(forms), language).finditer(ability.text)
        if match["word"] and not _is_in_name(match, names)
    ]
    unsure = {match.start("word") for match in matches if len(set(forms[match["word"]])) > 1}
    plural = _plurals(ability, unsure)
    for match in matches:
        new = forms[match["word"]][match.start("word") in plural]
        yield from _article(ability.text, match.start(), match["word"], new, words)
        yield Edit(*match.span("word"), new)


def _is_in_name(match: re.Match[str], names: Sequence[Bound]) -> bool:
    """Tell whether a word is part of one of these names, which are in order."""
    start, end = match.span("word")
    offset = bisect_right(names, start, key=lambda reference: reference.end)
    return offset < len(names) and names[offset].start < end


def _article(text: str, start: int, old: str, new: str, words: WordForms) -> Iterator[Edit]:
    """Yield the edit of the article before it, if the new word takes another.

    Create an Elf token.          Elf to Bear → Edit(7, 9, "a")
           ^first ^start
    """
    if text[start : start + len(old)] != old:
        return
    articles = "|".join(filter(None, words.articles)) or "(?!)"
    article = re.search(rf"(?i)\b({articles}) \w*-?$", text[max(0, start - 12) : start])
    if not article:
        return
    fits = words.articles[bool(words.vowel.match(new))]
    there = article[1]
    fitting = fits[0].upper() + fits[1:] if there[0].isupper() else fits
    if there != fitting and there.lower() in words.articles:
        first = max(0, start - 12) + article.start(1)
        yield Edit(first, first + len(there), fitting)


@lru_cache(CACHED_CHANGES)
def _forms(old: str, new: str, language: Language) -> dict[str, tuple[str, str]]:
    """Return the new forms of each form of an old word: as a singular, and as a plural.

    Wolf to Elf → Wolf: (Elf, Elf), Wolves: (Elves, Elves); Sheep to Elf → Sheep: (Elf, Elves)
    """
    if not old.strip() or old == new:
        return {}
    words = game_words(language).changes
    olds, news = (_plural(word, words) for word in (old, new))
    forms: dict[str, tuple[str, str]] = {}
    for before, after in ((old, (new, news if olds == old else new)), (olds, (news, news))):
        forms.setdefault(before, after)
        if language.lexicon.capitals != "none":
            for cased in (str.lower, _capital):
                forms.setdefault(cased(before), (cased(after[0]), cased(after[1])))
    return forms


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _plural(word: str, words: WordForms) -> str:
    """Return the plural of a word, “Wolf” → “Wolves”; the word where there is none."""
    if word in words.plurals:
        return words.plurals[word]
    if word.lower() in words.plurals:
        return _capital(words.plurals[word.lower()])
    if _capital(word) in words.plurals:
        return words.plurals[_capital(word)].lower()
    for ending, plural in words.endings:
        made, count = ending.subn(plural, word, count=1)
        if count:
            return made
    return word


@lru_cache(CACHED_CHANGES)
def _pattern(forms: tuple[str, ...], language: Language) -> re.Pattern[str]:
    """Return the pattern of any of the forms, and of longer words that are others.

    Of 「狼」: 「狼男」, a subtype of its own, is matched first and has no group `word`.
    """
    lexicon = language.lexicon
    words = game_words(language).changes
    others = [
        subtype
        for subtype in (*lexicon.subtypes, *words.apart)
        if any(form in subtype and form != subtype for form in forms)
    ]
    listed = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    before = words.before or (r"(?<!\w)" if lexicon.spaces else "")
    behind = words.behind or (r"(?!\w)" if lexicon.spaces and not lexicon.particles.whole else "")
    word = f"{before}(?P<word>{listed}){behind}"
    longer = "|".join(map(re.escape, sorted(others, key=len, reverse=True)))
    return re.compile(f"{longer}|{word}" if longer else word)


def in_language(word: str, language: Language) -> str:
    """Return a type or color word in the language of texts, if it is known there."""
    own = language.lexicon
    for code in languages.codes():
        if code == language.code:
            continue
        other = languages.load(code).lexicon
        symbol = other.symbols.get(word.lower())
        for mine, sign in own.symbols.items():
            if symbol == sign and word.lower() not in own.symbols:
                return mine
        english = other.subtypes.get(word, word)
        if english != word and not own.subtypes:
            return english
        for mine, name in own.subtypes.items():
            if name == word:
                return mine
    return word


def may_change(word: str) -> bool:
    """CR 612.2. Tell whether effects may change a word: of a type or color, not of a keyword.

    A word in no list may be a type that somebody invented, unless it is in lower case.
    """
    language = languages.load(language_detection.of_text(word))
    lexicon = language.lexicon
    small = word.lower()
    types = (*lexicon.words.get("subtype", ()), *lexicon.subtypes, *lexicon.symbols)
    changeable = {
        *types,
        *lexicon.types,
        *lexicon.supertypes,
        *game_words(language).changes.plurals,
    }
    if small in map(str.lower, changeable):
        return True
    listed = (other for words in lexicon.words.values() for other in words)
    return not word.islower() and small not in map(str.lower, listed)


def _plurals(ability: Ability, starts: Collection[int]) -> set[int]:
    """Return the starts of the nouns, of those that begin at `starts`, that are in the plural.

    “All Sheep”, “Sheep you control”, “the number of Sheep”; not “a Sheep”, “three Sheep tokens”,
    “Enchant Sheep”, which says what one object is. Takes time proportional to the text.
    """
    plural: set[int] = set()
    for begin, end in trees.paragraphs(ability.text) if starts else ():
        paragraph = ability.text[begin:end]
        tree = trees.parse_paragraph(paragraph, ability.language)
        for cursor, part in tree_queries.leaves(tree):
            noun = isinstance(part, Token) and begin + part.start in starts
            if noun and _is_several(cursor, paragraph, ability.language):
                plural.add(begin + part.start)
    return plural


def _is_several(cursor: Cursor, paragraph: str, language: Language) -> bool:
    """Tell whether a noun is in the plural by what stands before it: “two Sheep”, not “a Sheep”."""
    # What precedes another noun says the kind of that: “Sheep tokens”.
    if cursor.beside(1).kind in phrases.NOUNS:
        return False
    before = cursor.siblings[max(0, cursor.number - tree_queries.MAX_SIBLINGS) : cursor.number]
    tokens = [word for word in before if isinstance(word, Token) and word.type in SINGLE]
    if not tokens:  # “Sheep you control get …”
        return bool(cursor.within("subject", "object", "pp"))
    several = game_words(language).changes.several
    counted = {word: bool(several.match(paragraph, word.start, word.end)) for word in tokens}
    # “Each other Sheep” is one after the other.
    each = any(word.type == "INDEFINITE" and not counted[word] for word in tokens)
    return any(counted.values()) and not each
