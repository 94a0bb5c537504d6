"""A query to the names it may mean: by equal keys first, otherwise by parts and by likeness."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from nanori.grammar import languages
from nanori.names.keys import bare, padded
from nanori.names.model import Hit, How
from nanori.names.normalization import fold
from nanori.names.readings import guess, needs_guess
from nanori.names.sounds import (
    SpokenName,
    hiragana,
    is_kana,
    nearest,
    sounds,
    spoken_name,
    writes_sounds,
)

# The score of a match by equal keys.
SCORES: dict[How, float] = {
    "exact": 1.0,
    "folded": 0.99,
    "kana": 0.97,
    "romaji": 0.96,
    "short": 0.95,
}

# Deducted for a name that is not official, or not playable.
SUPERSEDED_LESS = 0.005

# Deducted if the sound comes from a name's reading and not from its own kana.
AS_READING_LESS = 0.005

# Names less like the query than this are not returned.
MIN_LIKENESS = 0.62

# Length of the pieces in the full-text index.
GRAM = 3

# Candidates compared at first.
FIRST_CANDIDATES = 400
# Those compared if none of the first is much like the query.
MAX_CANDIDATES = 20_000

# Once a name is this much like the query, the search ends.
SURE_SCORE = 0.8

# Deducted from how much a Latin name sounds like kana, and twice that for romaji.
BY_SOUND_LESS = 0.08

# The least score of a partial match, and what whole words add to it.
PART, WHOLE_WORDS = 0.6, 0.1


class _IndexedForm(Struct, frozen=True):
    name: str
    face: str
    lang: str
    official: bool
    kind: str


# The columns of a form, as `_form` takes them.
_FORMS = (
    "SELECT {}, forms.name, faces.face, lang, standing, forms.form"
    " FROM {} JOIN faces ON faces.id = forms.face"
)


def _form(row: Sequence[str]) -> _IndexedForm:
    name, face, lang, standing, kind = row
    return _IndexedForm(name, face, lang, standing == "official", kind)


class _Key(Struct, frozen=True):
    kind: str
    key: str
    form: _IndexedForm


class Index:
    """The keys of a name database in memory, each part read when first needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._postings: dict[str, array[int]] = {}

    @cached_property
    def _forms(self) -> list[_IndexedForm]:
        rows = self._connection.execute(f"{_FORMS.format('forms.id', 'forms')} ORDER BY forms.id")
        return [_form(row) for _, *row in rows]

    @cached_property
    def _keys(self) -> list[_Key]:
        """Every key; its number in the database is one more than its place."""
        forms = self._forms
        rows = self._connection.execute("SELECT kind, key, form FROM keys ORDER BY id")
        return [_Key(kind, key, forms[int(form) - 1]) for kind, key, form in rows]

    @cached_property
    def _spoken(self) -> dict[SpokenName, list[_IndexedForm]]:
        """How each name in the letters of the reference language sounds."""
        lang = languages.reference_language()
        sounding: dict[SpokenName, list[_IndexedForm]] = {}
        for form in self._forms:
            if form.lang == lang and form.kind != "reading":
                sounding.setdefault(spoken_name(form.name), []).append(form)
        return sounding

    def find(self, query: str, lang: str | None, limit: int) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face."""
        query = query.strip()
        hits = _of(lang, self.exact(query))
        if not hits:
            query = bare(query)
            hits = _of(lang, self.equal(query)) or _of(lang, self._halves(query))
        hits = hits or _of(lang, self.like(query, limit))
        best: dict[str, Hit] = {}
        for hit in sorted(hits, key=_rank):
            best.setdefault(hit.name_en, hit)
        return list(best.values())[:limit]

    def exact(self, name: str) -> list[Hit]:
        """Return a hit for each face with exactly this name, official ones first."""
        query = f"{_FORMS.format('forms.id', 'forms')} WHERE forms.name = ? ORDER BY forms.id"
        forms = (_form(row) for _, *row in self._connection.execute(query, (_utf8(name),)))
        named = (form for form in forms if form.kind != "reading")
        return sorted((_hit(form, "exact", SCORES["exact"]) for form in named), key=_rank)

    def _numbered(self, numbers: Sequence[int]) -> list[_Key]:
        """Return the keys with these numbers, in order."""
        if "_keys" in self.__dict__ or len(numbers) > FIRST_CANDIDATES:
            return [self._keys[number - 1] for number in numbers]
        read = dict(self._read("keys.id", numbers))
        return [read[number] for number in numbers]

    def _read(self, column: str, values: Sequence[str | int]) -> Iterator[tuple[int, _Key]]:
        every = _FORMS.format("keys.id, kind, key", "keys JOIN forms ON forms.id = keys.form")
        those = f"{column} IN ({', '.join('?' * len(values))})"
        rows = self._connection.execute(f"{every} WHERE {those} ORDER BY keys.id", values)
        for number, kind, key, *form in rows:
            yield number, _Key(kind, key, _form(form))

    def equal(self, query: str) -> list[Hit]:
        """Return the names with a key equal to one of the query's, surest first."""
        folded = fold(query)
        heard = dict.fromkeys(sounds(folded))
        how: How = "romaji" if folded.isascii() else "kana"
        # Someone who means a reading writes hiragana; katakana and Latin letters rather spell a
        # name.
        is_hiragana = not folded.isascii() and hiragana(folded) == folded
        as_reading_less = AS_READING_LESS * (1 if is_hiragana else 5)
        hits: list[Hit] = []
        for _, key in self._read("key", [*map(_utf8, dict.fromkeys((folded, *heard)))]):
            match key.kind:
                case "name" if key.key == folded:
                    hits.append(_hit(key.form, "folded", SCORES["folded"]))
                case "short" if key.key == folded:
                    hits.append(_hit(key.form, "short", SCORES["short"]))
                case "sound" if key.key in heard:
                    less = 0.0 if is_kana(key.form.name) else as_reading_less
                    hits.append(_hit(key.form, how, SCORES[how] - less))
                case "short sound" if key.key in heard:
                    hits.append(_hit(key.form, "short", SCORES["short"] - 0.01))
                case _:  # “an” as a sound is another key than “an” as a name
                    pass
        return hits

    def _halves(self, query: str) -> list[Hit]:
        """Return the faces of a card whose whole name, `A // B` in any language, is the query."""
        pieces = [piece.strip() for piece in query.split("//") if piece.strip()]
        if len(pieces) < 2:
            return []
        return [hit for piece in pieces for hit in self.exact(piece) or self.equal(piece)]

    def like(self, query: str, limit: int) -> list[Hit]:
        """Return the names that contain the query's words or are spelled much like it."""
        folded = fold(query)
        how: How = "romaji" if folded.isascii() else "kana"
        spoken = sounds(folded)
        hits: list[Hit] = []
        for most in (FIRST_CANDIDATES, MAX_CANDIDATES):
            hits += self._compared(folded, "name", most, limit)
            if most == FIRST_CANDIDATES:
                hits += self._part(folded, "name", "part")
            for sound in spoken if not _is_sure(hits) else ():
                hits += self._compared(sound, "sound", most, limit)
                if most == FIRST_CANDIDATES:
                    hits += self._part(sound, "sound", how)
            if _is_sure(hits):
                break
        else:
            for sound in sounds(fold(guess(query))) if needs_guess(query) else ():
                hits += self._compared(sound, "sound", FIRST_CANDIDATES, limit)
        if writes_sounds(folded) and not (folded.isascii() and _is_sure(hits)):
            penalty = (1 + folded.isascii()) * BY_SOUND_LESS
            hits += [hit for sound in spoken for hit in self._by_sound(sound, penalty, limit)]
        return hits

    def _by_sound(self, sound: str, penalty: float, limit: int) -> Iterator[Hit]:
        """Yield the names in Latin letters that sound like this."""
        for name, likeness in nearest(sound, self._spoken, limit):
            for form in self._spoken[name]:
                yield Hit(form.name, form.face, form.lang, "sound", likeness - penalty)

    def _compared(self, text: str, kind: str, most: int, limit: int) -> Iterator[Hit]:
        """Yield the names with a key of that kind like the text."""
        if not text:
            return
        from rapidfuzz import distance, process

        keys = self._numbered(self._candidates(padded(kind, text), most))
        alike = process.extract(
            text,
            [key.key for key in keys],
            scorer=distance.OSA.normalized_similarity,
            score_cutoff=MIN_LIKENESS,
            limit=3 * limit,
        )
        for written, score, offset in alike:
            key = keys[offset]
            # A sound is compared with sounds only, and letters with letters.
            if key.kind.endswith("sound") == (kind == "sound"):
                # Lost or doubled letters are likelier slips than substituted ones.
                score = 0.85 * score + 0.15 * distance.Indel.normalized_similarity(text, written)
                short = 0.03 if key.kind.startswith("short") else 0.0
                yield _hit(key.form, "typo", 0.94 * score - short - 0.01 * (kind == "sound"))

    def _candidates(self, marked: str, most: int) -> list[int]:
        """Return the keys that share one of the rarest trigrams with the marked text.

        A typo spoils at most three trigrams, “ashwolf” → “ashwulf”: hwo, wol, olf; so of four at
        least one is intact, and of `3 * typos + 1`.
        """
        # Typos that are looked for, by the length with the marks around it.
        typos = 1 if len(marked) <= 7 else 2 if len(marked) <= 12 else 3
        grams = {marked[offset : offset + GRAM] for offset in range(len(marked) - GRAM + 1)}
        postings = sorted((self._posting(gram) for gram in grams), key=len)
        numbers: set[int] = set()
        for posting in postings[: GRAM * typos + 1]:
            if numbers and len(numbers) + len(posting) > most:
                break
            numbers.update(posting)
        return list(numbers)

    def _part(self, folded: str, kind: str, how: How) -> Iterator[Hit]:
        """Yield the names that contain every word of the query."""
        words = folded.split()
        if not words or len(folded) < (2 if kind == "name" else 2 * GRAM):
            return
        for key in self._numbered(list(self._containing(words))):
            if key.kind != kind or not all(word in key.key for word in words):
                continue
            whole = WHOLE_WORDS if not set(words) - set(key.key.split()) else 0.0
            share = len(folded) / max(len(key.key), len(folded))
            sure = PART + whole + 0.2 * share
            yield _hit(key.form, how, sure if kind == "name" else sure - 0.1)

    def _containing(self, words: list[str]) -> Iterable[int]:
        """Return keys that may contain all words: by trigrams, or all of them for short words."""
        numbers: set[int] | None = None
        for word in words:
            for offset in range(len(word) - GRAM + 1):
                posting = self._posting(word[offset : offset + GRAM])
                numbers = set(posting) if numbers is None else numbers.intersection(posting)
                if not numbers:
                    return ()
        if numbers is not None:
            return numbers
        longest = max(words, key=len)
        return [number for number, key in enumerate(self._keys, 1) if longest in key.key]

    def _posting(self, gram: str) -> array[int]:
        """Return the numbers of the keys that contain a trigram; remembered."""
        posting = self._postings.get(gram)
        if posting is None:
            quoted = '"' + _utf8(gram).replace('"', '""') + '"'
            rows = self._connection.execute(
                "SELECT rowid FROM grams WHERE grams MATCH ?", (quoted,)
            )
            posting = self._postings[gram] = array("l", (number for (number,) in rows))
        return posting


def _utf8(text: str) -> str:
    """Return what a database can be asked for: without halves of surrogate pairs."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _hit(form: _IndexedForm, how: How, score: float) -> Hit:
    return Hit(form.name, form.face, form.lang, how, score - SUPERSEDED_LESS * (not form.official))


def _is_sure(hits: list[Hit]) -> bool:
    return any(hit.score > SURE_SCORE for hit in hits)


def _of(lang: str | None, hits: Iterable[Hit]) -> list[Hit]:
    return [hit for hit in hits if not lang or hit.lang == lang]


def _rank(hit: Hit) -> tuple[float, int, str]:
    """Return a sort key for hits: by score, then shorter names first."""
    return -hit.score, len(hit.name), hit.name_en
