"""The name database as one document asks it: the same questions many times."""

import re
from functools import lru_cache, partial

from nanori.documents.values import Status
from nanori.grammar.languages import reference_language
from nanori.names.database import Database
from nanori.names.model import FaceEntry, Standing

# How alike a misspelled name must be to the name; 1 is identical.
MIN_LIKENESS = 0.6

# How alike a name worth suggesting must be.
MIN_SUGGESTED_LIKENESS = 0.75

# Suggestions for one document: each takes as long as a thousand exact look-ups.
MAX_SUGGESTIONS = 200

# How many answers are remembered.
CACHED_ANSWERS = 4096


class Lookups:
    """A database and the answers it has given."""

    def __init__(self, register: Database) -> None:
        self._register = register
        self.exact = lru_cache(CACHED_ANSWERS)(self._exact)
        self.legends = lru_cache(CACHED_ANSWERS)(self._legends)
        self.folded = lru_cache(CACHED_ANSWERS)(self._folded)
        self.hint = lru_cache(CACHED_ANSWERS)(self._hint)
        near = partial(register.find, lang=reference_language(), limit=10)
        self._near = lru_cache(CACHED_ANSWERS)(near)
        self._hints = 0

    def entry(self, name: str) -> FaceEntry | None:
        """Return the card with a name in the reference language, both halves together or one."""
        entries = self.exact(name, reference_language()) or self.halves(name, reference_language())
        return entries[0] if entries else None

    def halves(self, name: str, lang: str) -> list[FaceEntry]:
        """Return the entries of a name written with both halves of its card."""
        halves = [half.strip() for half in re.split(r"\s*//\s*|[/／+＋]", name)]
        every = [self.exact(half, lang) for half in halves]
        return [entry for some in every for entry in some] if len(every) == 2 and all(every) else []

    def _exact(self, name: str, lang: str) -> list[FaceEntry]:
        faces = dict.fromkeys(hit.name_en for hit in self._register.exact(name, lang))
        entries = (self._register.entry(face) for face in faces)
        return [entry for entry in entries if entry is not None]

    def _folded(self, name: str) -> FaceEntry | None:
        """Return the card with a name in the reference language that differs in case or accents."""
        hits = [hit for hit in self._near(name)[:1] if hit.how == "folded"]
        return self._register.entry(hits[0].name_en) if hits else None

    def _legends(self, name: str) -> list[FaceEntry]:
        legends = (hit.name_en for hit in self._near(name) if hit.how == "short")
        entries = map(self._register.entry, legends)
        return [entry for entry in entries if entry is not None]

    def _hint(self, name: str) -> str:
        self._hints += 1
        if self._hints > MAX_SUGGESTIONS:
            return ""
        hits = self._register.find(name, limit=1)
        near = [hit.name for hit in hits if likeness(hit.name, name) >= MIN_SUGGESTED_LIKENESS]
        return f", the nearest is “{near[0]}”" if near else ""


def forms(entry: FaceEntry, lang: str) -> dict[str, Standing]:
    """Return a card's names in a language and their standing; the official one first."""
    names: dict[str, Standing] = {}
    for form in entry.forms:
        if form.lang == lang and form.form != "reading":
            names.setdefault(form.name, "official" if form.form == "alternate" else form.standing)
    return names


def official(entry: FaceEntry, lang: str) -> str:
    """Return a card's official name in a language; empty if the database has none."""
    return next(
        (name for name, standing in forms(entry, lang).items() if standing == "official"), ""
    )


def said_of(entry: FaceEntry, standing: Standing, now: str) -> tuple[Status, str]:
    """Return the status of a name that is not its card's official one, and a message."""
    if standing == "official" or not now:
        return "right", ""
    words = {
        "also": f"also printed, most prints of “{entry.face}” have “{now}”",
        "superseded": f"an older name of “{entry.face}”, now “{now}”",
        "misprint": f"a misprint of “{entry.face}”, which is “{now}”",
    }
    return standing, words[standing]


def is_alternate(entry: FaceEntry, name: str) -> bool:
    """Tell whether a name is an alternate one of that card (CR 201.6)."""
    return any(form.name == name and form.form == "alternate" for form in entry.forms)


def likeness(first: str, other: str) -> float:
    """Return how much two names have in common, from 0 to 1."""
    from rapidfuzz import distance  # lint loads this module, and seldom uses it

    return distance.Levenshtein.normalized_similarity(first, other)
