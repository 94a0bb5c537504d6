"""Measures what `nanori lint` finds of errors that are put into bilingual rules documents.

The documents are those beside the project, or else one of the corpus.
"""

from __future__ import annotations

import random
from collections import Counter

import material
from measuring import limited
from nanori.documents import source
from nanori.documents.source import Document
from nanori.linting import engine
from nanori.linting.configuration import Selection
from nanori.linting.options import Settings
from nanori.linting.prose import Prose
from planted_in_prose import KINDS

OF_EACH = 12
"""How many errors of each kind are put into a document."""
FEWEST = 10
"""Pairs of paragraphs that make a document bilingual enough."""
MOST_MISSED = 0.15


def articles() -> int:
    """Print what is found of each kind of error, and return how many limits were missed."""
    missed = 0
    for document in _documents():
        pairs = len(Prose(document).pairs)
        if pairs < FEWEST:
            continue
        whole = (0, len(document.text))
        count = _findings(document, whole).total()
        print(f"  {document.path}: {pairs} pairs, {count} findings as it is")
        missed += _planted(document)
    return missed


def _documents() -> list[Document]:
    folder = material.SHARED / "rules"
    paths = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    paths = paths or [material.ROOT / "corpus" / "documents" / "article.txt"]
    return [Document(source.read(str(path)).text, path.name) for path in paths]


def _planted(document: Document) -> int:
    chance = random.Random(17)
    halves = Prose(document).bilingual.pairs
    found = count = 0
    for kind, plant in KINDS.items():
        seen = tried = 0
        unseen: list[str] = []
        for pair in chance.sample(halves, len(halves)):
            if tried == OF_EACH:
                break
            text = document.text
            original = text[pair.original.body : pair.original.end]
            half = pair.translation
            words = text[half.body : half.end]
            changed = plant(words, original, chance)
            if not changed or changed == words:
                continue
            planted = text[: half.body] + changed + text[half.end :]
            tried += 1
            start = min(half.start, pair.original.start)
            end = max(half.end, pair.original.end)
            before = _findings(document, (start, end))
            end += len(changed) - len(words)
            if _findings(Document(planted), (start, end)) - before:
                seen += 1
            else:
                unseen.append(half.number or "–")
        print(f"    {kind}: {seen} of {tried}; not in: {', '.join(unseen[:4]) or 'none'}")
        found, count = found + seen, count + tried
    return limited("errors missed", 1 - found / count, MOST_MISSED)


def _findings(document: Document, span: tuple[int, int]) -> Counter[str]:
    """Return how often each check finds something in a part of a document."""
    checks = Selection(Settings()).of_file("")
    said = (report.diagnostic for report in engine.document_reports(Prose(document), checks))
    return Counter(
        finding.check for finding in said if finding.start < span[1] and span[0] < finding.end
    )
