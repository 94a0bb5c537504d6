"""Measures how many misspelled English card names an article is told of, and what is told wrongly.

Names of ten letters or more, of two words or more, with one slip of a hand each, in sentences of
eight sorts. `python bench/misspelled_names.py [held|tuning]`: half of the names, by their hash, is
looked at for the figures alone. Further arguments are files of real prose: what is said of them is
printed, for somebody to read.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import material
from measuring import limited
from names import real
from nanori.documents import prose_mentions
from nanori.documents.source import Document
from nanori.documents.values import FINDINGS
from nanori.names.database import Database

SEED = 20261122
LONG = 10
OF_EACH = 40
MOST_MISSED = 0.2
SLIPS = ("left out", "twice", "swapped", "another")
SENTENCES = {
    "plain": "If they untap with {name} on the board, the game is more or less over.",
    "at the beginning": "{name} was the card that I sided out every time in the end.",
    "at the end": "In the last round I lost to a deck built around {name}.",
    "emphasis": "The best of the new ones is *{name}*, and it is not close.",
    "quoted": "He asked for a ruling on “{name}” while the stack was full.",
    "plural": "A hand of two {name}s and five lands is still a keep for me.",
    "possessive": "I had forgotten about {name}'s second ability until it was too late.",
    "decklist": "2 {name}",
    "brackets": "My list has three copies of [[{name}]] and none of the others.",
}


def is_held(name: str) -> bool:
    """Tell whether a name belongs to the part that is looked at for the figures alone."""
    return sha256(name.encode()).digest()[0] % 2 == 1


def slipped(name: str, chance: random.Random) -> str:
    """Return a name with one letter wrong, neither its first nor one behind another sign."""
    places = [
        place
        for place in range(1, len(name) - 1)
        if name[place - 1 : place + 2].isalpha() and name[place : place + 2].islower()
    ]
    while True:
        place, sort = chance.choice(places), chance.choice(SLIPS)
        before, letter, behind = name[:place], name[place], name[place + 1 :]
        made = {
            "left out": before + behind,
            "twice": before + letter * 2 + behind,
            "swapped": before + behind[:1] + letter + behind[1:],
            "another": before + chance.choice("aeionrst") + behind,
        }[sort]
        if made != name:
            return made


def planted(*, held: bool) -> list[tuple[str, str, str]]:
    """Return sort of sentence, name and sentence with the name misspelled."""
    records = [
        json.loads(line) for line in material.lines(material.SHARED / "data" / "names.jsonl.xz")
    ]
    every = sorted({record["name"] for record in records if not record["funny"]})
    chance = random.Random(SEED)
    known = {name.lower() for name in every}
    names = [
        name
        for name in every
        if is_held(name) == held
        and len(name) >= LONG
        and " " in name
        and name.replace(" ", "").isalpha()
        and name.isascii()
    ]
    found: list[tuple[str, str, str]] = []
    for sort, sentence in SENTENCES.items():
        for name in chance.sample(names, OF_EACH):
            wrong = slipped(name, chance)
            if wrong.lower() not in known:
                found.append((sort, name, sentence.format(name=wrong)))
    return found


def misspelled_names() -> int:
    """Print what is told of the names held back, and return how many limits were missed."""
    with real() as (register, _):
        if register is None:
            print("  no real names here")
            return 0
        return limited("misspelled names not told", 1 - _found(register, held=True), MOST_MISSED)


def told(text: str, register: Database) -> list[str]:
    """Return what is said of the names in a text that are wrong."""
    return [message for said in told_by_line(text, register).values() for message in said]


def told_by_line(text: str, register: Database) -> dict[int, list[str]]:
    """Return the same by the numbers of lines, from 1."""
    document = Document(text)
    said: dict[int, list[str]] = {}
    for mention in prose_mentions.find(document, register, game="magic"):
        if mention.status in FINDINGS:
            name = mention.name_en or mention.name
            message = f"{mention.status}: {name}: {mention.message} {mention.official}"
            said.setdefault(document.place(mention.start)[0], []).append(message)
    return said


def _found(register: Database, *, held: bool) -> float:
    """Print by the sort of sentence how many are told and with the right name; return the share."""
    count: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    right: Counter[str] = Counter()
    every = planted(held=held)
    lines = told_by_line("\n\n".join(sentence for _, _, sentence in every), register)
    for number, (sort, name, sentence) in enumerate(every):
        count[sort] += 1
        said = lines.get(2 * number + 1, [])
        seen[sort] += bool(said)
        right[sort] += any(name in each for each in said)
        if not held and not said:
            print(f"    not told: {sentence}")
    for sort in count:
        print(f"  {sort}: {seen[sort]} of {count[sort]} told, {right[sort]} with the right name")
    return seen.total() / count.total()


def main(arguments: list[str]) -> None:
    """Print the figures of a part, and what is said of real prose."""
    with real() as (register, _):
        assert register is not None, "../shared/data is absent"
        for path in arguments[1:]:
            text = Path(path).read_text("utf-8")
            for message in told(text, register):
                print(f"{path}: {message}")
            print(f"{path}: {len(text.split())} words")
        print(f"  told: {_found(register, held=arguments[0] == 'held'):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
