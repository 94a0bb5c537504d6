"""A request to its answer, by the methods that there are: annotate, lint, find, about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Any, Self

import msgspec
from msgspec import Struct

from nanori.annotation import pipeline
from nanori.formats import reader
from nanori.grammar import languages
from nanori.linting import databases, diagnosing
from nanori.linting.options import Settings
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.names.database import Database
from nanori.surfaces.service import requests
from nanori.surfaces.service.requests import (
    LONGEST,
    OfCards,
    OfPair,
    OfQuery,
    Request,
    RequestError,
)

PAIR = ("original", "translation")
"""What the cards of a pair are called in findings."""

MOST_HITS = 100
"""Names that are found for one query."""


class Service:
    """Answers requests, one after another; what it needs of files is opened when it is asked for.

    `settings` are those of `nanori lint`, `database` is the path of one of names that `find` asks;
    without it the user's own is asked, else the small one that comes with nanori.
    """

    def __init__(self, settings: Settings | None = None, database: str | None = None) -> None:
        """Begin without any file open."""
        self._settings = settings or Settings()
        self._path = database
        self._stack = ExitStack()
        self._register: Database | None = None
        self._names: Database | None = None
        self._methods: Mapping[str, Callable[[Request], dict[str, Any]]] = {
            "about": self._about,
            "annotate": self._annotate,
            "find": self._find,
            "lint": self._lint,
        }

    def __enter__(self) -> Self:
        """Return the service itself."""
        return self

    def __exit__(self, *reason: object) -> None:
        """Close what is open."""
        self._stack.close()

    def answer(self, request: Request) -> dict[str, Any]:
        """Return the result of a request; RequestError if there is none."""
        method = self._methods.get(request.method)
        if method is None:
            known = ", ".join(self._methods)
            reason = f"no method “{request.method}”, there are {known}"
            raise RequestError("unknown-method", reason, request.id)
        try:
            return method(request)
        except NanoriError as error:
            raise RequestError("bad-params", str(error), request.id) from error

    def lint_pair(self, original: Card, translation: Card) -> list[dict[str, Any]]:
        """Return what is found in a card and its translation, each finding as JSON has it.

        `path` says which of them it is about: `original` or `translation`.
        """
        groups = [[_told(original), _told(translation)]]
        return _written(
            diagnosing.lint_groups(groups, [list(PAIR)], self._settings, self._opened_register())
        )

    def _about(self, request: Request) -> dict[str, Any]:
        from nanori import __version__

        del request
        return {
            "name": "nanori",
            "version": __version__,
            "methods": list(self._methods),
            "languages": list(languages.codes()),
            "longest_line": LONGEST,
        }

    def _annotate(self, request: Request) -> dict[str, Any]:
        given = requests.params(request, OfCards)
        annotated: list[dict[str, Any]] = []
        for fields in given.cards:
            card = _told(requests.card(fields, request.id), given.lang)
            references = [reference.as_dict() for reference in pipeline.annotate(card)]
            annotated.append({"id": card.id, "lang": card.lang, "references": references})
        return {"cards": annotated}

    def _lint(self, request: Request) -> dict[str, Any]:
        if "cards" not in request.params:
            pair = requests.params(request, OfPair)
            both = (requests.card(each, request.id) for each in (pair.original, pair.translation))
            return {"findings": self.lint_pair(*both)}
        given = requests.params(request, OfCards)
        cards = [_told(requests.card(fields, request.id), given.lang) for fields in given.cards]
        groups = [[card] for card in cards]
        paths = [[f"cards[{number}]"] for number in range(len(cards))]
        register = self._opened_register()
        findings = diagnosing.lint_groups(groups, paths, self._settings, register)
        return {"findings": _written(findings)}

    def _find(self, request: Request) -> dict[str, Any]:
        given = requests.params(request, OfQuery)
        for lang in (given.lang, given.to_lang):
            if lang:
                languages.load(lang)
        names = self._opened_names()
        hits: list[dict[str, Any]] = []
        limit = max(1, min(given.limit, MOST_HITS))
        for hit in names.find(given.query, given.lang or None, limit):
            hits += _written([hit])
            if given.to_lang:
                entry = names.entry(hit.name_en)
                hits[-1]["names"] = [
                    form.name
                    for form in (entry.forms if entry else ())
                    if form.lang == given.to_lang and form.official
                ]
        return {"hits": hits}

    def _opened_register(self) -> Database | None:
        """Return the names that checks may ask for, where settings name any."""
        if self._register is None and self._settings.names:
            self._register = self._stack.enter_context(databases.opened(self._settings.names))
        return self._register

    def _opened_names(self) -> Database:
        if self._names is None:
            self._names = self._stack.enter_context(Database.open(self._path))
        return self._names


def _told(card: Card, lang: str = "") -> Card:
    """Return a card with its language, which its text tells where nothing else does."""
    return reader.with_language(card, lang)


def _written(values: Iterable[Struct]) -> list[dict[str, Any]]:
    """Return values as JSON has them."""
    return [msgspec.to_builtins(value) for value in values]
