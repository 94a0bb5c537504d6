"""Every production of the grammars is needed: without it some case of the corpus fails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import corpus
import nanori
from nanori.annotation import matcher, pipeline
from nanori.annotation.known_names import KnownNames
from nanori.grammar import compiler, languages, parser, trees
from nanori.grammar.driver import Driver, Unexpected
from nanori.grammar.languages import Language
from nanori.model.errors import DataFileError
from nanori.surfaces.cli.commands import tree as shapes
from removing import Removal, removals

pytestmark = pytest.mark.slow

Production = tuple[str, str]
"""What a production makes, and what of."""


@cache
def _shown(code: str) -> tuple[tuple[corpus.Case, corpus.Fence, list[str]], ...]:
    """Return the texts of a language with the trees that the corpus shows."""
    return tuple(
        (case, text, tree.content.splitlines())
        for case in corpus.cases("grammar")
        for text in case.texts
        for tree in case.texts
        if text.lang == code and not text.role and (tree.lang, tree.role) == (code, "tree")
    )


@cache
def _marked(code: str) -> tuple[tuple[corpus.Case, corpus.Fence], ...]:
    """Return the texts of a language whose references the corpus marks."""
    return tuple(
        (case, text)
        for case in corpus.cases("rules")
        for text in case.texts
        if text.lang == code and not text.role
    )


def _answers(language: Language) -> Iterator[object]:
    """Yield what the corpus looks at: the trees that differ from it, and all references."""
    for case, text, tree in _shown(language.code):
        card = case.card(text)
        parsed = trees.parse(card.text, language, matcher.find(card, language))
        yield list(shapes.outline(parsed, card.text)) == tree
    for case, text in _marked(language.code):
        names = case.setting("names", language.code)
        yield nanori.annotate(case.card(text), KnownNames(names) if names else None)


def _is_needed(removal: Removal, language: Language, answers: list[object]) -> bool:
    """Tell whether a grammar does not work, or some case fails, without a production."""
    try:
        tables = compiler.compiled(Language(language.code, language.lexicon, removal.grammar))
    except DataFileError:
        return True
    parser.load(language)._driver = Driver(tables)
    pipeline.forget()
    try:
        return any(now != before for now, before in zip(_answers(language), answers, strict=True))
    except (Unexpected, AssertionError):
        return True


@pytest.fixture(scope="module")
def unneeded() -> dict[str, set[Production]]:
    """Return the productions of each language that no case needs."""
    unneeded: dict[str, set[Production]] = {}
    for code in languages.codes():
        language = languages.load(code)
        kept = parser.load(language)._driver
        pipeline.forget()
        answers = list(_answers(language))
        unneeded[code] = {
            (removal.rule, removal.production)
            for removal in removals(language.grammar)
            if not _is_needed(removal, language, answers)
        }
        parser.load(language)._driver = kept
        pipeline.forget()
    return unneeded


def test_without_any_production_some_case_fails(unneeded: dict[str, set[Production]]) -> None:
    shared = {
        (removal.rule, removal.production)
        for removal in removals(
            (languages.folder() / f"{languages.COMMON}.lark").read_text("utf-8")
        )
    }
    own = {code: sorted(left - shared) for code, left in unneeded.items()}
    assert not any(own.values()), own
    assert not sorted(set.intersection(*unneeded.values()) & shared)
