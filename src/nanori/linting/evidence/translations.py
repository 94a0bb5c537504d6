"""A name to the names of the same card in another language, as files and database give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Subject

WORD = re.compile(r"[A-Za-z'’-]+")
# Names no longer than this are in many words.
SHORT = 3
# So many words beside a name are no sentence.
FEW = 2


def english_names(name: str, subject: Subject) -> frozenset[str]:
    """Return the English names of the cards that have, or had, a name in the subject's language.

    None if no card of that name is known.
    """
    card, index = subject.card, subject.index
    names = set(index.english(name, card.lang))
    if name == card.name and card.name_en:
        names.add(card.name_en)
    if index.register is not None:
        names.update(hit.name_en for hit in index.register.exact(name, card.lang))
    return frozenset(filter(None, names))


def translated_names(english: str, subject: Subject) -> tuple[str, ...]:
    """Return the names of a card in the subject's language, the first the one to use; maybe none.

    The database says which name is official (spec B8); without one, what the files say most often.
    """
    names = subject.index.translations(english, subject.card.lang)
    return tuple(dict.fromkeys((*official_names(english, subject), *names)))


def official_names(english: str, subject: Subject) -> tuple[str, ...]:
    """Return the names of a card in the subject's language that the database has; maybe none."""
    index = subject.index
    entry = index.register.entry(english) if index.register is not None else None
    if entry is None:
        return ()
    return tuple(
        form.name
        for form in entry.forms
        if form.lang == subject.card.lang and form.form in ("oracle", "printed")
    )


def is_also_printed(name: str, english: str, subject: Subject) -> bool:
    """Tell whether prints have a name that is not the official one and that nothing replaced."""
    index = subject.index
    entry = index.register.entry(english) if index.register is not None else None
    forms = entry.forms if entry is not None else ()
    return any(
        (form.lang, form.name, form.standing) == (subject.card.lang, name, "also") for form in forms
    )


def shown(counted: Sequence[tuple[str, int]], official: Sequence[str]) -> str:
    """Return how often files have each name, and what the database has, in words."""
    said: list[str] = []
    if counted:
        said.append("in the files " + ", ".join(f"“{name}” {times}×" for name, times in counted))
    if official:
        said.append(f"in the database “{official[0]}”")
    return ", ".join(said)


def standing(subject: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield the known names that stand in the text where no reference is; the longest counts."""
    text, known = subject.card.text, subject.index.known(subject.language)
    taken = bytearray(len(text))
    for reference in subject.references:
        taken[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
    place = 0
    while place < len(text):
        name = "" if taken[place] else known.at(text, place)
        if name and taken.find(1, place, place + len(name)) < 0:
            yield place, place + len(name), name
        place += len(name) or 1


def is_of_name(words: str, original: Subject) -> bool:
    """Tell whether words left from an original are, or belong to, a name; a sentence is more."""
    rest = words
    names = {reference.refers_to or reference.text for reference in original.references}
    for name in sorted((name for name in names if len(name) > SHORT), key=len, reverse=True):
        if words in name:
            return True
        rest = rest.replace(name, "\0")
    return rest != words and len(WORD.findall(rest)) <= FEW


def is_written(words: str, language: Language) -> bool:
    """Tell whether words are in the script that only this language has; if there is none, no."""
    script = _script(language)
    return script is not None and script.search(words) is not None


def is_left(words: str, language: Language) -> bool:
    """Tell whether words are left as they were: nothing of them is in the language's script."""
    return bool(language.lexicon.script) and not is_written(words, language)


def is_translated(words: str, language: Language) -> bool:
    """Tell whether words may be of a language: in its script, or where it shares it, any words."""
    if language.lexicon.script:
        return is_written(words, language)
    return any(map(str.isalpha, words))


@cache
def _script(language: Language) -> re.Pattern[str] | None:
    written = language.lexicon.script
    return re.compile(written) if written else None
