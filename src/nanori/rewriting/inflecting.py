"""A new name in the form that its place in a text needs: its case, article, and particle.

The old words tell the case, with the article, preposition or noun before them. A language lists in
`[inflection] written` what it is sure of; a name with anything else keeps its form, and the case is
reported. Particles after a name follow its last sound.
"""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from nanori.annotation.own_names import shortened
from nanori.grammar import inflection, parser
from nanori.grammar.clauses import VERBS
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import Declension
from nanori.model.values import Edit
from nanori.rewriting import articles

# The number of a case that nothing tells.
UNTOLD = -1
# Terminals of verbs that say what is done to what follows them.
DONE_TO = frozenset({"AFFECT", "MOVE", "TURN", "COUNTER", "COPY", "DISCARD", "CAST", "CHOOSE"})
# Terminals of nouns that are followed by whose they are.
OWNED = frozenset({"THING", "NOUN", "OBJECT_NOUN", "ZONE", "TOKEN", "PLAYER"})
# Reported if nothing tells which case the place needs.
UNKNOWN = "some case"
# The end of a form that no ending of a word tells.
UNSURE = "?"
# How many names are remembered with their forms; a file renames few.
CACHED_NAMES = 4096
# The word right before a name, which may be in quotation marks.
_BEFORE = re.compile(r"([^\W\d_]+) [«„“\"‘']?$")
# A closing quotation mark; particles are attached to what it encloses.
_CLOSING = re.compile(r"[’”\"'»」』》]?")
# Code points of the longest word that is looked for before a name.
MAX_WORD_LENGTH = 48


class Forms(NamedTuple):
    """A name in each case of its language, as far as that is sure."""

    gender: str
    """Its gender and number; "" if nothing tells."""
    alone: tuple[str, ...]
    """The forms by themselves; "" for one that is not sure."""
    behind: tuple[str, ...]
    """The forms after an article."""


class Declined(NamedTuple):
    """A new name where the old one was."""

    edits: tuple[Edit, ...]
    """What changes, including the article before it."""
    case: str = ""
    """The case that the place needs, if the name could not be put into it."""


@lru_cache(CACHED_NAMES)
def forms(name: str, language: Language) -> Forms:
    """Return a name in each case; a case in which one of its words is not sure is empty.

    „Alter Wächter“ → alone (“Alter Wächter”, “”, …), behind an article (“Alte Wächter”, …)
    """
    cases = language.lexicon.inflection.cases
    parts = [_part(part, language) for part in name.split(", ")]
    genders = {part.gender for part in parts if part.gender}
    gender = next(iter(genders)) if len(genders) == 1 else ""

    def joined(forms_of_parts: list[tuple[str, ...]]) -> list[str]:
        formed: list[str] = []
        for case in range(len(cases)):
            written = [part[case] for part in forms_of_parts]
            # If two parts differ in gender, one of them is a name that may not change at all.
            sure = all(written) and len(genders) < 2
            formed.append(", ".join(written) if sure else "")
        return formed

    alone, behind = joined([part.alone for part in parts]), joined([part.behind for part in parts])
    return Forms(gender, (name, *alone[1:]), tuple(behind))


def _part(part: str, language: Language) -> Forms:
    """Return the gender of a name, or of one side of its comma, and its forms, alone and behind.

    „Alter Wächter des Salzes“: adjectives, up to `head`; the noun; a `rest` that never changes.
    """
    rules = language.lexicon.inflection
    words = part.split(" ")
    head = 0
    while (
        head < len(words) - 1
        and words[head + 1][0].isupper()
        and _row(words[head], language, adjective=True)
    ):
        head += 1
    rest = " ".join(words[head + 1 :])
    rows = [_row(word, language, adjective=True) for word in words[:head]]
    genders = {row.gender for row in rows if row and row.gender}
    noun = _row(words[head], language, adjective=False, gender=next(iter(genders), ""))
    if noun and noun.gender:
        genders.add(noun.gender)
    gender = genders.pop() if len(genders) == 1 else ""
    sure = noun is not None and (not rest or bool(rules.kept.search(rest)))
    each = [*rows, noun]

    def formed(*, alone: bool) -> tuple[str, ...]:
        written: list[str] = []
        for case in range(len(rules.cases)):
            of_words = [
                _formed(word, row, case, alone=alone)
                for word, row in zip(words, each, strict=False)
            ]
            whole = sure and "" not in of_words and (alone or bool(gender))
            written.append(" ".join([*of_words, rest]).rstrip() if whole else "")
        return tuple(written)

    return Forms(gender, formed(alone=True), formed(alone=False))


