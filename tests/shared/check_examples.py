"""The cases of corpus/checks/: a file for each check, examples with findings marked in the text.

A mark's label is the check; a fence `en fixed` holds what all fixes of the file's check make of the
text above it, `en safe` what the safe ones alone make of it. The README of the corpus lists what
the settings may say.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

import corpus
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.linting import checks, gathering
from nanori.linting.check import Rule
from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.discovery import Originals
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.linting.prose import Prose
from nanori.model.values import Card, NameMarkup
from nanori.names.model import Hit

FIXED, SAFE, RULES, FILE = "fixed", "safe", "rules", "file"
"""What a fence says beside, or in place of, its language."""
OF_THE_CASE = ("others", "settings", "names", "findings", "anchors", "extra", "pair", "signs")
OF_THE_CASE += ("found", "languages", "card")
TEXT_LETTERS = "aeT .,「」はクｱ1{}~"
"""Letters and signs that stand in place of others where a text is damaged."""
Expected = tuple[str, str, str, int]
"""Check, field, words, and where these begin in the field."""


def in_line(expected: Expected, card: Card) -> tuple[str, str, int]:
    """Return the check, the field, and the line of the text where the words begin."""
    check, field, _, start = expected
    return check, field, card.text.count("\n", 0, max(start, 0)) if field == "text" else 0


def check_of(path: Path) -> str:
    """Return the rule whose cases a file has: `wording.usage.modes` → `wording/usage`."""
    return "/".join(path.stem.split(".")[:2])


def found_by(name: str, one: Subject | Pair | Prose) -> list[Finding]:
    """Return what a rule finds in a text, a translation with its original, or a document."""
    rule = checks.rules()[name]
    find: Callable[..., Iterator[Finding]] | None = rule.in_text or rule.in_pair or rule.in_prose
    return list(find(one)) if find else []


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
    text: corpus.Fence

    @property
    def kind(self) -> str:
        """A language's code, `rules`, or `file`."""
        return self.text.lang

    @property
    def name(self) -> str:
        return f"{self.case.path.name}:{self.text.line} {self.case.title}"

    @cached_property
    def check(self) -> Rule:
        return checks.rules()[check_of(self.case.path)]

    @property
    def plain(self) -> str:
        return corpus.unmark(self.text.content)

    @property
    def fixed(self) -> str:
        """What the fixes of the file's check make of the text; it itself where no fence says so."""
        made = self._made(FIXED)
        return self.plain if made is None else made

    @property
    def safely_fixed(self) -> str | None:
        """What its safe fixes alone make of it; nothing where no fence says so."""
        return self._made(SAFE)

    def _made(self, role: str) -> str | None:
        """Return the text of that role in the language of this one."""
        texts = (one for one in self.case.texts if (one.lang, one.role) == (self.kind, role))
        return next((one.content for one in texts), None)

    def marks(self) -> list[Expected]:
        """Return the findings that are marked in the text."""
        marked = corpus.marks(self.text.content)
        return [(mark.label, "text", mark.words, mark.start) for mark in marked]

    def elsewhere(self, card: Card) -> list[Expected]:
        """Return the findings in other fields, as the case lists them."""
        expected: list[Expected] = []
        for listed in self.case.settings.get("findings", ()):
            if listed.get("lang", self.kind) == self.kind:
                words, value = listed["text"], str(getattr(card, listed["field"]))
                expected.append((listed["check"], listed["field"], words, value.find(words)))
        return expected

    def others(self) -> Iterator[Card]:
        """Yield the other cards of the files, in the languages that they are given in."""
        for other in self.case.settings.get("others", ()):
            texts = other.get("text", "")
            for lang in texts if isinstance(texts, dict) else [self.kind]:
                yield _card(other, corpus.in_language(texts, lang), lang)

    @property
    def settings(self) -> Settings:
        return msgspec.convert(self.case.settings.get("settings", {}), Settings)

    def subjects(self) -> tuple[Subject, Subject | None]:
        """Return what is checked, and the original where the case is a pair and this its other."""
        texts = [one for one in examples_of(self.case) if one.kind in languages.codes()]
        cards = {one.kind: one.card() for one in texts}
        names = frozenset(self.case.setting("names", self.kind) or ())
        register: Any = Names(names) if names else None
        others = list(self.others())
        index = Index([*cards.values(), *others], register)
        for among in ([*cards.values()], others):
            gathering.call(among, index, Originals())
        mine = self._subject(cards[self.kind], index)
        original = cards.get(corpus.REFERENCE_LANGUAGE)
        if self.case.settings.get(
            "pair", self.check.in_pair is not None and self.check.in_text is None
        ):
            translated = original is not None and self.kind != corpus.REFERENCE_LANGUAGE
            return mine, self._subject(original, index) if original and translated else None
        return mine, None

    def _subject(self, card: Card, index: Index) -> Subject:
        markup = _anchors(card, self.case.setting("anchors", card.lang) or ())
        signs = bool(self.case.settings.get("signs", False))
        extra = self.case.setting("extra", card.lang) or {}
        references = annotate(card, markup=markup)
        return Subject(*(card, references, index, self.settings), extra=extra, signs=signs)

    def card(self) -> Card:
        settings = {**self.case.settings, **self.case.settings.get("card", {})}
        return _card(settings, self.plain, self.kind)


def _card(settings: dict[str, Any], text: str, lang: str) -> Card:
    """Return a card of settings, each one value or a table by language; no name is no matter."""
    of_card = {key: value for key, value in settings.items() if key not in OF_THE_CASE}
    return corpus.card_of(of_card, text, lang)


def _anchors(card: Card, listed: Iterable[dict[str, str]]) -> list[NameMarkup]:
    """Return the words that a case says its program marked: each at its next place."""
    anchors: list[NameMarkup] = []
    last = 0
    for anchor in listed:
        start = card.text.index(anchor["text"], last)
        last = start + len(anchor["text"])
        anchors.append(NameMarkup(start, last, anchor["kind"]))  # type: ignore[arg-type]
    return anchors


def examples_of(case: corpus.Case) -> list[Example]:
    """Return the examples of a case; what only says how one is fixed is none."""
    return [Example(case, text) for text in case.texts if text.role not in (FIXED, SAFE)]


def examples() -> list[Example]:
    """Return the examples of all files."""
    return [example for case in corpus.cases("checks") for example in examples_of(case)]


def as_expected(check: Rule, finding: Finding, card: Card) -> Expected:
    """Return a finding in the form of those that are expected."""
    words = str(getattr(card, finding.field))[finding.start : finding.end]
    return check.name, finding.field, words, finding.start
