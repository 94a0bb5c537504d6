"""An English name to how it sounds in kana, for people who write it down by ear.

ブラックロータス is Black Lotus, whatever the Japanese card is called. Everyone hears consonants
alike, vowels less so: the consonants find, both together rank.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from nanori.model import data_files
from nanori.names.normalization import fold
from nanori.names.phonetics import canonical, hiragana, is_kana

# How letters are pronounced.
LETTERS = Path(__file__).with_name("spelled_sounds.toml")

# Consonants less like the query's than this belong to another name.
LIKE = 0.55
# Names whose vowels are compared as well.
MOST = 150
# Names that sound less like the query are not returned; of 100 above it, 92 are right.
NEAR = 0.7

_DOUBLE = re.compile(r"([b-df-hj-np-tv-z])\1")
_ALONE = re.compile(r"(?P<consonant>[tsz]y|[bdghkmprstzyw])(?![aeiouy])")
# The vowel added to a consonant without one; u for all others.
_FILLED = {"t": "to", "d": "do", "sy": "syu", "ty": "ti", "zy": "zi"}
_SYLLABLES = re.compile("(?:(?:[tsz]y|[bdghkmnprstwyz]y?)?[aiueo]|n)+")
_UNHEARD = re.compile("[aiueoyw]")
_TWICE = re.compile(r"(.)\1+")


class _Spelling(Struct, frozen=True, forbid_unknown_fields=True):
    letters: tuple[dict[str, str], ...]


class SpokenName(NamedTuple):
    """How a name sounds."""

    sound: str
    consonants: str


def writes_sounds(folded: str) -> bool:
    """Tell whether a folded text may spell a foreign name by ear: in katakana, or romaji."""
    if folded.isascii():
        return bool(_SYLLABLES.fullmatch(canonical(folded.replace(" ", ""))))
    return is_kana(folded) and hiragana(folded) != folded


def spoken_name(name: str) -> SpokenName:
    """Return how a name in Latin letters sounds when it is written in kana."""
    sound = canonical("".join(map(_word, fold(name).split())))
    return SpokenName(sound, consonants(sound))


def consonants(sound: str) -> str:
    """Return the part of a sound that everyone hears alike."""
    return _TWICE.sub(r"\1", _UNHEARD.sub("", sound).replace("z", "s"))


def nearest(sound: str, names: Iterable[SpokenName], limit: int) -> list[tuple[SpokenName, float]]:
    """Return the names that sound like this with their likeness, best first."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    like = Levenshtein.normalized_similarity
    sounding = list(names)
    alike = process.extract(
        consonants(sound),
        [name.consonants for name in sounding],
        scorer=like,
        score_cutoff=LIKE,
        limit=MOST,
    )
    ranked = [
        (sounding[place], (score + like(sound, sounding[place].sound)) / 2)
        for _, score, place in alike
    ]
    ranked.sort(key=lambda each: -each[1])
    return [each for each in ranked[:limit] if each[1] >= NEAR]


@lru_cache(maxsize=1 << 15)
def _word(word: str) -> str:
    pattern, heard = _letters()
    sound = pattern.sub(lambda match: heard[(match.lastindex or 1) - 1], _DOUBLE.sub(r"\1", word))
    return _ALONE.sub(lambda match: _FILLED.get(match[0], f"{match[0]}u"), sound)


@cache
def _letters() -> tuple[re.Pattern[str], list[str]]:
    """Return the pattern of all rows, a group for each, and each row's sound."""
    rows = [row for part in data_files.table(LETTERS, _Spelling).letters for row in part.items()]
    return re.compile("|".join(f"({letters})" for letters, _ in rows)), [row[1] for row in rows]
