"""A name that a player says to the card names it chooses, or to what must be asked."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES
from nanori.names import model
from nanori.names.database import Database
from nanori.names.model import FaceEntry, Hit
from nanori.names.normalization import fold
from nanori.names.sounds import is_kana

# By how much a hit must lead the next face to be plainly meant, by how it matched.
MIN_LEADS = {"exact": 0.0, "folded": 0.0, "kana": 0.025, "romaji": 0.025, "short": 0.0}
# The lead that is needed if the match itself is a guess.
MIN_LEAD_OF_GUESSES = 0.045
# A guess that scores less is only a candidate.
MIN_SURE = 0.7
# Characters of a name for each slip; the shortest name is allowed one.
LETTERS_PER_SLIP = 6
# The score of a name written exactly so when it competes with guesses, as in `search`.
WRITTEN_SCORE = 0.94
# A guess that scores less is not even a candidate.
MIN_SCORE = 0.5
# No name has so many characters, not even all faces of a card in two languages.
MAX_QUERY_LENGTH = 500
# The largest number of candidates named.
MAX_CANDIDATES = 10

_BRACKETS = ("《》", "「」", "『』", "“”", '""', "[]", "〈〉")
_WHOLE_CARD = re.compile(r"\s*//\s*")
_BILINGUAL = re.compile(r"\s*[/／]\s*")

# Whether a face has the characteristics asked for.
Fits = Callable[["FaceEntry"], bool]


class Meant(Struct, frozen=True):
    """What the words can mean."""

    faces: tuple[FaceEntry, ...] = ()
    """The faces, likeliest first; both halves if both were said."""
    plain: bool = False
    """Whether the first, or both halves together, are meant and nothing else."""
    whole: bool = False
    """Whether all faces of a card were said: “Ember // Ash”."""
    token: bool = False
    """Whether only a token has this name."""


def identify(database: Database, text: str, lang: str, fits: Fits) -> Meant:
    """Return what the words can mean: the exact name first, otherwise what is close.

    Brackets around a name, 《…》, are not part of it, and 「日本語名/English Name」 is one name. In
    this order: both halves, “Fire // Ice”; the exact name; “A/B” in two languages; “Rat token”; a
    name that is close.
    """
    words = bare(text)
    if not words or len(words) > MAX_QUERY_LENGTH:
        return Meant()
    if _WHOLE_CARD.search(words) and (together := _together(database, _WHOLE_CARD.split(words))):
        return together
    exact = _entries(database, [hit.name_en for hit in database.exact(words, lang or None)])
    if not exact and _BILINGUAL.search(words) and (together := _bilingual(database, words)):
        return together
    if not exact and is_token_name(words):
        return Meant(token=True)
    if exact:
        return _of_exact(database, words, exact, fits)
    return _of_near(database, words, lang, fits)


def bare(text: str) -> str:
    """Return the words without spaces and brackets around them."""
    words = " ".join(text.split())
    for opening, closing in _BRACKETS:
        if len(words) > 1 and words.startswith(opening) and words.endswith(closing):
            words = words[1:-1].strip()
    return words


def _entries(database: Database, faces: Sequence[str]) -> list[FaceEntry]:
    entries = (database.entry(face) for face in dict.fromkeys(faces))
    return [entry for entry in entries if entry is not None]


def _together(database: Database, parts: Sequence[str]) -> Meant | None:
    """Return the faces of a card said with all of them; None if they belong to several cards."""
    groups = [_entries(database, [hit.name_en for hit in database.exact(part)]) for part in parts]
    for first in groups[0] if all(groups) else ():
        row = [entry for group in groups for entry in group if entry.card == first.card]
        faces = tuple({entry.face: entry for entry in row}.values())
        if len(faces) == len(parts) > 1:
            return Meant(faces, plain=True, whole=True)
    return None


def _bilingual(database: Database, words: str) -> Meant | None:
    """Return the face that “A/B” names in two languages, else both halves of a split card."""
    parts = [part for part in _BILINGUAL.split(words) if part]
    groups = [_entries(database, [hit.name_en for hit in database.exact(part)]) for part in parts]
    if len(parts) < 2 or not any(groups):
        return None
    shared = frozenset[str].intersection(*(frozenset(e.face for e in group) for group in groups))
    if len(shared) == 1:
        return Meant(tuple(entry for entry in groups[0] if entry.face in shared), plain=True)
    every = {entry.face: entry for group in groups for entry in group if not entry.token}
    return _together(database, parts) or Meant(tuple(every.values()))


def _of_exact(database: Database, words: str, exact: list[FaceEntry], fits: Fits) -> Meant:
    """Return the face with exactly that name; of several the official or the fitting one."""
    cards = [entry for entry in exact if not entry.token]
    if not cards:
        return Meant(tuple(exact), token=True)
    cards = [entry for entry in cards if model.is_official(words, entry)] or cards
    cards = [entry for entry in cards if fits(entry)] or cards
    return Meant(tuple(cards), plain=_one_name(cards))