def _row(word: str, language: Language, *, adjective: bool, gender: str = "") -> Declension | None:
    """Return how a word is declined, the first way that fits; None if nothing sure does."""
    for row in language.lexicon.inflection.written:
        agrees = gender in ("", row.gender) if row.gender else not (gender and row.forms)
        fits = row.adjective == adjective and agrees and bool(gender or not row.bound)
        if fits and word.endswith(row.ends) and (not row.like or row.like.search(word)):
            return row if row.forms else None
    return None


def _formed(word: str, row: Declension | None, case: int, *, alone: bool) -> str:
    """Return a word in a case; of two endings the second is that of a name without an article."""
    if row is None:
        return ""
    ends = row.forms[case].split("/")
    end = ends[-1 if alone else 0]
    return "" if end == UNSURE else word[: len(word) - len(row.ends)] + end


def base(words: str, names: Collection[str], language: Language) -> str:
    """Return the uninflected name of an object that words are a form of; "" if of none."""
    if not language.lexicon.inflection.cases:
        return ""
    if words in names:
        return words
    return next((name for name in names if words in inflection.written(name, words, language)), "")


def called(name: str, language: Language) -> list[str]:
    """Return the uninflected short names of a legend of that name."""
    short = shortened(name, language.lexicon.short)
    return short or [name.partition(" ")[0]]


def by_themselves(names: Collection[str], language: Language) -> tuple[str, ...]:
    """Return names and the legends' short ones, if a language declines them."""
    if not language.lexicon.inflection.cases:
        return ()
    return (*names, *(short for name in names for short in called(name, language)))


def placed(text: str, start: int, end: int, old: str, new: str, language: Language) -> Declined:
    """Return the edits that put a new name where a text has some form of the old one.

    `old` and `new` are uninflected.
    """
    rules = language.lexicon.inflection
    plain = (Edit(start, end, new),) if text[start:end] != new else ()
    if not rules.cases:
        return Declined(plain)
    article, offset = _article(text, start, language)
    case, alive = _case(text, start, end, old, article, language)
    new_forms = forms(new, language)
    if article:
        if case == UNTOLD or not new_forms.gender or not new_forms.behind[case]:
            return Declined(plain, f"the {rules.cases[case]}" if case != UNTOLD else UNKNOWN)
        form = rules.articles[new_forms.gender][case]
        written = _with_contraction(text, offset, article, form, language)
        edits = [written] if written else []
        return Declined((*edits, Edit(start, end, new_forms.behind[case])))
    if case <= 0:
        return Declined(plain, UNKNOWN if case == UNTOLD else "")
    if not new_forms.alone[case]:
        return Declined(plain, f"the {rules.cases[case]}")
    words = new_forms.alone[case]
    accusative = rules.cases[case] == "accusative"
    if accusative and new_forms.gender in rules.inanimate:
        if alive is None:
            return Declined(plain, "the accusative")
        words = words if alive else new_forms.alone[0]
    return Declined((Edit(start, end, words),) if text[start:end] != words else ())


def _article(text: str, start: int, language: Language) -> tuple[str, int]:
    """Return the article before a name, or in a contraction, and where the word begins."""
    word = _BEFORE.search(text[max(0, start - MAX_WORD_LENGTH) : start])
    if word is None:
        return "", start
    small, offset = word[1].lower(), start - len(word[0])
    contracted = language.lexicon.contractions.get(small)
    if contracted:
        return contracted[1], offset
    every = {form for row in language.lexicon.inflection.articles.values() for form in row}
    return (small, offset) if small in every else ("", start)


def _with_contraction(
    text: str, offset: int, article: str, form: str, language: Language
) -> Edit | None:
    """Return the edit of the word before a name for another article; None if it stays."""
    if form == article:
        return None
    last = text.index(" ", offset)
    word = text[offset:last]
    parts = language.lexicon.contractions.get(word.lower())
    full = form
    match = _BEFORE.search(text[max(0, offset - MAX_WORD_LENGTH) : offset])
    short = articles.contracted(match[1].lower(), form, language) if match else ""
    if match and short and not parts:  # “von der …” becomes “vom …”
        short = short.capitalize() if match[1][0].isupper() else short
        return Edit(offset - len(match[0]), last, short)
    if parts:
        full = articles.contracted(parts[0], form, language) or f"{parts[0]} {form}"
    full = full[:1].upper() + full[1:] if word[0].isupper() else full
    return Edit(offset, last, full)


