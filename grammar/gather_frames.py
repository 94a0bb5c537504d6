"""The turns of rules text that many cards have: what `linting/evidence/frames.py` looks for.

`python grammar/gather_frames.py LANGUAGE CARDS.jsonl[.xz] …` writes `LANGUAGE.frames`: five signs,
the one in their midst lacking in some texts, too many or another, and three that some card has
where they would have another. No words of a name are in it.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from nanori import annotate
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import frames
from nanori.linting.evidence.usage_slips import SELF, masked
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card
from nanori.rewriting import nouns

# So many times as frequent is a turn that no other word is known to stand in.
PLAIN = 4


def main(code: str, paths: list[Path]) -> None:
    """Write the file."""
    language = languages.load(code)
    counts: Counter[tuple[str, ...]] = Counter()
    for path in paths:
        for card in texts(path, language):
            turns: set[tuple[str, ...]] = set()
            for text in card:
                said = [sign.said for sign in frames.read(text, language)]
                for length in (3, 4, 5):
                    turns.update(zip(*(said[at:] for at in range(length)), strict=False))
            counts.update(turns)
    kept = gathered(counts, language)
    file = languages.folder() / f"{code}{frames.SUFFIX}"
    file.write_text(
        "\n".join([f"# {len(kept)} turns, by {Path(__file__).name}", *sorted(kept)]) + "\n", "utf-8"
    )


def texts(path: Path, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each text of a file with its names hidden, and as sets of today have it."""
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            card = Card(
                text=record["text"],
                name=record["name"],
                lang=record["lang"],
                type=record.get("type", ""),
            )
            if card.lang != language.code or not card.text:
                continue
            hidden = masked(Subject(card, annotate(card), Index([card]), Settings()))
            yield hidden, modern(hidden, card, language)


def modern(hidden: str, card: Card, language: Language) -> str:
    """Return a text in words of today, the card called by its noun."""
    for row in language.lexicon.checks.templating.sets:
        hidden = hidden.replace(row.old, row.new)
    this = language.lexicon.restyling.this.format(nouns.noun(card, language) or "spell")
    while SELF in hidden:
        begin = hidden.index(SELF)
        end = begin + len(hidden[begin:]) - len(hidden[begin:].lstrip(SELF))
        first = hidden[:begin].rstrip(" ")[-1:] in {"", *frames.OPENING}
        hidden = hidden[:begin] + (this.capitalize() if first else this) + hidden[end:]
    return hidden


def gathered(counts: Counter[tuple[str, ...]], language: Language) -> set[str]:
    """Return the turns that are frequent enough, and the triples that they would change."""
    table = language.lexicon.checks.templating.frames
    least: defaultdict[str, int] = defaultdict(lambda: sys.maxsize)
    swapped: defaultdict[str, set[str]] = defaultdict(set)
    for said, others in table.swap.items():
        for word, times in others.items():
            least[word] = min(least[word], times)
            swapped[word].add(said)
    for said, word in table.forms.items():
        least[word] = min(least[word], table.form)
        swapped[word].add(said)
    kept, optional = set[str](), {*table.optional}
    triples: set[tuple[str, ...]] = set()
    for turn, times in counts.items():
        if len(turn) == 5:
            first, before, word, behind, last = turn
            inserted = times >= table.insert.get(word, sys.maxsize)
            inserted = inserted and not {f"{before} {word}", f"{word} {behind}"} & optional
            if inserted:
                kept.add(f"{first} {before} {frames.LACKING}{word} {behind} {last}")
                triples.update({(first, before, behind), (before, behind, last)})
            if times >= least[word]:
                kept.add(" ".join(turn))
                triples.update((before, other, behind) for other in swapped[word])
        if len(turn) == 4:
            first, before, behind, last = turn
            for word, enough in table.delete.items() if behind.isalpha() else ():
                if {f"{before} {word}", f"{word} {behind}"} & optional:
                    continue
                others = counts[first, before, word] and counts[word, behind, last]
                if times >= (enough if others else enough * PLAIN):
                    kept.add(f"{first} {before} {frames.SURPLUS}{word} {behind} {last}")
                    triples.add((before, word, behind))
    return kept | {" ".join(each) for each in triples if counts[each]}


if __name__ == "__main__":
    main(sys.argv[1], [Path(path) for path in sys.argv[2:]])
