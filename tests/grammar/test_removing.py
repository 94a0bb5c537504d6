"""Every production of the grammars is needed: without it some case of the corpus fails."""

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


def test_without_any_production_some_case_fails() -> None:
    """A production may be in the grammars of several languages: a case in one of them suffices."""
    every, needed = set[Production](), set[Production]()
    for code in sorted(languages.codes(), key=lambda code: -len(_shown(code))):
        language = languages.load(code)
        kept = parser.load(language)._driver
        pipeline.forget()
        answers = list(_answers(language))
        for removal in removals(language.grammar):
            production = removal.rule, removal.production
            every.add(production)
            if production not in needed and _is_needed(removal, language, answers):
                needed.add(production)
        parser.load(language)._driver = kept
        pipeline.forget()
    assert not sorted(every - needed)
