"""The words of a name field to the edits that rename what is in it."""

import re
from collections.abc import Iterator, Sequence

from nanori.annotation.own_names import cleaned, given
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import Card, Edit
from nanori.rewriting.renaming.renames import FieldChange, Renaming

# The fields of a card record whose names may be renamed.
FIELDS = ("name", "name_en", "faces")

# Signs that the same file may write in two ways, in a card's name and its key.
_SIGNS = str.maketrans("’‘", "''")

# What separates “A // B” and “A/B”; the slashes inside “SP//dr” separate nothing.
_DIVIDER = re.compile(r"//(?![a-z])|(?<!/)/(?!/)")


def changes(card: Card, renamings: Sequence[Renaming]) -> Iterator[FieldChange]:
    """Yield the changes of a card's name fields."""
    for field in named(card):
        words = of_card(card, field)
        lang = card.lang if field != "name_en" else languages.original_language()
        language = languages.load(lang or languages.of_text(words))
        own = given(card, language) if field == "name" else ""
        for edit in edits(words, language, renamings, own):
            yield FieldChange.of_edit(field, words, edit)


def edits(
    words: str, language: Language, renamings: Sequence[Renaming], own: str = ""
) -> list[Edit]:
    """Return the edits of a name, or of “A // B” and “A/B”, in order.

    What data files add to a name stays, such as the prefix “A-”; part of another name is not a
    name. `own` is what a card is called whose field has more than its name, such as a set code.
    """
    table = {
        old.translate(_SIGNS): new
        for renaming in renamings
        for old, new in renaming.words().items()
        if old != new
    }
    plain = words.translate(_SIGNS)
    if own and own != words and (new := table.get(own.translate(_SIGNS))):
        start = words.index(own)
        return [Edit(start, start + len(own), new)]
    if whole := _edit(plain, 0, len(words), table, language):
        return [whole]
    return [edit for part in _parts(words) if (edit := _edit(plain, *part, table, language))]


def _parts(words: str) -> Iterator[tuple[int, int]]:
    """Yield where each of several names is."""
    start = 0
    for divider in _DIVIDER.finditer(words):
        yield start, divider.start()
        start = divider.end()
    if start:
        yield start, len(words)


def _edit(
    words: str, start: int, end: int, table: dict[str, str], language: Language
) -> Edit | None:
    """Return the edit of a part of a field, if it is an old name with only blanks around it."""
    part = words[start:end]
    if not any(old in part for old in table):
        return None
    name = part.strip()
    old = name if name in table else cleaned(name, language)
    if old not in table:
        return None
    start = words.index(old, start)
    return Edit(start, start + len(old), table[old])


def of_card(card: Card, field: str) -> str:
    """Return the words of a field of a card; an item of a list is `faces/0`."""
    name, _, number = field.partition("/")
    value = getattr(card, name)
    return value[int(number)] if number else value


def named(card: Card) -> Iterator[str]:
    """Yield the fields of a card that hold names which may be renamed and are not empty."""
    for field in FIELDS:
        if field == "faces":
            yield from (f"faces/{number}" for number in range(len(card.faces)))
        elif of_card(card, field):
            yield field
