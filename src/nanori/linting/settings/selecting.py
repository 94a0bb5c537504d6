"""Settings to the checks that look at a file and a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import PurePath

from nanori.linting import checks
from nanori.linting.checks import Check
from nanori.linting.options import Settings
from nanori.model.values import Card

ALL = "all"
"""The word for every check, in capitals too."""


class Chosen:
    """Checks that look at a file or a card, sorted once by what they look at."""

    def __init__(self, checks: Iterable[Check] = ()) -> None:
        """Keep them in their order."""
        self.every = tuple(checks)
        self.names = frozenset(check.name for check in self.every)
        self.texts = tuple((check, check.find) for check in self.every if check.kind == "check")
        """Those of a text, each with its function."""
        self.pairs = tuple(
            (check, check.find) for check in self.every if check.kind == "check_pair"
        )
        """Those of a translation beside its original."""
        self.rules = tuple(
            (check, check.find_in_prose) for check in self.every if check.find_in_prose
        )
        """Those of documents, each with its function."""
        self.remarks = tuple(check for check in self.every if check.kind == "check_suppressions")
        """Those of remarks that turn checks off."""


NONE = Chosen()


class Selection:
    """The checks that are run, and where some of them are not."""

    def __init__(self, settings: Settings) -> None:
        """Choose the checks that those settings name; none named means all but optional ones."""
        every = checks.listed()
        usual = tuple(name for name, check in every.items() if not check.optional)
        selected = _expanded(settings.select or usual, every)
        self._templating = True if settings.select else settings.templating
        unwanted = _expanded(settings.ignore, every)
        self._checks = [every[name] for name in every if name in selected and name not in unwanted]
        self._by_file = settings.per_file_ignores
        self._by_card = settings.per_card_ignores
        self.of_file = lru_cache(256)(self._of_file)

    @property
    def pairs(self) -> bool:
        """Whether one of them looks at translations beside their originals."""
        return any(check.kind == "check_pair" for check in self._checks)

    def _of_file(self, path: str, designers: bool = False) -> Chosen:
        """Return the checks that look at that file, one of a format of designers or another."""
        unwanted = _matched(self._by_file, path)
        worded = designers if self._templating is None else self._templating
        return Chosen(
            check
            for check in self._checks
            if check.name not in unwanted and (worded or check.group != checks.TEMPLATING)
        )

    def of_card(self, of_file: Chosen, card: Card) -> Chosen:
        """Return those of them that look at that card, named by its name or id."""
        if not self._by_card:
            return of_file
        names = (card.name, card.name_en, str(card.id))
        lists = [self._by_card[name] for name in names if name and name in self._by_card]
        if not lists:
            return of_file
        unwanted = _expanded([word for words in lists for word in words], checks.listed())
        return Chosen(check for check in of_file.every if check.name not in unwanted)


def _expanded(words: Sequence[str], every: Mapping[str, Check]) -> frozenset[str]:
    """Return the names of checks that words say: names, groups, or all."""
    if any(word.lower() == ALL for word in words):
        return frozenset(every)
    grouped = (name for name, check in every.items() if check.group in words)
    return frozenset(words) | frozenset(grouped)


def _matched(patterns: Mapping[str, Sequence[str]], path: str) -> frozenset[str]:
    """Return the checks of all patterns that fit the path, or the file's name alone."""
    place = PurePath(path)
    words = [
        word
        for pattern, names in patterns.items()
        if fnmatch(place.as_posix(), pattern)
        or fnmatch(place.as_posix(), f"*/{pattern}")
        or fnmatch(place.name, pattern)
        for word in names
    ]
    return _expanded(words, checks.listed())
