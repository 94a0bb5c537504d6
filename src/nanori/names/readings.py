"""A Japanese name to its reading, guessed from pykakasi's dictionary and a table of game words."""

import gc
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from msgspec import Struct

from nanori.model import data_files
from nanori.names.sounds import hiragana

# Words in names that the dictionary reads differently.
GAME_WORDS = Path(__file__).with_name("game_words.toml")

_KANJI = re.compile(r"[㐀-鿿々〆ヶ\uf900-\ufaff]")
_READING = re.compile(r"[ぁ-ゖァ-ヺー\W\d_A-Za-z]+")
# The mark that repeats the character before it.
REPEAT = "々"


class _Dictionary(Protocol):
    def load(self, char: str) -> dict[str, list[tuple[str, object]]] | None: ...


def is_reading(text: str) -> bool:
    """Tell whether a text can be a reading: kana, Latin letters, digits and marks."""
    return bool(_READING.fullmatch(text))


def needs_guess(name: str) -> bool:
    """Tell whether a name has characters whose reading is not evident."""
    return bool(_KANJI.search(name))


def guess(name: str) -> str:
    """Return a name's likely reading in hiragana; what the dictionary lacks stays as it is."""
    return guesses(name)[0]


class _WordsOf(NamedTuple):
    """The words that begin with one character."""

    readings: dict[str, str]
    longest: int
    """The length of the longest."""


@lru_cache(maxsize=1 << 16)
def guesses(name: str) -> tuple[str, ...]:
    """Return the likely reading and, where the table of game words changed it, pykakasi's own.

    The longest word at each place is taken, as pykakasi does, but by asking its dictionary word by
    word, which is some ten times as fast.
    """
    likely = _read(name, _with_game_words, _game_words().after_kanji)
    return tuple(dict.fromkeys((likely, _read(name, _words, {}))))


def _read(name: str, words_of: Callable[[str], _WordsOf], after_kanji: dict[str, str]) -> str:
    """Return the reading of a name.

    灰の番人     at each kanji the longest listed word that begins there is read:
    ^ ^offset    「灰」「番人」 → 「はいのばんにん」; what is between stays
    """
    pieces: list[str] = []
    offset = 0
    while next_kanji := _KANJI.search(name, offset):
        start = next_kanji.start()
        pieces.append(name[offset:start])
        words = words_of(name[start])
        word = reading = name[start]
        for length in range(min(words.longest, len(name) - start), 0, -1):
            if name[start : start + length] in words.readings:
                word = name[start : start + length]
                reading = words.readings[word]
                break
        if start and _KANJI.match(name[start - 1]):
            reading = after_kanji.get(word, reading)
        if word == REPEAT:
            reading = pieces[-1]
        pieces.append(reading)
        offset = start + len(word)
    pieces.append(name[offset:])
    return hiragana("".join(pieces))


@cache
def _words(first: str) -> _WordsOf:
    readings_of = {
        word: readings[0][0]
        for word, readings in (_dictionary().load(first) or {}).items()
        if readings[0][1] is None  # otherwise it is a reading only after certain words
    }
    return _WordsOf(readings_of, max(map(len, readings_of), default=0))


@cache
def _with_game_words(first: str) -> _WordsOf:
    """Return the words that begin with a character, those of the game table included."""
    own = {word: read for word, read in _game_words().words.items() if word[0] == first}
    words = _words(first).readings | own
    return _WordsOf(words, max(map(len, words), default=0))


class _GameWords(Struct, frozen=True, forbid_unknown_fields=True):
    words: dict[str, str]
    after_kanji: dict[str, str]
    """How a character is read that ends a name after another one."""


@cache
def _game_words() -> _GameWords:
    return data_files.table(GAME_WORDS, _GameWords)


@cache
def _dictionary() -> _Dictionary:
    with collecting_later():  # it makes half a million small objects, all to stay
        from pykakasi import kanji  # takes half a second, so only when a reading is guessed

        return cast("_Dictionary", kanji.Kanwa())


@contextmanager
def collecting_later() -> Generator[None]:
    """Suspend Python's garbage collector while many objects are made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
