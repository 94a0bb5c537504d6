"""Plants slips in texts that are right, and counts which of them lint tells, where, and how fixed.

    python bench/planting.py languages           a matrix of kinds and languages
    python bench/planting.py LANG                every kind in translations into a language
    python bench/planting.py proofreading        slips of designers in English sets
    python bench/planting.py clean LANG          what is said of the pairs as they are
    … tuning                                     the half that may be looked at, with what is missed
    … only KIND                                  kinds whose name has those words

The kinds are rows of slips.toml, those of one language alone in slips.xx.toml. Files have sixty
pairs of official cards, an error in every other; a finding counts if it is not there without it.
Pairs are told apart by a hash of the original's name: `tuning` is the half that may be looked at
while a check is made, all figures are of the other one. Only `nanori.lint` is asked, so that any
version can be measured: /path/to/old/.venv/bin/python bench/planting.py languages
"""

from __future__ import annotations

import json
import lzma
import random
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from msgspec.structs import replace

import material
import nanori
from nanori import Card
from nanori.model.diagnostics import Diagnostic

SEED = 20261128
SINCE = "2019"
OF_EACH = 6
FILE = 60
NEAR = 12
"""So many code points more than the wrong words a finding may have to be about those words."""
SETTINGS = {"profile": "set"}
"""Designers' cards are proofread, though they have no file that says so."""
REMARK = re.compile(r"（[^（）]*。[^（）]*）|\([^()]*\.[^()]*\)|（[^（）]{12,}）|\([^()]{12,}\)")
SENTENCE = re.compile(r"[^.。]+[.。]\s*")
ELSEWHERE = "\0"
"""Stands for the letters of reminder text and of the card's own name."""


class Pair(NamedTuple):
    """A card and its original; that of a text without one is None."""

    original: Card | None
    card: Card


class Slip(NamedTuple):
    """A card with an error: `start` to `end` is what is wrong now in the field."""

    card: Card
    start: int
    end: int
    field: str = "text"


class Planted(NamedTuple):
    """An error of a kind in a pair."""

    kind: str
    pair: Pair
    slip: Slip


class Score(NamedTuple):
    """What was said of an error."""

    found: bool
    placed: bool
    fixed: bool


Plant = Callable[[Pair, random.Random], Slip | None]


class Line(NamedTuple):
    """A line of a translation without reminder text and own names, and the original's."""

    original: str
    text: str
    start: int


def lines_of(pair: Pair, *, remarks: bool = False) -> list[Line]:
    """Return the lines of a text with those of its original; none if they are not as many."""
    own = {pair.card.name, *re.split("[、,，]", pair.card.name)}
    mask = pair.card.text if remarks else REMARK.sub(_mask, pair.card.text)
    for name in sorted(filter(None, own), key=len, reverse=True):
        mask = mask.replace(name, ELSEWHERE * len(name))
    lines = mask.split("\n")
    text = pair.original.text if pair.original else mask
    originals = (text if remarks else REMARK.sub(_mask, text)).split("\n")
    if len(originals) != len(lines):
        return []
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    return [Line(*each) for each in zip(originals, lines, starts, strict=True)]


def _mask(match: re.Match[str]) -> str:
    return ELSEWHERE * len(match[0])


def put(card: Card, start: int, end: int, new: str) -> Slip | None:
    """Return the text with other words in a place; the place is only what really differs."""
    old = card.text[start:end]
    if old == new:
        return None
    text = card.text[:start] + new + card.text[end:]
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return Slip(replace(card, text=text), start, start + len(new)) if text.strip() else None


def words(
    rows: Sequence[Sequence[str]], original: str, unless: str, *, remarks: bool = False
) -> Plant:
    """Return the error of one of some rows in a line whose original is as they want it."""

    def plant(pair: Pair, chance: random.Random) -> Slip | None:
        matches = [
            (line.start, match, new)
            for line in lines_of(pair, remarks=remarks)
            if re.search(original, line.original) and not re.search(unless, line.original)
            for part in re.finditer(REMARK if remarks else "(?s).+", line.text)
            for pattern, new in rows
            for match in re.compile(pattern).finditer(line.text, *part.span())
            if ELSEWHERE not in match[0]
        ]
        if not matches:
            return None
        start, match, new = chance.choice(matches)
        return put(pair.card, start + match.start(), start + match.end(), match.expand(new))

    return plant