def _one_name(entries: Sequence[FaceEntry]) -> bool:
    """CR 201.3. Whether all of them are one face, or faces of interchangeable names."""
    first = entries[0]
    return all(entry.face == first.face or entry.face in first.interchangeable for entry in entries)


def _of_near(database: Database, words: str, lang: str, fits: Fits) -> Meant:
    """Return the faces with similar names; plainly one if it is well ahead of all others."""
    near = database.find(words, lang or None, MAX_CANDIDATES)
    entries = {entry.face: entry for entry in _entries(database, [hit.name_en for hit in near])}
    hits = [
        hit
        for hit in _as_written(words, near)
        if hit.score >= MIN_SCORE and hit.name_en in entries and not entries[hit.name_en].token
    ]
    if not hits:
        return Meant()
    level = [entries[hit.name_en] for hit in _level(hits)]
    fitting = [entry for entry in level if fits(entry)] if len(level) > 1 else []
    first = (fitting or level)[0]
    plain = _one_name(fitting or level) and (hits[0].how in MIN_LEADS or hits[0].score >= MIN_SURE)
    faces = dict.fromkeys((first.face, *(hit.name_en for hit in hits)))
    return Meant(tuple(entries[face] for face in faces), plain=plain)


def _as_written(words: str, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits, with typos judged by spelling, best first.

    Where the words are in kanji, or both are in Latin letters, a name that only sounds alike is
    another name; and more than one slip for every six characters is not a slip any more.
    """
    from rapidfuzz import distance

    folded = fold(words)
    judged: list[Hit] = []
    for hit in hits:
        name = fold(hit.name)
        if hit.how == "typo" and (folded.isascii() == name.isascii()) and not is_kana(folded):
            slips = distance.OSA.distance(folded, name)
            likeness = 1 - slips / max(len(folded), len(name), 1)
            most = MIN_SURE - 0.01 if slips > max(1, len(name) // LETTERS_PER_SLIP) else 1.0
            hit = replace(hit, score=min(hit.score, WRITTEN_SCORE * likeness, most))
        judged.append(hit)
    return sorted(judged, key=lambda hit: -hit.score)


def _level(hits: Sequence[Hit]) -> Iterator[Hit]:
    """Yield the best hit and all that are too close to it to tell apart."""
    best = hits[0]
    lead = MIN_LEADS.get(best.how, MIN_LEAD_OF_GUESSES)
    for hit in hits:
        if best.score - hit.score <= lead:
            yield hit


def is_token_name(words: str) -> bool:
    """Tell whether words are the name of a token and of nothing else (CR 111.4)."""
    return any(pattern.fullmatch(words) for pattern in _token_names())


@cache
def _token_names() -> tuple[re.Pattern[str], ...]:
    forms = [languages.load(code).lexicon.token_name for code in languages.codes()]
    return tuple(
        re.compile(re.escape(form).replace(r"\{\}", ".+"), re.IGNORECASE) for form in forms if form
    )


# The edition of the rules used if none is given.
CURRENT = "2023-11-17"
# Before this edition both halves of a split card were named (D5).
ONE_HALF = "2013-05"
# Before this edition the name had to be legal in the format (D5).
ANY_FORMAT = "2018-10"
# The rule about choosing a name in those editions.
BEFORE = "201.3"

_EDITION = re.compile(r"\d{4}(-\d{2}){0,2}")

# Layouts of which either half may be chosen.
SPLIT = ("split", "aftermath")
# The rule that allows choosing a layout's other name.
_OTHER_FACE = {
    "flip": "201.4c",
    "transform": "201.4d",
    "modal_dfc": "201.4d",
    "reversible_card": "201.4d",
    "meld": "201.4e",
    "adventure": "201.4f",
}


class Characteristics(Struct, frozen=True, forbid_unknown_fields=True):
    """The characteristics that the name must have, as English words (CR 201.4a)."""

    types: tuple[str, ...] = ()
    """Card types of which it must have one."""
    not_types: tuple[str, ...] = ()
    """Card types of which it may have none."""
    supertypes: tuple[str, ...] = ()
    """Supertypes that it must have."""
    not_supertypes: tuple[str, ...] = ()
    """Supertypes of which it may have none."""
    subtypes: tuple[str, ...] = ()
    """Subtypes of which it must have one."""
    not_subtypes: tuple[str, ...] = ()
    """Subtypes of which it may have none."""

    def fits(self, entry: FaceEntry) -> bool:
        """Tell whether a face has these characteristics; case does not matter."""
        types, supertypes = _words(entry.types), _words(entry.supertypes)
        subtypes = _words(entry.subtypes)
        return (
            (not self.types or bool(types & _words(self.types)))
            and not types & _words(self.not_types)
            and supertypes >= _words(self.supertypes)
            and not supertypes & _words(self.not_supertypes)
            and (not self.subtypes or bool(subtypes & _words(self.subtypes)))
            and not subtypes & _words(self.not_subtypes)
        )


def _words(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)


# No characteristics asked for.
ANYTHING = Characteristics()


def characteristics(conditions: str) -> Characteristics:
    """Return the characteristics that `types=Creature|Artifact,not_types=Land` asks for.

    NanoriError where a word is none of those fields.
    """
    fields: dict[str, tuple[str, ...]] = {}
    for condition in filter(None, conditions.split(",")):
        field, equals, words = condition.partition("=")
        if not equals or field.strip() not in Characteristics.__struct_fields__:
            every = ", ".join(Characteristics.__struct_fields__)
            raise NanoriError(f"“{condition}” is no condition, FIELD=WORD|… of {every}")
        values = tuple(word.strip() for word in words.split("|") if word.strip())
        fields[field.strip()] = (*fields.get(field.strip(), ()), *values)
    return Characteristics(**fields)


def prove_edition(edition: str) -> None:
    """Raise NanoriError for what is no date of an edition of the rules."""
    if not _EDITION.fullmatch(edition):
        raise NanoriError(f"“{edition}” is no date, YYYY-MM-DD, YYYY-MM or YYYY was wanted")


class Choice(Struct, frozen=True):
    """The outcome of saying a name."""

    said: str
    """The words as they were said."""
    answer: Literal["chosen", "ambiguous", "illegal", "unknown"]
    """Whether a name is chosen, must be said more clearly, may not be chosen, or does not exist."""
    names: tuple[str, ...]
    """English names chosen; empty for any other answer."""
    candidates: tuple[str, ...]
    """English names that could be meant, likeliest first; for an illegal choice, its own."""
    rule: str
    """The rule that decides, such as `201.4b`."""


def choose(
    database: Database,
    text: str,
    lang: str = "",
    having: Characteristics = ANYTHING,
    *,
    edition: str = CURRENT,
    legal: Container[str] | None = None,
) -> Choice:
    """Return what saying those words chooses, in any language unless one is given. CR 201.4.

    `having` are the characteristics that the name must have. `edition` is a date of the rules,
    `YYYY`, `YYYY-MM` or in full; before 2018-10 a name that is not in `legal`, the English names of
    the format, may not be chosen. NanoriError for a language without a grammar.
    """
    if lang:
        languages.load(lang)
    identified = identify(database, text, lang, having.fits)
    if lang and not identified.faces and is_kana(fold(bare(text))):
        # An English name said in kana has no form of its own in that language.
        identified = identify(database, text, "", having.fits)
    choice = _judged(text, identified, having, edition, legal)
    return choice if edition >= ANY_FORMAT else replace(choice, rule=BEFORE)


def _judged(
    text: str, meant: Meant, having: Characteristics, edition: str, legal: Container[str] | None
) -> Choice:
    """CR 201.4–201.4g. Return whether what is meant may be chosen."""
    faces = tuple(entry.face for entry in meant.faces)
    if meant.token:
        return Choice(text, "illegal", (), (), "201.4")
    if not meant.plain:
        return Choice(text, "ambiguous" if faces else "unknown", (), faces, "201.4")
    chosen = meant.faces if meant.whole else meant.faces[:1]
    split = chosen[0].layout in SPLIT
    both = split and edition < ONE_HALF  # must be said
    rule = _rule(chosen[0])
    if both and not meant.whole:
        halves = tuple(chosen[0].card.split(BETWEEN_FACES))
        return Choice(text, "illegal", (), halves, rule)
    if meant.whole and not both:
        return Choice(text, "illegal" if split else "ambiguous", (), faces, _rule(chosen[-1]))
    if not any(map(having.fits, chosen)):
        rule = "201.4a" if rule == "201.4" else rule
        return Choice(text, "illegal", (), faces[: len(chosen)], rule)
    names = tuple(name for entry in chosen for name in (entry.face, *entry.interchangeable))
    if legal is not None and edition < ANY_FORMAT and not any(name in legal for name in names):
        return Choice(text, "illegal", (), faces[: len(chosen)], rule)
    interchangeable = any(entry.interchangeable for entry in chosen)
    names = tuple(dict.fromkeys(names))
    return Choice(text, "chosen", names, (), "201.4g" if interchangeable else rule)


def _rule(entry: FaceEntry) -> str:
    if entry.layout in SPLIT:
        return "201.4b"
    front = entry.card.split(BETWEEN_FACES)[0] == entry.face and entry.side in ("", "a")
    return "201.4" if front else _OTHER_FACE.get(entry.layout, "201.4")
