"""A card's references to itself in other words: as another era prints them, or as placeholders."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import matcher
from nanori.annotation.known_names import KnownNames
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model import arguments, edits
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit, Form, Reference
from nanori.rewriting.restyling import placeholders, styles

FOUNDATIONS, ORACLE = "foundations", "oracle"
"""The styles that are printed."""

STYLES = (FOUNDATIONS, ORACLE, *placeholders.STYLES)
"""All styles."""

OWN: frozenset[Form] = frozenset(("full", "short", "alternate", "this", "bare", "placeholder"))
"""Forms that denote an object and can be worded otherwise."""


class Change(Struct, frozen=True):
    """Other words for a reference of a card to itself."""

    reference: Reference
    """The reference as it stands in the text."""
    edit: Edit
    """The new words and the span they take the place of, marks and endings that go included."""
    form: Form
    """The form of the new words."""


def restyle(
    card: Card, style: str, *, edition: str = "", names: KnownNames | None = None
) -> tuple[Edit, ...]:
    """Return the edits that word a card's references to itself in a style, in order.

    Spans are code points of `card.text`; what means another object, or a name as such, stays, and
    so does what is worded so already. `edition` is `2011` or empty. NanoriError for a style or
    edition there is none of. CR 201.5, 201.5a, 201.5c.

        >>> card = nanori.Card(name="Ash Wolf", type="Creature — Wolf", text="Untap Ash Wolf.")
        >>> nanori.restyle(card, "tilde")
        (Edit(start=6, end=14, text='~'),)
    """
    arguments.prove("style", style, str)
    return tuple(one.edit for one in changes(card, style, edition=edition, names=names))


def changes(
    card: Card, style: str, *, edition: str = "", names: KnownNames | None = None
) -> tuple[Change, ...]:
    """Return what `restyle` edits, each edit with its reference and the form of its new words."""
    return of_references(card, annotate(card, names), style, edition=edition, names=names)


def of_references(
    card: Card,
    references: Sequence[Reference],
    style: str,
    *,
    edition: str = "",
    names: KnownNames | None = None,
) -> tuple[Change, ...]:
    """Return the same of a card whose references have been found already."""
    check(style, edition)
    language = languages.load(card.lang or languages.of_text(card.text))
    own = [one for one in references if one.target == "self" and one.form in OWN]
    if not own:
        return ()
    if style in placeholders.STYLES:
        by_start = {one.start: one for one in own}
        put_in = placeholders.put_in(card, own, style, language)
        return tuple(Change(by_start[one.start], one, "placeholder") for one in put_in)
    found = _worded(card, own, style, edition, language)
    more = _hidden(card, own, found, names, language)
    return _worded(card, more, style, edition, language) if more else found


def _worded(
    card: Card, own: Sequence[Reference], style: str, edition: str, language: Language
) -> tuple[Change, ...]:
    """Return the changes that a style of print makes of references."""
    if style == ORACLE:
        words = styles.oracle(card, own, language, edition)
    else:
        words = styles.foundations(card, own, language)
    return tuple(
        Change(one, _edit(card.text, one, new, language), new.form)
        for one, new in zip(own, words, strict=True)
        if new.text != one.text
    )


def _hidden(
    card: Card,
    own: Sequence[Reference],
    found: Sequence[Change],
    names: KnownNames | None,
    language: Language,
) -> list[Reference]:
    """Return a card's references with those to a misspelt name, if there are any.

    A text that has its name right somewhere is not searched for misprints; once those places
    have other words, it is. Nothing is returned where no misprint comes to light.
    """
    full = [one for one in own if one.form == "full"]
    changed = {one.reference.start for one in found if one.form in ("this", "bare")}
    if not full or any(one.start not in changed for one in full):
        return []
    done = replace(card, text=restyled(card.text, found))
    if not any(one.type == "OWN_NAME" for one in matcher.find(done, language)):
        return []
    known = {one.start for one in own}
    more = list(own)
    for one, start in _before(annotate(done, names), found):
        misspelt = one.form == "full" and one.target == "self" and start not in known
        if misspelt and card.text.startswith(one.text, start):
            more.append(replace(one, start=start, end=start + len(one.text)))
    return sorted(more, key=lambda one: one.start) if len(more) > len(own) else []


def _before(
    references: Sequence[Reference], found: Sequence[Change]
) -> Iterator[tuple[Reference, int]]:
    """Yield references of a changed text, each with the place where it was before the changes."""
    waiting = deque(one.edit for one in found)
    by = 0
    for one in references:
        while waiting and waiting[0].start + by < one.start:
            edit = waiting.popleft()
            by += len(edit.text) - (edit.end - edit.start)
        yield one, one.start - by


def check(style: str, edition: str = "") -> None:
    """Raise NanoriError for a style or an edition of the rules that there is none of."""
    if style not in STYLES:
        raise NanoriError(f"“{style}” is no style, one of {', '.join(STYLES)} was wanted")
    if edition and (edition != styles.EDITION_2011 or style != ORACLE):
        raise NanoriError(
            f"“{edition}” is no edition of style {style}; oracle has one, {styles.EDITION_2011}"
        )


def expand(card: Card, style: str) -> str:
    """Return a card's text with the names that a style's placeholders stand for, as they were."""
    language = languages.load(card.lang or languages.of_text(card.text))
    return placeholders.expand(card.text, card, style, language)


def restyled(text: str, found: Sequence[Change]) -> str:
    """Return the text after changes."""
    return edits.apply(text, [one.edit for one in found])


def _edit(text: str, one: Reference, new: styles.Words, language: Language) -> Edit:
    """Return the edit of a reference; a demonstrative takes the place of a name's marks as well."""
    start, end = one.start, one.end
    if new.form in ("this", "bare") and start:
        around = text[start - 1] + text[end : end + 1]
        if around in language.lexicon.name_marks:
            return Edit(start - 1, end + 1, new.text)
    return Edit(start, end, new.text)
