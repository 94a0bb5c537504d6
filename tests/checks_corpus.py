"""Reads corpus/checks/: a file for each check, examples with findings marked in the text.

It is read as corpus/rules/ is, with other marks. `⟦check|words⟧` is a finding in the text; a fence
`en fixed` holds what all fixes of the file's check make of the text above it. The README of the
corpus lists what a `toml` block may say, and `en safe` holds what the safe ones alone make of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

import corpus
from nanori.annotation.pipeline import annotate
from nanori.linting import checks
from nanori.linting.checks import Check
from nanori.linting.context import Subject
from nanori.linting.findings import Finding
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card, NameMarkup
from nanori.names.model import Hit

ROOT = corpus.ROOT / "checks"
MARK = re.compile(r"⟦([a-z-]+)\|([^⟧]*)⟧")
FIXED, SAFE, RULES, FILE = "fixed", "safe", "rules", "file"
"""What a fence says beside, or in place of, its language."""
OF_THE_CASE = ("others", "settings", "names", "findings", "anchors", "extra", "pair", "signs")
OF_THE_CASE += ("found", "languages", "card")
Expected = tuple[str, str, str, int]
"""Check, field, words, and where these begin in the field."""


@dataclass(frozen=True)
class Names:
    """Stands in for a database that knows the names of a case."""

    names: frozenset[str]

    def exact(self, name: str, lang: str | None = None) -> list[Hit]:
        return [Hit(name, "", lang or "", "exact", 1.0)] if name in self.names else []

    def entry(self, face: str) -> None:
        """Know no card by its English name."""


@dataclass(frozen=True)
class Example:
    """One fence of a case: a text in a language, a rules document, or a file."""

    case: corpus.Case
    text: corpus.Text

    @property
    def kind(self) -> str:
        """A language's code, `rules`, or `file`."""
        return self.text.lang.partition(" ")[0]

    @property
    def name(self) -> str:
        return f"{self.case.path.name}:{self.text.line} {self.case.title}"

    @cached_property
    def check(self) -> Check:
        return checks.listed()[self.case.path.stem]

    @property
    def plain(self) -> str:
        return MARK.sub(r"\2", self.text.marked)

    @property
    def fixed(self) -> str:
        """What the fixes of the file's check make of the text; it itself where no fence says so."""
        wanted = f"{self.kind} {FIXED}"
        return next((one.marked for one in self.case.texts if one.lang == wanted), self.plain)

    @property
    def safely_fixed(self) -> str | None:
        """What its safe fixes alone make of it; nothing where no fence says so."""
        wanted = f"{self.kind} {SAFE}"
        return next((one.marked for one in self.case.texts if one.lang == wanted), None)

    def marks(self) -> list[Expected]:
        """Return the findings that are marked in the text."""
        found: list[Expected] = []
        taken = 0
        for match in MARK.finditer(self.text.marked):
            found.append((match[1], "text", match[2], match.start() - taken))
            taken += len(match[0]) - len(match[2])
        return found

    def elsewhere(self, card: Card) -> list[Expected]:
        """Return the findings in other fields, as the case lists them."""
        found: list[Expected] = []
        for one in self.case.settings.get("findings", ()):
            if one.get("lang", self.kind) == self.kind:
                value = str(getattr(card, one["field"]))
                found.append((one["check"], one["field"], one["text"], value.find(one["text"])))
        return found

    def others(self) -> Iterator[Card]:
        """Yield the other cards of the files, in the languages that they are given in."""
        for one in self.case.settings.get("others", ()):
            texts = one.get("text", "")
            for lang in texts if isinstance(texts, dict) else [self.kind]:
                other = corpus.Case(self.case.path, "", one)
                yield _card(other, lang, {**one, "text": other.setting("text", lang) or ""})

    @property
    def settings(self) -> Settings:
        return msgspec.convert(self.case.settings.get("settings", {}), Settings)

    def subjects(self) -> tuple[Subject, Subject | None]:
        """Return what is checked, and the original where the case is a pair and this its other."""
        texts = [one for one in examples_of(self.case) if one.kind in PLAIN]
        cards = {one.kind: one.card() for one in texts}
        names = frozenset(self.case.setting("names", self.kind) or ())
        register: Any = Names(names) if names else None
        index = Index([*cards.values(), *self.others()], register)
        mine = self._subject(cards[self.kind], index)
        pair = self.case.settings.get("pair", self.check.kind == "check_pair")
        if pair and self.kind != corpus.PIVOT and corpus.PIVOT in cards:
            return mine, self._subject(cards[corpus.PIVOT], index)
        return mine, None

    def _subject(self, card: Card, index: Index) -> Subject:
        markup = _anchors(card, self.case.setting("anchors", card.lang) or ())
        signs = bool(self.case.settings.get("signs", False))
        extra = self.case.setting("extra", card.lang) or {}
        found = annotate(card, markup=markup)
        return Subject(card, found, index, self.settings, markup=markup, extra=extra, signs=signs)

    def card(self) -> Card:
        settings = {**self.case.settings, **self.case.settings.get("card", {})}
        return _card(self.case, self.kind, {**settings, "text": self.plain})


PLAIN = ("en", "ja")
"""Languages that texts of the corpus are in."""


def _card(case: corpus.Case, lang: str, settings: dict[str, Any]) -> Card:
    """Return a card of settings, each one value or a table by language."""
    known = {key: value for key, value in settings.items() if key not in OF_THE_CASE}
    whole = corpus.Case(case.path, case.title, known)
    known = {key: whole.setting(key, lang) for key in known}
    if lang != corpus.PIVOT and isinstance(settings.get("name"), dict):
        known.setdefault("name_en", settings["name"].get(corpus.PIVOT))
    known = {key: value for key, value in known.items() if value is not None}
    return msgspec.convert({"name": "", **known, "lang": lang}, Card)


def _anchors(card: Card, wanted: Iterable[dict[str, str]]) -> list[NameMarkup]:
    """Return the words that a case says its program marked: each at its next place."""
    found: list[NameMarkup] = []
    last = 0
    for one in wanted:
        start = card.text.index(one["text"], last)
        last = start + len(one["text"])
        found.append(NameMarkup(start, last, one["kind"]))  # type: ignore[arg-type]
    return found


def files() -> list[Path]:
    return sorted(ROOT.glob("*.md"))


def examples_of(case: corpus.Case) -> list[Example]:
    """Return the examples of a case; what only says how one is fixed is none."""
    ends = (f" {FIXED}", f" {SAFE}")
    return [Example(case, text) for text in case.texts if not text.lang.endswith(ends)]


def read(path: Path) -> list[Example]:
    """Return the examples of a file in their order."""
    return [example for case in corpus.read(path) for example in examples_of(case)]


def as_expected(check: Check, finding: Finding, card: Card) -> Expected:
    """Return a finding in the form of those that are expected."""
    words = str(getattr(card, finding.field))[finding.start : finding.end]
    return check.name, finding.field, words, finding.start
