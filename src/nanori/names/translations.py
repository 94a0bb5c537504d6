"""A name in one language to what it is called in another, likeliest card first."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nanori.names.database import Database
from nanori.names.model import Hit, How, NameForm, Printing

# Whether a translation is the official name, that of a guessed card, or missing.
TranslationStatus = Literal["official", "guessed", "missing"]

# Ways of matching that only guess which name is meant.
GUESSES: frozenset[How] = frozenset(("part", "sound", "typo"))


class Translation(Struct, frozen=True, kw_only=True):
    """A row: a card that a query may mean, and its name in the target language."""

    query: str
    rank: int
    """From 1, the likeliest; 0 if no name is like the query."""
    name: str = ""
    """The name that matched."""
    name_en: str = ""
    """English name of the face with that name."""
    translation: str = ""
    """Its official name in the target language; empty if none is known."""
    status: TranslationStatus = "missing"
    set: str = ""
    """Code of the set in which it was first printed with that name."""
    released: str = ""
    """That set's date."""
    source: str = ""
    """What makes it official: an announcement, a print, or the rules (CR 201.2)."""
    how: How | Literal[""] = ""
    """How the query matched the name."""
    score: float = 0.0


def translated(
    database: Database, query: str, lang: str, target: str, limit: int
) -> Iterator[Translation]:
    """Yield a row for each card that a query may mean, at least one.

    `lang` is the code of the only language to search, empty for all, `target` the target
    language's.
    """
    hits = database.find(query, lang or None, limit)
    for rank, hit in enumerate(hits, 1):
        if entry := database.entry(hit.name_en):
            yield _row(query, rank, hit, entry.official(target))
    if not hits:
        yield Translation(query=query, rank=0)


def source_of(form: NameForm) -> str:
    """Return what makes a name official."""
    return form.source or ("Oracle" if form.form == "oracle" else "printed")


def _row(query: str, rank: int, hit: Hit, form: NameForm | None) -> Translation:
    first = form.first_printing if form else Printing("", "")
    status = "missing" if form is None else "guessed" if hit.how in GUESSES else "official"
    return Translation(
        query=query,
        rank=rank,
        name=hit.name,
        name_en=hit.name_en,
        translation=form.name if form else "",
        status=status,
        set=first.set,
        released=first.released,
        source=source_of(form) if form else "",
        how=hit.how,
        score=round(hit.score, 4),
    )
