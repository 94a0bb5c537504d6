"""Measures how many errors planted in translations into any language `lint` tells.

`python bench/planted_languages.py LANG [clean]`: five errors of each of twelve kinds in real pairs
since 2019, by rules that know no card; `clean` prints what is said of the pairs as they are. The
rules and their seed were committed before the words that the checks need. `names` prints where the
original and the translation do not have as many own names.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

import material
import nanori
from nanori.model.values import NAMES, Card
from planting import Plant, Planting, any_of, put, words
from small_errors import findings, index_of

SEED = 20261122
OF_EACH = 5
SINCE = "2019"

Pair = tuple[Card, Card]

TARGETS = {
    "fr": r" cibl(?:é|ée|és|ées)\b", "es": r" objetivos?\b", "it": r" bersagl(?:io|i)\b",
    "pt": r" alvos?\b", "zhs": "目标", "zht": "目標", "de": r" (?:dein|sein)er Wahl\b",
    "ru": r"(?<= )[Цц]елев\w+ ", "ko": "목표(?:로|를) ",
}  # fmt: skip
"""What says that something is a target, with the blank before it."""

ZONES = {
    "fr": ("cimetière", "main", "bibliothèque"), "es": ("cementerio", "mano", "biblioteca"),
    "it": ("cimitero", "mano", "grimorio"), "pt": ("cemitério", "mão", "grimório"),
    "zhs": ("坟墓场", "牌库"), "zht": ("墳墓場", "牌庫"), "ko": ("무덤", "서고"),
    "de": ("Friedhof", "Hand", "Bibliothek"), "ru": ("кладбище", "руку", "библиотеку"),
}  # fmt: skip

OPPOSITES = {
    "fr": (("gagnez", "perdez"), ("perd", "gagne"), (r"vous pouvez ", ""), ("dégagez", "engagez"),
           ("autre ", "")),
    "es": (("ganas", "pierdes"), ("pierde", "gana"), ("puedes ", ""), ("endereza", "gira"),
           ("otra ", "")),
    "it": (("guadagni", "perdi"), ("perde", "guadagna"), ("puoi ", ""), ("STAPpa", "TAPpa"),
           ("un'altra ", "una ")),
    "pt": (("ganha", "perde"), ("perde", "ganha"), ("você pode ", ""), ("desvire", "vire"),
           ("outra ", "")),
    "zhs": (("获得(?=[0-9]+点生命)", "失去"), ("失去(?=[0-9]+点生命)", "获得"),
            ("你可以", "你"), ("重置", "横置"), ("其他", "")),
    "zht": (("獲得(?=[0-9]+點生命)", "失去"), ("失去(?=[0-9]+點生命)", "獲得"),
            ("你可以", "你"), ("重置", "橫置"), ("其他", "")),
    "de": (("erhältst(?= \\d)", "verlierst"), ("verliert", "erhält"), ("Du kannst ", ""),
           ("[Ee]nttappe", "tappe"), ("andere ", "")),
    "ru": (("получаете", "теряете"), ("теряет", "получает"), ("[Вв]ы можете ", ""),
           ("разверните", "поверните"), ("друг[а-я]+ ", "")),
    "ko": (("얻는다", "잃는다"), ("잃는다", "얻는다"), ("언탭", "탭"), ("다른 ", "")),
}  # fmt: skip
"""Words, and what says the opposite or something else."""

NOUNS = {
    "fr": ("cet artefact", "cette créature", "ce terrain", "cet enchantement"),
    "es": ("este artefacto", "esta criatura", "esta tierra", "este encantamiento"),
    "it": ("quest'artefatto", "questa creatura", "questa terra", "quest'incantesimo"),
    "pt": ("este artefato", "esta criatura", "este terreno", "este encantamento"),
    "zhs": ("此神器", "此生物", "此地", "此结界"),
    "zht": ("此神器", "此生物", "此地", "此結界"),
    "de": ("dieses artefakt", "diese kreatur", "dieses land", "diese verzauberung"),
    "ru": ("этот артефакт", "это существо", "эта земля", "это снаряжение"),
    "ko": ("이 마법물체", "이 생물", "이 대지", "이 부여마법"),
}  # fmt: skip


def _number(original: Card, card: Card, chance: random.Random) -> Planting | None:
    more = words(r"(?<![\d+\-−/{X])[2-9](?![\d/}])", "\0")
    return _changed(more(original, card, chance), card, lambda old: str(int(old) % 9 + 1))


def _change(original: Card, card: Card, chance: random.Random) -> Planting | None:
    more = words(r"(?<=\+)[1-9](?=/)", "\0")
    return _changed(more(original, card, chance), card, lambda old: str(int(old) % 9 + 1))


def _symbol(original: Card, card: Card, chance: random.Random) -> Planting | None:
    more = words(r"(?<=\{)[WUBRG](?=\})", "\0")
    return _changed(
        more(original, card, chance), card, lambda old: chance.choice("WUBRG".replace(old, ""))
    )


def _changed(planted: Planting | None, card: Card, change: object) -> Planting | None:
    """Return what was planted as a sign with other words in its place."""
    if planted is None:
        return None
    start = planted.start
    end = start + len(card.text) - len(planted.card.text) + planted.end - start
    return put(card, start, end, change(card.text[start:end]))  # type: ignore[operator]


def _own_name(names: Sequence[str]) -> Plant:
    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        own = [each for each in nanori.annotate(card) if each.form == "full"]
        if not own:
            return None
        place = chance.choice(own)
        return put(card, place.start, place.end, chance.choice(names))

    return plant


def _noun(original: Card, card: Card, chance: random.Random) -> Planting | None:
    own = [each for each in nanori.annotate(card) if each.form == "this"]
    own = [each for each in own if each.text.lower() in NOUNS[card.lang]]
    if not own:
        return None
    place = chance.choice(own)
    others = [noun for noun in NOUNS[card.lang] if noun != place.text.lower()]
    return put(card, place.start, place.end, chance.choice(others))


def _paragraph(original: Card, card: Card, chance: random.Random) -> Planting | None:
    lines = card.text.split("\n")
    if len(lines) < 2 or len(lines) != len(original.text.split("\n")):
        return None
    del lines[chance.randrange(len(lines))]
    return Planting(replace(card, text="\n".join(lines)), "text", 0, 0)


def _untranslated(original: Card, card: Card, chance: random.Random) -> Planting | None:
    lines, there = card.text.split("\n"), original.text.split("\n")
    if len(lines) < 2 or len(lines) != len(there):
        return None
    long = [number for number, line in enumerate(there) if len(line.split()) > 4]
    if not long:
        return None
    number = chance.choice(long)
    lines[number] = there[number]
    return Planting(replace(card, text="\n".join(lines)), "text", 0, 0)


def _swapped(pairs: Sequence[tuple[str, str]]) -> Plant:
    return any_of(*(words(rf"(?<!\w){old}" if old[0] < "一" else old, new) for old, new in pairs))


def kinds(lang: str, names: Sequence[str]) -> dict[str, Plant]:
    """Return the rules by the kind of error that they make."""
    zones = ZONES[lang]
    edge = r"\b" if zones[0] < "一" else ""
    exchanged = [(f"{one}{edge}", other) for one in zones for other in zones if one != other]
    return {
        "number": _number,
        "change": _change,
        "symbol": _symbol,
        "symbol lost": words(r"\{[WUBRG]\}", ""),
        "own name": _own_name(names),
        "noun": _noun,
        "target": words(TARGETS[lang], "", there=r"\b[Tt]arget\b"),
        "paragraph": _paragraph,
        "quotation": words('[«»“”"「」]', ""),
        "untranslated": _untranslated,
        "zone": _swapped(exchanged),
        "opposite": _swapped(OPPOSITES[lang]),
    }


def pairs(lang: str) -> list[Pair]:
    """Return English texts with their newest translations since 2019."""
    path = material.SHARED / "data" / "languages" / f"{lang}.jsonl.xz"
    newest: dict[str, dict[str, str]] = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["date"] >= SINCE and record.get("text_en") and record["text"]:
                newest[record["name_en"]] = record
    return [
        (
            Card(name=each["name_en"], text=each["text_en"], lang="en", type=each["type_en"],
                 id=f"{name}-en"),
            Card(name=each["name"], text=each["text"], lang=lang, type=each["type"],
                 name_en=name, released=each["date"], id=name),
        )
        for name, each in sorted(newest.items())
    ]  # fmt: skip


def _planted(lang: str, every: Sequence[Pair]) -> Iterator[tuple[str, Pair, Planting]]:
    """Yield each error with the pair that it is in; no pair has two."""
    chance = random.Random(SEED)
    order = list(every)
    chance.shuffle(order)
    taken: set[str] = set()
    for kind, plant in kinds(lang, [card.name for _, card in every]).items():
        count = 0
        for original, card in order:
            if count == OF_EACH:
                break
            if card.name in taken:
                continue
            if made := plant(original, card, chance):
                taken.add(card.name)
                count += 1
                yield kind, (original, card), made


def _own(card: Card) -> int:
    return sum(each.target != "name" and each.form in NAMES for each in nanori.annotate(card))


def _print_named(every: Sequence[Pair]) -> None:
    """Print the translations with another number of own names than their original, and shares."""
    counts = [(_own(original), _own(card), card) for original, card in every]
    for there, here, card in counts:
        if there != here:
            print(f"{card.name_en}\t{card.name}\t{there}, {here}\t{card.text[:160]!r}")
    for said, found, asked in (
        ("own names in as many", sum(a == b for a, b, _ in counts), len(counts)),
        ("own names", sum(a > 0 and b > 0 for a, b, _ in counts), sum(a > 0 for a, _, _ in counts)),
    ):
        print(f"{said}: {found} of {asked} texts ({found / asked:.4f})")


def main(lang: str, *asked: str) -> None:
    """Print a line for each kind, or the findings on the pairs as they are."""
    every = pairs(lang)
    if "names" in asked:
        return _print_named(every)
    index = index_of(every)
    if "clean" in asked:
        count: Counter[str] = Counter()
        for original, card in every:
            for name, finding in findings(original, card, index):
                count[name] += 1
                near = card.text[max(0, finding.start - 20) : finding.end + 20].replace("\n", "⏎")
                print(f"{name}\t{card.name_en}\t{finding.message[:120]}\t{near[:90]}")
        print(f"{count.total()} findings in {len(every)} pairs: {dict(count.most_common())}")
        return
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for kind, (original, card), made in _planted(lang, every):
        before = {(name, each.message) for name, each in findings(original, card, index)}
        told = {(name, each.message) for name, each in findings(original, made.card, index)}
        total[kind] += 1
        found[kind] += bool(told - before)
        if not told - before:
            near = made.card.text[max(0, made.start - 40) : made.end + 40].replace("\n", "⏎")
            print(f"  missed {kind}: {card.name_en}: {near}")
    for kind in total:
        print(f"{kind}: {found[kind]} of {total[kind]}")
    print(f"{lang}: {found.total()} of {total.total()} ({found.total() / total.total():.3f})")


if __name__ == "__main__":
    main(*sys.argv[1:])
