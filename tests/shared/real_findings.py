"""How many findings each check has on the real texts beside the project."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from nanori.linting import discovery, engine
from nanori.linting.configuration import Selection
from nanori.linting.gathering import gathered
from nanori.linting.options import Settings
from nanori.linting.runs import Reading, Run
from nanori.model.errors import NanoriError
from project import SHARED

CORPORA = {
    "official English": ("cards.en.jsonl.xz", "cards-2025.en.jsonl.xz"),
    "official Japanese": ("cards.ja.jsonl.xz",),
    "legends of 2026": ("legends-2026.en.jsonl.xz",),
    "custom cards": ("custom.en.jsonl.xz",),
    "sets of designers": ("wild/sets/*.json", "wild/egg-*.json"),
}
"""Files of ../shared/data, by the name that expected.toml has for them."""

OFFICIAL = ("official English", "official Japanese", "legends of 2026")
"""Prints, though their files have no catalogue's numbers: nobody proofreads them."""


class _Ignored:
    """Takes what cannot be read: it is said by other tests."""

    def note(self, error: NanoriError) -> None:
        del error

    def note_file(self, error: NanoriError) -> None:
        del error


@cache
def counted(corpus: str) -> Counter[str]:
    """Return how many findings each check has there; the same words of a text count once."""
    seen = {(check, name, text, start) for check, name, text, start in _found(corpus)}
    return Counter(check for check, *_ in seen)


def _found(corpus: str) -> Iterator[tuple[str, str, str, int]]:
    data = SHARED / "data"
    paths = [str(path) for name in CORPORA[corpus] for path in sorted(data.glob(name))]
    if not paths:
        pytest.skip(f"no real card data: {corpus}")
    targets = list(discovery.targets(paths, {path: path for path in paths}, ""))
    settings, reading = Settings(profile="data" if corpus in OFFICIAL else ""), Reading()
    selection = Selection(settings)
    index, originals = gathered(targets, reading, None, pairs=selection.pairs)
    run = Run(settings, index, selection, originals, reading)
    for inspection in engine.inspections(targets, run, _Ignored()):
        for text in inspection.texts:
            card = text.subject.card
            for check, finding in text.findings:
                yield check.name, card.name, card.text, finding.start
