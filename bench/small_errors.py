"""Measures how many of the small errors of `planted_small` are told, where, and how mended.

`python bench/small_errors.py [held|tuning] [GROUP|all|english|third] [clean|shown|few]`: `fresh`
plants the kinds of `planted_fresh`, `slips` the newest there, `unseen` those of `planted_unseen`,
`reminders` those inside reminder text, `hand` slips of the hand anywhere, `halves` what is lost or
turned round, `alone` what a text shows by itself, `desk` slips of a translator's hand and input
method, `former` those that were unseen before, `all`
every group, each with its seed, `english` those of English translations, Japanese being the
original, `third` all kinds with a seed of its own, to be looked at. Half of the pairs, by the hash
of a card's id, is never looked at while a check is made; the figures are those of that half.
`clean` prints what is said of its pairs as they are. `few` has files of 60 cards, in which hardly
anything is said twice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import normalize

import material
import nanori
import planted_alone
import planted_desk
import planted_fresh
import planted_halves
import planted_hand
import planted_reminders
import planted_small
import planted_unseen
import planting
from measuring import limited
from nanori.linting import gathering
from nanori.linting.checks import listed
from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.discovery import Originals
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card
from planting import Plant, Planting

SINCE = "2018"
OF_EACH = 4
# A seed for errors that may be looked at, in other pairs than those held back.
THIRD_SEED = 31777
# Cards of a small file.
FEW = 60
NEAR = 12
"""So many code points more than the wrong words a finding may have to be about those words."""
MOST_MISSED, MOST_ELSEWHERE, MOST_UNMENDED = 0.15, 0.4, 0.65

# Kinds of errors in Japanese, with their seeds.
GROUPS: dict[str, tuple[Mapping[str, Plant], int]] = {
    "small": (planted_small.KINDS, planted_small.SEED),
    "fresh": (planted_fresh.KINDS, planted_fresh.SEED),
    "former": (planted_unseen.FORMER, planted_unseen.FORMER_SEED),
    "unseen": (planted_unseen.KINDS, planted_unseen.SEED),
    "reminders": (planted_reminders.KINDS, planted_reminders.SEED),
    "hand": (planted_hand.KINDS, planted_hand.SEED),
    "halves": (planted_halves.KINDS, planted_halves.SEED),
    "slips": (planted_fresh.SLIPS, planted_fresh.SLIPS_SEED),
    "alone": (planted_alone.KINDS, planted_alone.SEED),
    "desk": (planted_desk.KINDS, planted_desk.SEED),
}

CardPair = tuple[Card, Card]


class Score(NamedTuple):
    """What was said of an error."""

    kind: str
    name: str
    found: bool
    placed: bool
    mended: bool


def small_errors() -> int:
    """Print what is told of the errors held back, and return how many limits were missed."""
    scores = list(_scores(pairs(held=True)))
    if not scores:
        print("  no translations with a date: ../shared/data is absent")
        return 0
    missed = 0
    for words, share, most in (
        ("small errors missed", 1 - _share(scores, "found"), MOST_MISSED),
        ("not told at the words", 1 - _share(scores, "placed"), MOST_ELSEWHERE),
        ("told without the right fix", 1 - _share(scores, "mended"), MOST_UNMENDED),
    ):
        missed += limited(words, share, most)
    return missed


def pairs(*, held: bool) -> list[CardPair]:
    """Return originals with their newest translations since 2018, of one part."""
    originals: dict[str, Card] = {}
    for card in material.cards("en"):
        originals.setdefault(card.name, card)
    newest: dict[str, Card] = {}
    for card in material.cards("ja"):
        before = newest.get(card.name_en)
        if card.released >= SINCE and card.name_en in originals:
            newest[card.name_en] = max(card, before or card, key=lambda one: one.released)
    every = ((originals[name], newest[name]) for name in sorted(newest))
    return [pair for pair in every if planting.is_held(pair[0]) == held]


def _scores(
    every: Sequence[CardPair],
    kinds: Mapping[str, Plant] = planted_small.KINDS,
    seed: int = planted_small.SEED,
    *,
    shown: bool = False,
    few: bool = False,
) -> Iterator[Score]:
    """Yield what is said of each error, in an index of them all; `shown` prints the misplaced."""
    planted = list(planted_small.planted(every, OF_EACH, seed, kinds))
    wrong = {pair[1].id: made.card for _, pair, made in planted}
    known = [(there, wrong.get(here.id, here)) for there, here in every]
    place = {clean.id: number for number, (_, clean) in enumerate(every)}
    index = index_of(() if few else known)
    for kind, (original, clean), made in planted:
        if few:
            begin = place[clean.id] // FEW * FEW
            index = index_of(known[begin : begin + FEW])
        before = {_key(finding) for _, finding in findings(original, clean, index)}
        told = [
            finding
            for _, finding in findings(original, made.card, index)
            if _key(finding) not in before
        ]
        score = Score(
            kind,
            clean.name_en or clean.name,
            bool(told),
            any(_is_at(finding, made) for finding in told),
            any(_mends(finding, made, clean) for finding in told),
        )
        if shown and not score.mended:
            _show(score, original, made, told)
        yield score


def index_of(every: Iterable[CardPair]) -> Index:
    """Return what is known of all pairs, as for a file with them."""
    known = list(every)
    index = Index(card for pair in known for card in pair)
    for pair in known:
        gathering.call(pair, index, Originals())
    return index


def _show(score: Score, original: Card, made: Planting, told: Sequence[Finding]) -> None:
    """Print an error, what was said of it, and where."""
    text: str = getattr(made.card, made.field)
    marked = f"{text[: made.start]}⟦{text[made.start : made.end]}⟧{text[made.end :]}"
    print(f"## {score.kind}, {score.name}, found {score.found}, placed {score.placed}")
    print(getattr(original, made.field), marked, sep="\n")
    for finding in told:
        said: str = getattr(made.card, finding.field)[finding.start : finding.end]
        fix = [edit.text for edit in finding.fix.edits] if finding.fix else ""
        print(f"  - {finding.message} | {said} | {fix}")


def findings(original: Card, translation: Card, index: Index) -> Iterator[tuple[str, Finding]]:
    """Yield what all checks say of a translation, alone and beside its original."""
    sides = [
        Subject(card, nanori.annotate(card), index, Settings()) for card in (original, translation)
    ]
    for check in listed().values():
        if check.optional or check.kind not in ("check", "check_pair"):
            continue
        given = Pair(*sides) if check.kind == "check_pair" else sides[1]
        for finding in check.find(given):
            yield check.name, finding


def _key(finding: Finding) -> tuple[str, str]:
    return finding.field, finding.message


def _is_at(finding: Finding, made: Planting) -> bool:
    """Tell whether a finding is about the wrong words and hardly more."""
    touching = finding.start <= made.end and made.start <= finding.end
    short = finding.end - finding.start <= made.end - made.start + NEAR
    return finding.field == made.field and touching and short


def _mends(finding: Finding, made: Planting, clean: Card) -> bool:
    """Tell whether a finding's fix restores the text, whatever the width of its signs."""
    if finding.fix is None or finding.field != made.field:
        return False
    text: str = getattr(made.card, made.field)
    for edit in sorted(finding.fix.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return normalize("NFKC", text) == normalize("NFKC", getattr(clean, made.field))


def _share(scores: Sequence[Score], what: str) -> float:
    return sum(getattr(score, what) for score in scores) / len(scores)


def _print_clean(every: Sequence[CardPair], *, few: bool) -> None:
    """Print each finding on the pairs as they are, to be read."""
    count: Counter[str] = Counter()
    size = FEW if few else len(every)
    for begin in range(0, len(every), size or 1):
        known = every[begin : begin + size]
        index = index_of(known)
        for original, card in known:
            for name, finding in findings(original, card, index):
                count[name] += 1
                text: str = getattr(card, finding.field)
                near = text[max(0, finding.start - 12) : finding.end + 12].replace("\n", "⏎")
                print(f"{name}\t{card.name_en}, {card.released}\t{finding.message}\t{near}")
    print(f"{count.total()} findings in {len(every)} pairs: {dict(count.most_common())}")


def main(arguments: Sequence[str]) -> None:
    """Print a line for each kind, and what was missed where it may be looked at."""
    held, few = "held" in arguments, "few" in arguments
    if "clean" in arguments:
        _print_clean(pairs(held=held), few=few)
        return
    every, shown = pairs(held=held), "shown" in arguments and not held
    if "english" in arguments:
        turned = [(there, here) for here, there in every]
        scores = list(_scores(turned, planted_fresh.KINDS_ENGLISH, planted_fresh.SEED))
    elif "third" in arguments:
        kinds = {kind: plant for group, _ in GROUPS.values() for kind, plant in group.items()}
        scores = list(_scores(every, kinds, THIRD_SEED, shown=shown, few=few))
    else:
        asked = GROUPS if "all" in arguments else GROUPS.keys() & set(arguments) or {"small"}
        scores = [
            score._replace(kind=f"{group}: {score.kind}" if "all" in arguments else score.kind)
            for group in GROUPS
            if group in asked
            for score in _scores(every, *GROUPS[group], shown=shown, few=few)
        ]
    kinds = Counter(score.kind for score in scores)
    for kind, count in kinds.items():
        of = [score for score in scores if score.kind == kind]
        told = (sum(each) for each in zip(*(score[2:] for score in of), strict=True))
        missed = "" if held else "; ".join(score.name for score in of if not score.found)
        print(f"{kind}: {count}/{'/'.join(map(str, told))} {missed}")
    shares = ", ".join(f"{what} {_share(scores, what):.3f}" for what in Score._fields[2:])
    print(f"{len(scores)} errors of {len(kinds)} kinds: {shares}")


if __name__ == "__main__":
    main(sys.argv[1:])
