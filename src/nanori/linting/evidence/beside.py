"""Words of a text to what stands right beside them: more of a name, or another language."""

from __future__ import annotations

from nanori.annotation.surroundings import GOVERNING, Surroundings, surroundings
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence.translations import is_written

# How many code points on either side are looked at.
NEAR = 48
# So many letters of another script are a word; one may be a sign, as X.
LETTERS = 2


def is_apart(subject: Subject, start: int, end: int) -> bool:
    """Tell whether no words beside these may belong to the same name."""
    text, rules = subject.card.text, surroundings(subject.language)
    return opens(text, start, rules) and closes(text, end, rules)


def opens(text: str, start: int, rules: Surroundings) -> bool:
    """Tell whether nothing of a name may stand before a place."""
    if rules.lexical.opens.search(text[max(0, start - NEAR) : start]):
        return True
    terminal, first = rules.before(text, start)
    if terminal == "DEFINITE" or first == start:
        return False
    return text[first].islower() or terminal in GOVERNING


def closes(text: str, end: int, rules: Surroundings) -> bool:
    """Tell whether nothing of a name may stand behind a place."""
    return bool(rules.lexical.closes.match(text, end))


def is_foreign(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether the words beside these are of another script than the language's own."""
    if not language.lexicon.script:
        return False
    before, after = text[max(0, start - NEAR) : start].rstrip(), text[end : end + NEAR].lstrip()
    return any(
        len(near) == LETTERS
        and near.isalpha()
        and near.isascii()
        and not is_written(near, language)
        for near in (before[-LETTERS:], after[:LETTERS])
    )
