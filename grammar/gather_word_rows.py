"""Which words stand in a row in the rules texts of a language, two and three at a time.

`python grammar/gather_word_rows.py xx CARDS.jsonl[.xz] …` writes `xx.rows`, which
`nanori.grammar.word_rows` reads; the records are cards, with `name`, `type` and `text`.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise

import nanori
from nanori.grammar import languages, word_rows
from nanori.linting.evidence import usage_slips

FREQUENT = 10
"""A row that so many prints have is how rules text says it."""


def main(code: str, *paths: str) -> None:
    """Count in how many prints each row is, and write the file."""
    language = languages.load(code)
    counts: Counter[int] = Counter()
    pairs: set[int] = set()
    edge = [word_rows.EDGE] * (word_rows.LENGTH - 1)
    for text in {hidden(record, language) for path in paths for record in nanori.read(path)}:
        said = [*edge, *(word.said for word in word_rows.words(text, language)), *edge]
        rows = zip(said, said[1:], said[2:], strict=False)
        counts.update({word_rows.number(row) for row in rows})
        pairs.update(word_rows.number(row) for row in pairwise(said))
    ordered = sorted(counts, key=lambda row: (-counts[row], row))
    frequent = sum(count >= FREQUENT for count in counts.values())
    path = languages.folder() / (code + word_rows.SUFFIX)
    others = sorted(pairs.union(ordered[frequent:]).difference(ordered[:frequent]))
    path.write_bytes(word_rows.encoded(ordered[:frequent], others))
    print(f"{path}: {len(ordered)} rows, {frequent} in {FREQUENT} prints or more, of {len(pairs)}")


def hidden(record: nanori.CardRecord, language: languages.Language) -> str:
    """Return a card's text with the names in it hidden."""
    return usage_slips.hidden(record.card.text, nanori.annotate(record.card), language)


if __name__ == "__main__":
    main(*sys.argv[1:])