def _of_lines(change: Callable[[list[str], int], tuple[list[str], int, int] | None]) -> Plant:
    """Return the error that changes one of several lines: the lines now, the wrong ones of them."""

    def plant(pair: Pair, chance: random.Random) -> Slip | None:
        lines = pair.card.text.split("\n")
        if len(lines) < 2 or not lines_of(pair):
            return None
        changed = change(lines, chance.randrange(len(lines)))
        if changed is None or changed[0] == lines:
            return None
        now, first, last = changed
        start = len("\n".join([*now[:first], ""]))
        end = max(start, len("\n".join(now[:last])))
        text = "\n".join(now)
        return Slip(replace(pair.card, text=text), min(start, len(text)), min(end, len(text)))

    return plant


def _swapped_lines(lines: list[str], index: int) -> tuple[list[str], int, int] | None:
    if index + 1 == len(lines):
        return None
    now = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
    return now, index, index + 2


ability_lost = _of_lines(lambda lines, index: ([*lines[:index], *lines[index + 1 :]], index, index))
line_twice = _of_lines(
    lambda lines, index: ([*lines[: index + 1], *lines[index:]], index, index + 2)
)
lines_swapped = _of_lines(_swapped_lines)


def line_untranslated(pair: Pair, chance: random.Random) -> Slip | None:
    """Leave a line of several as it is in the original."""
    if pair.original is None:
        return None
    lines = pair.original.text.split("\n")
    if len(lines[chance.randrange(len(lines))].split()) < 5:
        return None
    index = max(range(len(lines)), key=lambda number: len(lines[number]))
    plant = _of_lines(lambda here, _: ([*here[:index], lines[index], *here[index + 1 :]],
                                       index, index + 1))  # fmt: skip
    return plant(pair, chance)


def _sentence(which: int) -> Plant:
    """Return the error that leaves out the first or last of the sentences of a line."""

    def plant(pair: Pair, chance: random.Random) -> Slip | None:
        lines = [
            (line.start, sentences)
            for line in lines_of(pair)
            for sentences in [list(SENTENCE.finditer(line.text))]
            if len(sentences) > 1
            and ELSEWHERE not in sentences[which][0]
            and not re.search('[«»“”"„「」]', sentences[which][0])
        ]
        if not lines:
            return None
        start, sentences = chance.choice(lines)
        return put(pair.card, start + sentences[which].start(), start + sentences[which].end(), "")

    return plant


last_sentence_lost, first_sentence_lost = _sentence(-1), _sentence(0)


def name_misspelled(pair: Pair, chance: random.Random) -> Slip | None:
    """Leave out a letter of the card's own name."""
    name = pair.card.name
    start = pair.card.text.find(name)
    if start < 0 or len(name) < 4:
        return None
    letter = start + chance.randrange(1, len(name) - 1)
    return put(pair.card, letter, letter + 1, "")


def of_another(cards: Sequence[Card]) -> dict[str, Plant]:
    """Return the errors that put the name or type line of another card."""

    def name(pair: Pair, chance: random.Random) -> Slip | None:
        start = pair.card.text.find(pair.card.name)
        if start < 0:
            return None
        return put(pair.card, start, start + len(pair.card.name), chance.choice(cards).name)

    def type_line(pair: Pair, chance: random.Random) -> Slip | None:
        new = chance.choice(cards).type
        if not pair.card.type or {*new.split()} == {*pair.card.type.split()}:
            return None
        return Slip(replace(pair.card, type=new), 0, len(new), "type")

    return {"name_of_another": name, "type_of_another": type_line}


