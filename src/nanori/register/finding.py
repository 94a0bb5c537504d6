"""A query to the names it may mean: by equal keys first, else by words in part and by likeness."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from nanori.register.folding import fold
from nanori.register.keys import padded
from nanori.register.model import Hit, How
from nanori.register.readings import guess, needs_guess
from nanori.register.sounds import is_kana, sounds

SCORES: dict[How, float] = {"exact": 1.0, "folded": 0.99, "kana": 0.97, "romaji": 0.96, "short": 0.95}
"""What a match by equal keys is worth."""

LIKE = 0.62
"""Names less like a query than this are no answer."""

GRAM = 3
"""Characters of a piece that the full-text index has."""

MOST = 400
"""Candidates that are compared are some more than these at most where their ends are common."""

PART, WHOLE_WORDS = 0.6, 0.1
"""What a match of words in part is worth at least, and more if they are whole words."""


class _Form(Struct, frozen=True):
    name: str
    face: str
    lang: str
    official: bool
    kind: str


class _Key(Struct, frozen=True):
    kind: str
    key: str
    form: _Form


class Index:
    """The keys of a database of names in memory, each part read when it is first needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Look up in that database."""
        self._connection = connection
        self._postings: dict[str, array[int]] = {}

    @cached_property
    def _forms(self) -> list[_Form]:
        rows = self._connection.execute(
            "SELECT forms.name, faces.face, lang, official, form FROM forms"
            " JOIN faces ON faces.id = forms.face ORDER BY forms.id"
        )
        return [_Form(name, face, lang, bool(ok), kind) for name, face, lang, ok, kind in rows]

    @cached_property
    def _named(self) -> dict[str, list[Hit]]:
        found: dict[str, list[Hit]] = {}
        for form in sorted(self._forms, key=lambda form: not form.official):
            if form.kind != "reading":
                found.setdefault(form.name, []).append(
                    Hit(form.name, form.face, form.lang, "exact", 1.0)
                )
        return found

    @cached_property
    def _keys(self) -> list[_Key]:
        """Every key; its number in the database is one more than its place."""
        forms = self._forms
        rows = self._connection.execute("SELECT kind, key, form FROM keys ORDER BY id")
        return [_Key(kind, key, forms[form - 1]) for kind, key, form in rows]

    @cached_property
    def _texts(self) -> list[str]:
        """Every key with its marks, so that keys of different kinds are never alike."""
        return [key.key for key in self._keys]

    @cached_property
    def _equal(self) -> dict[str, list[_Key]]:
        found: dict[str, list[_Key]] = {}
        for key in self._keys:
            found.setdefault(key.key, []).append(key)
        return found

    def find(self, query: str, lang: str | None, limit: int) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face."""
        query = query.strip()
        found = [*self.exact(query)]
        if not found:
            found = self.equal(query) or self._halves(query) or self.like(query, limit)
        best: dict[str, Hit] = {}
        for hit in found:
            if not lang or hit.lang == lang:
                known = best.get(hit.name_en)
                if known is None or hit.score > known.score:
                    best[hit.name_en] = hit
        if not best and found and lang:  # equal names of other languages hide the like ones
            best = {hit.name_en: hit for hit in sorted(self.like(query, limit), key=_rank)[::-1] if hit.lang == lang}
        return sorted(best.values(), key=_rank)[:limit]

    def exact(self, name: str) -> list[Hit]:
        """Return a hit for each face with exactly this name, official ones first."""
        return self._named.get(name, [])

    def equal(self, query: str) -> list[Hit]:
        """Return the names with a key equal to one of the query's, the surest first."""
        folded = fold(query)
        found: list[Hit] = []
        for key in self._equal.get(folded, ()):
            if key.kind == "name":
                found.append(self._hit(key, query, "folded", SCORES["folded"]))
            elif key.kind == "short":
                found.append(self._hit(key, query, "short", SCORES["short"]))
        how: How = "romaji" if folded.isascii() else "kana"
        for sound in sounds(folded):
            for key in self._equal.get(sound, ()):
                if key.kind == "sound":
                    found.append(self._hit(key, query, how, SCORES[how] - _unlike(key, folded)))
                elif key.kind == "short sound":
                    found.append(self._hit(key, query, "short", SCORES["short"] - 0.01))
        return found

    def _halves(self, query: str) -> list[Hit]:
        """Return the faces of a card whose whole name, `A // B` in any language, is the query."""
        pieces = [piece.strip() for piece in query.split("//") if piece.strip()]
        if len(pieces) < 2:
            return []
        return [hit for piece in pieces for hit in self.exact(piece) or self.equal(piece)]

    def like(self, query: str, limit: int) -> list[Hit]:
        """Return the names that contain the query's words or are written much like it."""
        folded = fold(query)
        found = [*self._like(folded, "name", limit), *self._part(folded, "name", "part")]
        how: How = "romaji" if folded.isascii() else "kana"
        for sound in sounds(folded):
            found += self._like(sound, "sound", limit)
            found += self._part(sound, "sound", how)
        if needs_guess(query) and not any(hit.score > 0.8 for hit in found):
            for sound in sounds(fold(guess(query))):
                found += self._like(sound, "sound", limit)
        return found

    def _like(self, text: str, kind: str, limit: int) -> Iterator[Hit]:
        """Yield the names of which a key of that kind is like the text."""
        if not text:
            return
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        typos = 1 if len(text) <= 4 else 2 if len(text) <= 9 else 3
        numbers = self._candidates(padded(kind, text), typos)
        texts, keys = self._texts, self._keys
        found = process.extract(
            text,
            [texts[number - 1] for number in numbers],
            scorer=OSA.normalized_similarity,
            score_cutoff=LIKE,
            limit=3 * limit,
        )
        for _, score, place in found:
            key = keys[numbers[place] - 1]
            if key.kind.endswith("sound") == (kind == "sound"):
                short = 0.03 if key.kind.startswith("short") else 0.0
                yield self._hit(key, text, "typo", 0.94 * score - short - 0.01 * (kind == "sound"))

    def _candidates(self, marked: str, typos: int) -> list[int]:
        """Return the keys that share one of the rarest trigrams with the marked text.

        A typo spoils at most three trigrams, so one of three more than that is left whole.
        """
        grams = {marked[place : place + GRAM] for place in range(len(marked) - GRAM + 1)}
        postings = sorted((self._posting(gram) for gram in grams), key=len)
        found: set[int] = set()
        for number, posting in enumerate(postings[: GRAM * typos + 1]):
            if number and len(found) + len(posting) > MOST and len(found) > 0:
                break
            found.update(posting)
        return list(found)

    def _part(self, folded: str, kind: str, how: How) -> Iterator[Hit]:
        """Yield the names that contain every word of the query."""
        words = folded.split()
        if not words or len(folded) < (2 if kind == "name" else 2 * GRAM):
            return
        keys = self._keys
        for number in self._containing(words):
            key = keys[number - 1]
            if key.kind != kind or not all(word in key.key for word in words):
                continue
            whole = WHOLE_WORDS if not set(words) - set(key.key.split()) else 0.0
            share = len(folded) / max(len(key.key), len(folded))
            sure = PART + whole + 0.2 * share
            yield self._hit(key, folded, how, sure if kind == "name" else sure - 0.1)

    def _containing(self, words: list[str]) -> Iterable[int]:
        """Return keys that may contain all words: by trigrams, or all there are for short words."""
        found: set[int] | None = None
        for word in words:
            for place in range(len(word) - GRAM + 1):
                posting = self._posting(word[place : place + GRAM])
                found = set(posting) if found is None else found.intersection(posting)
                if not found:
                    return ()
        if found is not None:
            return found
        longest = max(words, key=len)
        return [number for number, text in enumerate(self._texts, 1) if longest in text]

    def _posting(self, gram: str) -> array[int]:
        """Return the numbers of the keys that contain a trigram."""
        found = self._postings.get(gram)
        if found is None:
            quoted = '"' + gram.replace('"', '""') + '"'
            rows = self._connection.execute("SELECT rowid FROM grams WHERE grams MATCH ?", (quoted,))
            found = self._postings[gram] = array("l", (number for (number,) in rows))
        return found

    def _hit(self, key: _Key, query: str, how: How, score: float) -> Hit:
        del query
        form = key.form
        return Hit(form.name, form.face, form.lang, how, round(score - 0.005 * (not form.official), 4))


def _rank(hit: Hit) -> tuple[float, int, str]:
    """Return what sorts hits: the score, then the shorter name."""
    return -hit.score, len(hit.name), hit.name_en


def _unlike(key: _Key, folded: str) -> float:
    """Return what to take off where a name is in kana itself, but another kana than the query."""
    del folded
    return 0.0 if is_kana(key.form.name) else 0.005
