"""Kana, romaji and English names to how they sound, with all common spellings of a sound made one.

Hepburn, wāpuro and Kunrei spellings, long vowels however written or not at all, double consonants,
and va and ba come out the same. So do a few different sounds, such as ha and fa: a key is for
finding, not for deciding. The sound of a kana is taken from its Unicode name, such as “HIRAGANA
LETTER KA”.

An English name is heard as people write it down by ear: ブラックロータス is Black Lotus, whatever
the Japanese card is called. Everyone hears consonants alike, vowels less so: the consonants find,
both together rank.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from nanori.model import data_files
from nanori.names.normalization import fold

_CALLED = "HIRAGANA LETTER "


def _kana(names: str) -> str:
    return "".join(unicodedata.lookup(_CALLED + name.replace("-", " ")) for name in names.split())


_LONG_VOWEL = unicodedata.lookup("KATAKANA-HIRAGANA PROLONGED SOUND MARK")
# Kana whose sound is not in their name; a small tu doubles the sound after it.
_LIKE_ANOTHER = {
    **{"WI": "i", "WE": "e", "WO": "o", "VU": "bu", "DI": "zi", "DU": "zu"},
    **{"SMALL TU": "", "SMALL KE": "ka"},
}


def _sound(kana: str) -> str:
    name = unicodedata.name(kana).removeprefix(_CALLED)
    return _LIKE_ANOTHER.get(name, name.removeprefix("SMALL ").lower())


_PLAIN = {kana: _sound(kana) for kana in map(chr, range(0x3041, 0x3097))}
_SMALL_Y = _kana("SMALL-YA SMALL-YU SMALL-YO")
_SMALL = _kana("SMALL-A SMALL-I SMALL-U SMALL-E SMALL-O")


def _pair(kana: str, small: str) -> str:
    """Return the single sound of a kana and the small one after it."""
    plain, vowel = _PLAIN[kana], _PLAIN[small]
    if small in _SMALL_Y:
        return plain[:-1] + vowel
    if plain == "u":
        return f"w{vowel}"
    if plain in ("si", "ti", "zi", "i") and vowel == "e":
        return f"{plain[:-1]}y{vowel}"
    if plain in ("ku", "gu"):
        return f"{plain[:-1]}w{vowel}"
    return plain[:-1] + vowel


_BEFORE_SMALL = _kana("I U KI GI KU GU SI ZI SU ZU TI DI TU TE DE TO DO NI HI BI PI HU MI RI VU")
_NEVER_BEFORE_Y = _kana("I U KU GU SU ZU TU TO DO")
_PAIRS = {
    kana + small: _pair(kana, small)
    for kana in _BEFORE_SMALL
    for small in _SMALL + _SMALL_Y
    if not (small in _SMALL_Y and kana in _NEVER_BEFORE_Y)
}
_OFTEN_APART = _kana("I U KU GU TU TE DE TO DO")
_APART_BEFORE_VOWELS = _kana("SI TI ZI")
# Pairs that are also read as two full sounds.
_APART = {
    pair: _PLAIN[pair[0]] + _PLAIN[pair[1]]
    for pair in _PAIRS
    if pair[0] in _OFTEN_APART
    or (pair[0] in _APART_BEFORE_VOWELS and pair[1] in _SMALL)
    or pair in (_kana("HU SMALL-YU"), _kana("VU SMALL-YU"))
}

_PAIR = re.compile("|".join(_PAIRS))
_SPLIT = re.compile("|".join(_APART))
_KANA = {ord(kana): sound for kana, sound in {**_PLAIN, _LONG_VOWEL: ""}.items()}
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_READABLE = re.compile(rf"[\u3041-\u3096{_LONG_VOWEL}\W_\d]+")
_SPELLED = re.compile(r"[a-z0-9]*")

_SAME = {
    **{"sha": "sya", "shu": "syu", "sho": "syo", "she": "sye", "shi": "si"},
    **{"cha": "tya", "chu": "tyu", "cho": "tyo", "che": "tye", "chi": "ti"},
    **{f"j{vowel}": f"zy{vowel}" for vowel in "aueo"},
    **{"ji": "zi", "jy": "zy"},
    **{"dy": "zy", "cy": "ty", "dj": "z", "dz": "z", "ts": "t", "th": "t", "dh": "d"},
    **{"hw": "h", "tw": "t", "dw": "d", "x": "", "l": "r", "v": "b", "f": "h", "q": "k"},
    **{"wo": "o", "mb": "nb", "mp": "np", "mm": "n"},
}
_VARIANT = re.compile("|".join(sorted(_SAME, key=len, reverse=True)))
_DOUBLE = re.compile(
    r"([b-df-hj-np-tv-z])\1+|a(a)+|i(i)+|u(u)+|e([ei])+|o([ou])+|oh(?=[^aiueoy]|$)"
)


def hiragana(text: str) -> str:
    """Return the text with its katakana as hiragana."""
    return text.translate(_HIRAGANA)


def is_kana(text: str) -> bool:
    """Tell whether a folded text reads as written: only kana, marks and digits."""
    return bool(_READABLE.fullmatch(hiragana(text)))


def sounds(text: str) -> list[str]:
    """Return how a folded text in kana or romaji sounds; nothing if it has other letters.

    With small vowels there is a second answer that reads them as full ones: some transliterators
    write wi as “ui” and du as “dou”.
    """
    if text.isascii():
        return [canonical(text.replace(" ", ""))]
    kana = hiragana(text).replace(" ", "")
    spoken = [canonical(_PAIR.sub(lambda match: _PAIRS[match[0]], kana).translate(_KANA))]
    if _SPLIT.search(kana):
        apart = canonical(_SPLIT.sub(lambda match: _APART[match[0]], kana).translate(_KANA))
        spoken.append(canonical(apart))  # joining may give several spellings again
    return [sound for sound in dict.fromkeys(spoken) if sound and _SPELLED.fullmatch(sound)]


def canonical(romaji: str) -> str:
    """Return a sound in Latin letters, its spellings made one: “shinzou”, “sinzoo” → “sinzo”."""
    spelled = romaji.replace("tch", "ch").replace("cch", "ch")
    spelled = _VARIANT.sub(lambda match: _SAME[match[0]], spelled)
    return _DOUBLE.sub(lambda match: match[0][0], spelled)


# How letters are pronounced.
LETTERS = Path(__file__).with_name("spelled_sounds.toml")

# Consonants less like the query's than this belong to another name.
MIN_CONSONANT_LIKENESS = 0.55
# Names whose vowels are compared as well.
MAX_CANDIDATES = 150
# Names that sound less like the query are not returned; of 100 above it, 92 are right.
MIN_LIKENESS = 0.7

_PAIRED = re.compile(r"([b-df-hj-np-tv-z])\1")
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
    """Return the part of a sound that everyone hears alike: “sarutokue” → “srtk”."""
    return _TWICE.sub(r"\1", _UNHEARD.sub("", sound).replace("z", "s"))


def nearest(sound: str, names: Iterable[SpokenName], limit: int) -> list[tuple[SpokenName, float]]:
    """Return the names that sound like this with their likeness, best first."""
    from rapidfuzz import distance, process

    like = distance.Levenshtein.normalized_similarity
    sounding = list(names)
    alike = process.extract(
        consonants(sound),
        [name.consonants for name in sounding],
        scorer=like,
        score_cutoff=MIN_CONSONANT_LIKENESS,
        limit=MAX_CANDIDATES,
    )
    ranked = [
        (sounding[offset], (score + like(sound, sounding[offset].sound)) / 2)
        for _, score, offset in alike
    ]
    ranked.sort(key=lambda each: -each[1])
    return [each for each in ranked[:limit] if each[1] >= MIN_LIKENESS]


@lru_cache(maxsize=1 << 15)
def _word(word: str) -> str:
    pattern, heard = _letters()
    sound = pattern.sub(lambda match: heard[(match.lastindex or 1) - 1], _PAIRED.sub(r"\1", word))
    return _ALONE.sub(lambda match: _FILLED.get(match[0], f"{match[0]}u"), sound)


@cache
def _letters() -> tuple[re.Pattern[str], list[str]]:
    """Return the pattern of all rows, a group for each, and each row's sound."""
    rows = [row for part in data_files.table(LETTERS, _Spelling).letters for row in part.items()]
    return re.compile("|".join(f"({letters})" for letters, _ in rows)), [row[1] for row in rows]
