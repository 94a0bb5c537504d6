"""Words like an old name that a renaming leaves as they are, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.model.values import Card, Reference
from nanori.rewriting.renaming.plans import Leftover
from nanori.rewriting.renaming.texts import RenamedText


def in_text(
    card: Card,
    language: Language,
    renamed: RenamedText,
    forms: Collection[str],
    whole: Collection[str],
    *,
    own: bool,
) -> Iterator[Leftover]:
    """Yield every place of a card's text that has one of the forms and does not change.

    `whole` are those forms that are old names, `own` says that the card itself is renamed; in
    another's text a short form counts only where it is a word by itself, and no part of a name. A
    form inside a longer one counts once.
    """
    text = card.text
    taken = bytearray(len(text))
    for change in renamed.changes:
        taken[change.start : change.end] = b"\1" * (change.end - change.start)
    for form in sorted(set(forms), key=lambda form: (-len(form), form)):
        start = text.find(form) if form else -1
        while start >= 0:
            end = start + len(form)
            if taken.find(1, start, end) < 0 and not _goes_on(text, start, language):
                last = end
                while _goes_on(text, last, language):
                    last += 1
                taken[start:last] = b"\1" * (last - start)
                if not own and form not in whole and _inside(start, end, last, renamed.references):
                    start = text.find(form, end)
                    continue
                why = _reason(text, (start, end, last), renamed.references, language, own=own)
                yield Leftover("text", start, last, text[start:last], why)
            start = text.find(form, end)


def _inside(start: int, end: int, last: int, references: Sequence[Reference]) -> bool:
    """Tell whether words that go on to `last` are a part of a longer word or of a longer name."""
    around = _around(start, end, references)
    return last > end or (around is not None and around.end - around.start > end - start)


def _around(start: int, end: int, references: Sequence[Reference]) -> Reference | None:
    """Return the reference that words are, or are a part of; they are in order, without overlap."""
    number = bisect_right(references, start, key=lambda reference: reference.start) - 1
    return references[number] if number >= 0 and end <= references[number].end else None


def _goes_on(text: str, place: int, language: Language) -> bool:
    """Tell whether a word goes on over a place of a text."""
    letter = language.lexicon.guards.letter
    return 0 < place < len(text) and all(map(letter.match, text[place - 1 : place + 1]))


def _reason(
    text: str,
    place: tuple[int, int, int],
    references: Sequence[Reference],
    language: Language,
    *,
    own: bool,
) -> str:
    """Return why words stay that begin, end, and end as a longer word at those places."""
    start, end, last = place
    words = text[start:end]
    if around := _around(start, end, references):
        return _reason_of(around, words, own=own)
    if last > end:
        return "a part of a longer word"
    if words in surroundings(language).vocabulary:
        return "a subtype, keyword or other word of the game here"
    if not own:
        return "no construction shows that it is that card's name here"
    return "a common noun here, or a part of a longer name"


def _reason_of(reference: Reference, words: str, *, own: bool) -> str:
    """Return why a reference stays."""
    if reference.form == "alternate":
        return "an alternate name of the card"
    if reference.text != words:
        return f"a part of “{reference.text}”, which is not renamed"
    if reference.target == "name":
        return "another object's name"
    return "its short name stays the same" if own else "another card's name of itself"