def _case(
    text: str, start: int, end: int, old: str, article: str, language: Language
) -> tuple[int, bool | None]:
    """Return the case of the old words, and whether they denote something alive.

    UNTOLD if nothing tells. Of several cases with the same form the word before tells: a
    preposition that governs one, a verb with its object, a noun with its owner.
    """
    rules, words = language.lexicon.inflection, text[start:end]
    old_forms = forms(old, language)
    table = old_forms.behind if article else old_forms.alone
    cases = range(len(rules.cases))
    fitting = {case for case in cases if table[case] == words}
    if article:
        genders = (old_forms.gender,) if old_forms.gender else tuple(rules.articles)
        fitting = {
            case
            for case in (fitting or set(cases))
            if any(rules.articles[gender][case] == article for gender in genders)
        }
    elif words == old:
        # It may have the same form in some other case.
        fitting = {0, *(case for case in cases if table[case] in (old, ""))}
        if old_forms.gender in rules.inanimate:
            fitting.add(rules.cases.index("accusative"))
    elif not fitting:
        fitting = _by_ends(words, old, language)
    names = {rules.cases[case] for case in fitting}
    if len(names) > 1:
        text_before = text[max(0, start - MAX_WORD_LENGTH) : start]
        text_before = text_before[: len(text_before) - len(article) - 1] if article else text_before
        names = _said_before(text_before, names, language)
    case = rules.cases.index(names.pop()) if len(names) == 1 else UNTOLD
    if words == old and case == UNTOLD and not article:
        # Where accusatives may look like nominatives, an object's is not a nominative.
        case = UNTOLD if rules.inanimate and rules.cases[0] not in names else 0
    alive = None if old_forms.gender not in rules.inanimate else words != old
    return case, alive


def _said_before(text_before: str, names: set[str], language: Language) -> set[str]:
    """Return the cases that the word before asks for, „mit“ the dative; all if it does not tell."""
    rules = language.lexicon.inflection
    nominative = rules.cases[0]
    match = _BEFORE.search(text_before)
    word = match[1].lower() if match else ""
    if word in rules.government:
        return names & set(rules.government[word]) or names
    terminal = parser.load(language).nameless.terminal(word) if word else ""
    if nominative in names:
        done = terminal in DONE_TO and "accusative" in names
        return {"accusative"} if done else {nominative}
    if terminal in VERBS and "accusative" in names:
        return {"accusative"}
    return {"genitive"} if terminal in OWNED and "genitive" in names else names


def _by_ends(words: str, old: str, language: Language) -> set[int]:
    """Return the possible cases of words by their endings, those that fit each: «Пеплу» dative."""
    rules = language.lexicon.inflection
    fitting = set(range(len(rules.cases)))
    changed = False
    for form, word in zip(re.findall(r"[^\W_]+", words), re.findall(r"[^\W_]+", old), strict=False):
        if form == word or not inflection.is_form(form.lower(), word.lower(), language):
            continue
        changed = True
        of_word: set[int] = set()
        for row in rules.declensions:
            stem = word.removesuffix(row.ends)
            if (stem != word or not row.ends) and form.startswith(stem):
                of_word |= {
                    case
                    for case, ends in enumerate(row.forms)
                    if form[len(stem) :] in ends.split("/")
                }
        fitting &= of_word or fitting
    return fitting if changed else set()


def particle_edit(text: str, end: int, old: str, new: str, language: Language) -> Edit | None:
    """Return the edit of the particle after a name: “이졸데는” with “홍길동” → Edit(3, 4, "은").

    None if it stays: if there is none, or if nothing tells how the new name ends.
    """
    changed = misfit(text, end, new, language)
    return changed if changed is not None and misfit(text, end, old, language) is None else None


def misfit(text: str, end: int, name: str, language: Language) -> Edit | None:
    """Return the edit of the particle after a name to the one that its last sound needs."""
    particles = language.lexicon.particles
    if not particles.pairs or not name:
        return None
    sound = unicodedata.normalize("NFD", name)  # a syllable's jamo, each by itself
    quoted = _CLOSING.match(text, end)
    end = quoted.end() if quoted else end
    consonant, vowel = re.search("[\u11a8-\u11c2]$", sound), re.search("[\u1161-\u1175]$", sound)
    for pair in (
        sorted(particles.pairs, key=lambda pair: -len(pair[0])) if consonant or vowel else ()
    ):
        for form in pair:
            if (
                not text.startswith(form, end)
                or text[end + len(form) : end + len(form) + 1].isalnum()
            ):
                continue
            exception = particles.exceptions.get(pair[1])
            closed = bool(consonant) and not (exception is not None and exception.search(sound))
            fitting = pair[0] if closed else pair[1]
            return Edit(end, end + len(form), fitting) if form != fitting else None
    return None