def subtype_lost(pair: Pair, chance: random.Random) -> Slip | None:
    """Leave out the last subtype of several."""
    del chance
    lost = re.search(r"(?:・|／|, ?| et | e | (?=[^\s—:～]+$))[^\s—:～・／,]+$", pair.card.type)
    if lost is None or not re.search("[—:～]", pair.card.type[: lost.start()].rstrip("—:～ ")):
        return None
    line = pair.card.type[: lost.start()].rstrip()
    return Slip(replace(pair.card, type=line), len(line), len(line), "type")


OPERATIONS: dict[str, Plant] = {
    "ability_lost": ability_lost,
    "line_twice": line_twice,
    "lines_swapped": lines_swapped,
    "line_untranslated": line_untranslated,
    "last_sentence_lost": last_sentence_lost,
    "first_sentence_lost": first_sentence_lost,
    "name_misspelled": name_misspelled,
    "subtype_lost": subtype_lost,
}


def kinds(
    lang: str, cards: Sequence[Card], wanted: str = "", *, shared: bool = False
) -> dict[str, Plant]:
    """Return the errors of a language by what they are called, or those of all languages alone."""
    operations = OPERATIONS | of_another(cards)
    here = Path(__file__).parent
    tables: dict[str, dict[str, Any]] = {}
    files = ["slips.toml"] if lang != "en" else []
    for name in [*files, *([] if shared else [f"slips.{lang}.toml"])]:
        if (here / name).exists():
            tables |= tomllib.loads((here / name).read_text("utf-8"))
    found: dict[str, Plant] = {}
    for kind, table in tables.items():
        if wanted not in kind:
            continue
        if "do" in table:
            found[kind] = operations[table["do"]]
        elif "remarks" in table:
            alike = [tables[name] for name in table["remarks"]]
            found[kind] = _any_of([_of_rows(each, lang, remarks=True) for each in alike])
        elif {"every", lang} & table.keys():
            found[kind] = _of_rows(table, lang)
    return found


def _of_rows(table: dict[str, Any], lang: str, *, remarks: bool = False) -> Plant:
    rows = [*table.get("every", ()), *table.get(lang, ())]
    original, unless = table.get("original", ""), table.get("unless", "(?!)")
    return words(rows, original, unless, remarks=remarks)


def _any_of(plants: Sequence[Plant]) -> Plant:
    """Return the first that can be planted of some errors, in another order each time."""

    def plant(pair: Pair, chance: random.Random) -> Slip | None:
        tried = (each(pair, chance) for each in chance.sample(plants, len(plants)))
        return next(filter(None, tried), None)

    return plant


def pairs(lang: str, *, tuning: bool) -> list[Pair]:
    """Return originals with their newest translations, of one half; in English designers' cards."""
    if lang == "en":
        every = [Pair(None, _card(record, lang=lang)) for record in _records("custom.en.jsonl.xz")]
        return [pair for pair in every if _is_held(pair.card.name) != tuning and pair.card.text]
    own = lang == "ja"
    originals = {card.name: card for card in material.cards("en")} if own else {}
    newest: dict[str, Pair] = {}
    dates: dict[str, str] = {}
    for record in _records(f"cards.{lang}.jsonl.xz" if own else f"languages/{lang}.jsonl.xz"):
        name, date = record["name_en"], record["released" if own else "date"]
        if date < max(SINCE, dates.get(name, "")) or _is_held(name) == tuning:
            continue
        original = originals.get(name)
        if not own and record.get("text_en"):
            original = Card(name=name, text=record["text_en"], type=record["type_en"], lang="en")
        if original is not None and original.text and record["text"]:
            newest[name] = Pair(replace(original, id=f"{name}/en"), _card(record, lang=lang))
            dates[name] = date
    return [newest[name] for name in sorted(newest)]


