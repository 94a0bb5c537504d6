"""Finds the name of another card where the original has a different name.

Why: translators confuse similar names, or paste the text of a card with its neighbour's name. A
name counts if the files or the database know it as that of a card the original doesn't name; in
place of the card's own name, only if the translation uses its own name less often than the
original.

Fix: unsafe. If exactly one name of the original has no counterpart, its translation is put there.

ja: 取り違えた名前
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, Subject, replaced
from nanori.linting.evidence.translations import english_names, standing, translated_names
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each name of a card that the original does not name."""
    original, translation = pair.original, pair.translation
    card = original.card
    expected = {
        name
        for reference in original.references
        if reference.target == "name"
        for said in [reference.refers_to or reference.text]
        for name in english_names(said, original) or {said}
    }
    own = {card.name, *card.faces, *card.alternate, card.name_en, translation.card.name_en}
    said: set[str] = set()
    words = original.card.text.casefold()  # they may name it where no reference is seen
    strange: list[tuple[int, int, str, frozenset[str]]] = []
    for start, end, name in _names(original, translation):
        english = english_names(name, translation)
        said |= english
        known = english & (expected | own) or any(each.casefold() in words for each in english)
        if english and not known and name not in translation.card.faces:
            strange.append((start, end, name, english))
    lacking = sorted(expected - said - own) or [card.name]
    for start, end, name, english in strange:
        names = translated_names(lacking[0], translation) or ("",)
        meant = translation.card.name if lacking == [card.name] else names[0]
        message = f"“{name}” is “{' or '.join(sorted(english))}”, which the original does not name"
        if len(lacking) == 1 and meant:
            yield replaced(start, end, meant, message, safe=False)
        else:
            yield Finding(start, end, message)


def _names(original: Subject, translation: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield the names of cards in a translation: announced, and unannounced for its own."""
    for reference in translation.references:
        if reference.target == "name" and reference.form != "token":
            yield reference.start, reference.end, reference.refers_to or reference.text
    if len(_own(translation)) < len(_own(original)):
        yield from standing(translation)


def _own(subject: Subject) -> list[int]:
    return [reference.start for reference in subject.own if reference.scope != "reminder"]
