"""The words of a language that its printed cards tell: types, subtypes, keywords, commonest words.

`python grammar/gather_words.py CARDS.jsonl[.xz]` prints lists for `[words]` of a new `.toml`; the
records have `type`, `type_en`, `text` and `text_en`. What stands behind the dash of an English type
line is a subtype, and its translation behind that of the printed one; a keyword begins its line.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from pathlib import Path

from nanori.grammar import languages

DASH = re.compile(r"\s*[:：—–―～─-]+\s*")
"""What divides types from subtypes in the type lines of some language."""
BETWEEN = re.compile(r"\s*(?:,|、|/|／|·|・)\s*|\s+(?:et|e|y|und|и|and)\s+(?:d['’]|de\s+)?|\s{2,}")
"""What divides subtypes."""
OPENING = re.compile(r"[(（{,，;；:：.。—]|\s\d|\s(?:from|contre|contra|da|de)\s")
"""What ends a keyword at the beginning of a line."""
LEAST = 3
"""A word in fewer type lines may be a misprint."""
MOST = 400
"""So many of the commonest words of rules texts are printed, to be sorted into lists."""


def main(path: Path) -> None:
    """Print the lists."""
    types, subtypes, words, openings = Counter(), Counter(), Counter(), Counter()
    keywords = set(languages.load(languages.reference_language()).lexicon.words["keyword_name"])
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            first, *rest = DASH.split(card.get("type") or "", maxsplit=1)
            types[first.strip()] += 1
            if rest and "—" in card.get("type_en", ""):
                english = DASH.split(card["type_en"], maxsplit=1)[-1].split()
                divided = BETWEEN.split(rest[0])
                if len(divided) == 1 and len(rest[0].split()) == len(english):
                    divided = rest[0].split()  # nothing but a blank divides them
                if len(divided) == len(english):
                    subtypes.update(word.strip().capitalize() for word in divided)
            words.update(re.findall(r"[^\W\d_]+", card["text"].lower()))
            paragraphs, originals = card["text"].split("\n"), card.get("text_en", "").split("\n")
            if len(paragraphs) == len(originals):
                for paragraph, original in zip(paragraphs, originals, strict=True):
                    if OPENING.split(original, maxsplit=1)[0].strip() in keywords:
                        openings[OPENING.split(paragraph, maxsplit=1)[0].strip()] += 1
    for name, counts in (("types", types), ("subtype", subtypes), ("keyword_name", openings)):
        kept = sorted(word for word, count in counts.items() if word and count >= LEAST)
        print(f"{name} = {json.dumps(kept[: MOST * 3], ensure_ascii=False)}")
    print("# commonest:", " ".join(word for word, _ in words.most_common(MOST)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