def _records(name: str) -> Iterator[dict[str, Any]]:
    with lzma.open(material.SHARED / "data" / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _card(record: dict[str, Any], lang: str) -> Card:
    fields = {key: record.get(key, "") for key in ("name", "text", "type", "name_en", "id")}
    return Card(lang=lang, released=record.get("released") or record.get("date") or "", **fields)


def _is_held(name: str) -> bool:
    return sha256(name.encode()).digest()[0] % 2 == 1


def planted(
    lang: str, every: Sequence[Pair], wanted: str = "", *, shared: bool = False
) -> list[Planted]:
    """Return so many errors of each kind, one in a pair, the same each time."""
    waiting = random.Random(SEED).sample(every, len(every))
    made: list[Planted] = []
    cards = [pair.card for pair in every]
    for kind, plant in kinds(lang, cards, wanted, shared=shared).items():
        chance = random.Random(f"{SEED} {lang} {kind}")
        count, kept = 0, list[Pair]()
        for pair in waiting:
            slip = plant(pair, chance) if count < OF_EACH else None
            if slip is None:
                kept.append(pair)
            else:
                count += 1
                made.append(Planted(kind, pair, slip))
        waiting = kept
    return random.Random(SEED).sample(made, len(made))


def lint(every: Iterable[Pair]) -> list[list[Diagnostic]]:
    """Return what is said of each pair's card, in a file of them all."""
    cards: list[Card] = []
    index: dict[str, int] = {}
    for number, (original, card) in enumerate(every):
        if original is not None:
            cards.append(original)
        index[f"cards[{len(cards)}]"] = number
        cards.append(card)
    said: list[list[Diagnostic]] = [[] for _ in index]
    for diagnostic in nanori.lint(cards, config=SETTINGS):
        if diagnostic.path in index:
            said[index[diagnostic.path]].append(diagnostic)
    return said


def scored(
    every: Sequence[Pair], errors: Sequence[Planted], *, shown: bool
) -> Iterator[tuple[str, Score]]:
    """Yield the kind and score of each error."""
    names = {error.pair.card.name for error in errors}
    rest = [pair for pair in every if pair.card.name not in names]
    for begin in range(0, len(errors), FILE // 2):
        part = errors[begin : begin + FILE // 2]
        others = rest[begin : begin + FILE - len(part)] or rest[: FILE - len(part)]
        before = lint([*(error.pair for error in part), *others])
        after = lint([*(Pair(error.pair.original, error.slip.card) for error in part), *others])
        for error, clean, said in zip(part, before, after, strict=False):
            known = {(one.check, one.message, one.text) for one in clean}
            new = [one for one in said if (one.check, one.message, one.text) not in known]
            score = Score(
                bool(new),
                any(_is_at(one, error.slip) for one in new),
                any(_fixes(one, error) for one in new),
            )
            if shown and not score.fixed:
                show(error, score, new)
            yield error.kind, score


def _is_at(diagnostic: Diagnostic, slip: Slip) -> bool:
    touching = diagnostic.start <= slip.end and slip.start <= diagnostic.end
    short = diagnostic.end - diagnostic.start <= slip.end - slip.start + NEAR
    return diagnostic.field == slip.field and touching and short


def _fixes(diagnostic: Diagnostic, error: Planted) -> bool:
    """Tell whether a fix restores the text, whatever the width of its signs."""
    if diagnostic.fix is None or diagnostic.field != error.slip.field:
        return False
    text = nanori.apply(getattr(error.slip.card, error.slip.field), diagnostic.fix.edits)
    return normalize("NFKC", text) == normalize("NFKC", getattr(error.pair.card, error.slip.field))


def show(error: Planted, score: Score, said: Sequence[Diagnostic]) -> None:
    """Print an error, what was said of it, and where."""
    slip = error.slip
    text: str = getattr(slip.card, slip.field)
    state = "placed" if score.placed else "found" if score.found else "MISSED"
    print(f"## {state} {error.kind}, {error.pair.card.name_en or slip.card.name}")
    if error.pair.original:
        print(getattr(error.pair.original, slip.field))
    print(f"{text[: slip.start]}⟦{text[slip.start : slip.end]}⟧{text[slip.end :]}")
    for one in said:
        fix = [edit.text for edit in one.fix.edits] if one.fix else ""
        print(f"  - {one.check}: {one.message} | {one.text[:60]} | {fix}")


def of_language(
    lang: str, *, tuning: bool, wanted: str = "", shared: bool = False
) -> dict[str, list[Score]]:
    """Return the scores of each kind in a language."""
    every = pairs(lang, tuning=tuning)
    scores: dict[str, list[Score]] = defaultdict(list)
    errors = planted(lang, every, wanted, shared=shared)
    for kind, score in scored(every, errors, shown=tuning):
        scores[kind].append(score)
    return scores


def clean(lang: str, *, tuning: bool, most: int = 1200) -> None:
    """Print what is said of pairs as they are, and how many of them have a finding."""
    every = random.Random(SEED).sample(every := pairs(lang, tuning=tuning), min(most, len(every)))
    checks: Counter[str] = Counter()
    false = 0
    for begin in range(0, len(every), FILE):
        part = every[begin : begin + FILE]
        for pair, said in zip(part, lint(part), strict=True):
            false += bool(said)
            for one in said:
                checks[one.check] += 1
                text: str = getattr(pair.card, one.field)
                near = text[max(0, one.start - 16) : one.end + 16].replace("\n", "⏎")
                print(f"{one.check}\t{pair.card.name_en or pair.card.name}\t{one.message}\t{near}")
    print(f"{lang}: {false} of {len(every)} as they are ({false / len(every):.4f}), {dict(checks)}")


def summed(scores: Iterable[Sequence[Score]]) -> str:
    """Return found, at the words, fixed of some kinds: `.79 .66 .49 of 174`."""
    every = [score for each in scores for score in each]
    shares = (sum(part) / len(every) for part in zip(*every, strict=True))
    return " ".join(f"{share:.2f}".lstrip("0").rjust(3) for share in shares) + f" of {len(every)}"


def matrix(langs: Sequence[str], *, tuning: bool, wanted: str = "") -> None:
    """Print kinds × languages: found/placed/fixed of six, and the shares of each language."""
    table = {lang: of_language(lang, tuning=tuning, wanted=wanted, shared=True) for lang in langs}
    print(f"{'':32}" + "".join(f"{lang:>8}" for lang in langs))
    for kind in sorted({kind for lang in langs for kind in table[lang]}):
        cells = [[sum(part) for part in zip(*table[lang][kind], strict=True)] for lang in langs]
        row = ("/".join(map(str, cell)) if cell else "–" for cell in cells)
        print(f"{kind:32}" + "".join(f"{cell:>8}" for cell in row))
    for lang in langs:
        print(f"{lang}: {summed(table[lang].values())}")
    others = [scores for lang in langs if lang != "ja" for scores in table[lang].values()]
    print(f"all but ja: {summed(others)}")


def listed(lang: str, *, tuning: bool, wanted: str) -> None:
    """Print the shares of each kind in a language."""
    scores = of_language(lang, tuning=tuning, wanted=wanted)
    for kind in sorted(scores):
        print(f"{kind:44}{summed([scores[kind]])}")
    print(f"{lang}: {summed(scores.values())}")


def main(*arguments: str) -> int:
    """Print what is asked for; return the exit code."""
    tuning = "tuning" in arguments
    wanted = arguments[arguments.index("only") + 1] if "only" in arguments else ""
    others = sorted(path.name[:-9] for path in (material.SHARED / "data/languages").glob("*.xz"))
    langs = ["ja", *others]
    match arguments:
        case ["languages", *_]:
            matrix(langs, tuning=tuning, wanted=wanted)
        case ["clean", lang, *_] if lang in langs:
            clean(lang, tuning=tuning)
        case ["proofreading", *_]:
            listed("en", tuning=tuning, wanted=wanted)
        case [lang, *_] if lang in langs:
            listed(lang, tuning=tuning, wanted=wanted)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
