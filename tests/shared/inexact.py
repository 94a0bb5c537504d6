"""Real names made inexact, the same ones each time, with the cards that each may mean."""

import lzma
import random
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import jaconv
import msgspec
import pykakasi
import pytest

import real
from nanori.annotation.own_names import shortened
from nanori.grammar import language_detection, languages
from nanori.surfaces.cli import app

NAMES = real.SHARED / "data" / "names.jsonl.xz"
SEED = 20231117
KANA = frozenset(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FD))))


class Query(NamedTuple):
    """A query, how it was made, and the English names of which any is right."""

    kind: str
    text: str
    right: frozenset[str]


class Line(msgspec.Struct):
    """A line of the names file."""

    name: str
    supertypes: tuple[str, ...]
    ja: list[dict[str, object]] = []


def database(folder: Path) -> Path:
    """Return the database of the real names, built by the command; skip where there are none."""
    if not NAMES.exists():
        pytest.skip("no real names: ../shared/data/names.jsonl.xz is absent")
    path = folder / "names.sqlite"
    assert app.run(["names", "build", str(NAMES), "-o", str(path)]) == 0
    return path


def lines() -> list[Line]:
    """Return the lines that it is built from."""
    with lzma.open(NAMES) as source:
        return [msgspec.json.decode(line, type=Line) for line in source]


def queries(lines: list[Line], count: int) -> list[Query]:
    """Return that many queries, of every kind the same share."""
    chance = random.Random(SEED)
    kakasi = pykakasi.kakasi()
    names: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        names[line.name].add(line.name)
        for printed in line.ja:
            names[str(printed["name"])].add(line.name)
    pools: Mapping[str, tuple[list[str], Callable[[str], str]]] = {
        "drop": (long(names), lambda name: drop(name, chance)),
        "swap": (long(names), lambda name: swap(name, chance)),
        "double": (long(names), lambda name: double(name, chance)),
        "diacritics": ([name for name in names if plain(name) != name], plain),
        "kana for kanji": (
            [
                name
                for name in names
                if language_detection.of_text(name) != language_detection.of_text("a")
            ],
            lambda name: "".join(word["hira"] for word in kakasi.convert(name)),
        ),
        "half-width": ([name for name in names if is_katakana(name)], jaconv.z2h),
        "romaji": (
            [name for name in names if is_katakana(name)],
            lambda name: "".join(word["hepburn"] for word in kakasi.convert(name)),
        ),
        "macrons": (
            [name for name in names if is_katakana(name)],
            lambda name: macrons("".join(word["hepburn"] for word in kakasi.convert(name))),
        ),
    }
    shorts = short_names(lines, names)
    made: list[Query] = []
    kinds = [*pools, "short"]
    while len(made) < count:
        kind = kinds[len(made) % len(kinds)]
        if kind == "short":
            text = chance.choice(list(shorts))
            made.append(Query(kind, text, frozenset(shorts[text])))
            continue
        pool, change = pools[kind]
        name = chance.choice(pool)
        text = change(name)
        if text != name:
            made.append(Query(kind, text, frozenset(names[name])))
    return made


def long(names: Mapping[str, set[str]]) -> list[str]:
    return [name for name in names if len(name) >= 5]


def drop(name: str, chance: random.Random) -> str:
    place = chance.randrange(len(name))
    return name[:place] + name[place + 1 :]


def swap(name: str, chance: random.Random) -> str:
    place = chance.randrange(len(name) - 1)
    return name[:place] + name[place + 1] + name[place] + name[place + 2 :]


def double(name: str, chance: random.Random) -> str:
    place = chance.randrange(len(name))
    return name[: place + 1] + name[place:]


def plain(name: str) -> str:
    if any(letter in KANA for letter in name):
        return name
    apart = unicodedata.normalize("NFD", name.replace("Æ", "Ae").replace("æ", "ae"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def is_katakana(name: str) -> bool:
    return len(name) > 1 and all("ァ" <= letter <= "ヺ" or letter in "ー・" for letter in name)


def macrons(romaji: str) -> str:
    for double_vowel, letter in {"aa": "ā", "uu": "ū", "ee": "ē", "oo": "ō", "ou": "ō"}.items():
        romaji = romaji.replace(double_vowel, letter)
    return romaji.replace("・", " ")


def short_names(lines: list[Line], names: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return legends' short names that are no card's whole name, with the legends of each."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if "Legendary" not in line.supertypes:
            continue
        for name in (line.name, *(str(printed["name"]) for printed in line.ja)):
            short = languages.load(language_detection.of_text(name)).lexicon.short
            for one in shortened(name, short)[:1]:
                found[one].add(line.name)
    return {short: legends for short, legends in found.items() if short not in names}
