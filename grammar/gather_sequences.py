"""Which classes of words stand in a row in the rules texts of a language, and how often.

`python grammar/gather_sequences.py xx CARDS.jsonl[.xz] …` writes `xx.sequences`, which
`nanori.linting.evidence.word_sequences` reads: up to four classes in a row, as numbers, by
`[checks.templating.sequences]` of `xx.toml`; no text can be made of it. The records are cards, with
`name`, `type` and `text`.
"""

from __future__ import annotations

import sys
from collections import Counter

import nanori
from nanori.grammar import languages, word_classes
from nanori.linting.evidence import usage_slips, word_sequences

LEAST = 3
"""Four in a row that only one or two cards have tell less than the three in them."""


def main(code: str, *paths: str) -> None:
    """Count, and write the file."""
    language = languages.load(code)
    texts: list[list[str]] = []
    for path in paths:
        for record in nanori.read(path):
            if record.card.lang == code and record.card.text:
                references = nanori.annotate(record.card)
                text = usage_slips.hidden(record.card.text, references, language)
                texts.append([word.kind for word in word_classes.words(text, language)])
    kinds = sorted({kind for text in texts for kind in text})
    numbers = {kind: number for number, kind in enumerate(kinds, word_sequences.FIRST)}
    counts: Counter[int] = Counter()
    for text in texts:
        row = word_sequences.framed([numbers[kind] for kind in text])
        for length in range(1, word_sequences.LONGEST + 1):
            counts.update(
                word_sequences.packed(row[at : at + length]) for at in range(len(row) - length + 1)
            )
    longest = 1 << word_sequences.BITS * (word_sequences.LONGEST - 1)
    kept = {key: count for key, count in counts.items() if key < longest or count >= LEAST}
    path = languages.folder() / (code + word_sequences.SUFFIX)
    path.write_bytes(word_sequences.encoded(kinds, kept))
    print(f"{path}: {len(texts)} texts, {len(kinds)} classes, {len(kept)} sequences")


if __name__ == "__main__":
    main(*sys.argv[1:])
