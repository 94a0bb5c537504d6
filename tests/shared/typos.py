"""Slips of the hand: a letter of a word dropped, doubled, swapped with the next, or replaced."""

import random

HIRAGANA = "".join(map(chr, range(0x3041, 0x3094)))
KATAKANA = "".join(map(chr, range(0x30A1, 0x30F7))) + "ー"
LATIN = "abcdefghijklmnopqrstuvwxyz"
KANJI = ("一", "龥")
KINDS = ("drop", "double", "swap", "replace")


def typo(words: str, rng: random.Random) -> str:
    """Return words with one slip in them; as they are if every slip leaves them as they are."""
    for _ in range(30):
        made = _slip(words, rng.choice(KINDS), rng.randrange(len(words)), rng)
        if made and made != words and made.strip() == made:
            return made
    return words


def _slip(words: str, kind: str, place: int, rng: random.Random) -> str:
    before, letter, after = words[:place], words[place], words[place + 1 :]
    if kind == "drop":
        return before + after
    if kind == "double":
        return before + 2 * letter + after
    if kind == "swap":
        return before + after[:1] + letter + after[1:]
    return before + _similar(letter, rng) + after


def _similar(letter: str, rng: random.Random) -> str:
    """Return a neighbour of kana or kanji in its table, another letter for a Latin one."""
    for row in (HIRAGANA, KATAKANA):
        if letter in row:
            place = row.index(letter)
            return rng.choice([one for one in row[max(0, place - 1) : place + 2] if one != letter])
    if KANJI[0] <= letter <= KANJI[1]:
        return chr(ord(letter) + rng.choice((-2, -1, 1, 2)))
    if letter.isalpha():
        return rng.choice([one for one in LATIN if one != letter.lower()])
    return "x"
