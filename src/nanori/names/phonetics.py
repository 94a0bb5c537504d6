"""Kana and romaji to how they sound, with all usual ways of writing one sound made one.

Hepburn, wāpuro and Kunrei spellings, long vowels in any or no writing, double consonants, ヴァ
and バ come out the same. So do a few sounds that differ, as ハ and ファ: a key finds, it does not
decide.
"""

from __future__ import annotations

import re

_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
}
_OTHERS = {
    **{"や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "n", "ゔ": "bu"},
    **{"ゐ": "i", "ゑ": "e", "ぢ": "zi", "づ": "zu", "っ": "", "ー": ""},
    **{"ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o", "ゎ": "wa", "ゕ": "ka", "ゖ": "ka"},
    **{"ゃ": "ya", "ゅ": "yu", "ょ": "yo"},
}
_PLAIN = {
    kana: consonant + vowel
    for consonant, row in _ROWS.items()
    for kana, vowel in zip(row, "aiueo", strict=True)
} | _OTHERS
_SMALL_Y = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}
_SMALL = {"ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}


def _pair(kana: str, small: str) -> str:
    """Return the one sound of a kana and a small one behind it."""
    plain = _PLAIN[kana]
    if small in _SMALL_Y:
        return plain[:-1] + _SMALL_Y[small]
    vowel = _SMALL[small]
    if kana == "う":
        return f"w{vowel}"
    if kana in "しちじぢい" and vowel == "e":
        return f"{plain[:-1]}y{vowel}"
    if kana in "くぐ":
        return f"{plain[:-1]}w{vowel}"
    return plain[:-1] + vowel


_PAIRS = {
    kana + small: _pair(kana, small)
    for kana in "いうきぎくぐしじずすちぢつてでとどにひびぴふみりゔ"
    for small in (*_SMALL, *_SMALL_Y)
    if not (small in _SMALL_Y and kana in "いうくぐすずつとど")
}
_APART = {
    pair: _PLAIN[pair[0]] + _PLAIN[pair[1]]
    for pair in _PAIRS
    if pair[0] in "いうくぐしちじつてでとど" and not (pair[1] in _SMALL_Y and pair[0] in "しちじ")
} | {"ふゅ": "huyu", "ゔゅ": "buyu"}
_PAIR = re.compile("|".join(_PAIRS))
_SPLIT = re.compile("|".join(_APART))
_KANA = {ord(kana): sound for kana, sound in _PLAIN.items()}
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_READABLE = re.compile(r"[ぁ-ゖー\W_\d]+")
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
    """Tell whether a folded text can be read as it stands: kana, marks and digits alone."""
    return bool(_READABLE.fullmatch(hiragana(text)))


def sounds(text: str) -> list[str]:
    """Return how a folded text in kana or romaji sounds; nothing if it has other letters.

    Where small vowels stand there is a second answer that reads them as full ones: some
    transliterators write ウィ as “ui” and ドゥ as “dou”.
    """
    if text.isascii():
        return [_canonical(text.replace(" ", ""))]
    kana = hiragana(text).replace(" ", "")
    spoken = [_canonical(_PAIR.sub(_joined, kana).translate(_KANA))]
    if _SPLIT.search(kana):
        apart = _canonical(_SPLIT.sub(_divided, kana).translate(_KANA))
        spoken.append(_canonical(_PAIR.sub(_joined, apart).translate(_KANA)))
    return [sound for sound in dict.fromkeys(spoken) if sound and _SPELLED.fullmatch(sound)]


def _joined(match: re.Match[str]) -> str:
    return _PAIRS[match[0]]


def _divided(match: re.Match[str]) -> str:
    return _APART[match[0]]


def _canonical(romaji: str) -> str:
    spelled = romaji.replace("tch", "ch").replace("cch", "ch")
    return _DOUBLE.sub(_first, _VARIANT.sub(_same, spelled))


def _same(match: re.Match[str]) -> str:
    return _SAME[match[0]]


def _first(match: re.Match[str]) -> str:
    return match[0][0]
