"""Every text of corpus/grammar has the tree that stands under it; every production is needed."""

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

import corpus
import nanori
from nanori.annotation import matcher, pipeline
from nanori.annotation.known_names import KnownNames
from nanori.grammar import compiler, driver, languages, parser, trees
from nanori.grammar.driver import Driver, Unexpected
from nanori.grammar.languages import Language
from nanori.grammar.tables import Production
from nanori.model.errors import DataFileError
from nanori.model.values import Node
from nanori.surfaces.cli.commands import tree as shapes

TREE = "tree"
"""The second word of a fence that holds a tree; the text stands in the one before."""


def _examples() -> Iterator[Any]:
    for case in corpus.cases("grammar"):
        texts = {fence.lang: fence for fence in case.texts if not fence.role}
        for fence in case.texts:
            if fence.role == TREE:
                yield pytest.param(
                    case, texts[fence.lang], fence, id=f"{case.path.stem}:{fence.line}"
                )


def _parsed(case: corpus.Case, text: corpus.Fence) -> Node:
    card, language = case.card(text), languages.load(text.lang)
    return trees.parse(card.text, language, matcher.find(card, language))


@pytest.mark.parametrize(("example", "said", "tree"), list(_examples()))
def test_a_text_has_the_tree_that_the_corpus_says(
    example: corpus.Case, said: corpus.Fence, tree: corpus.Fence
) -> None:
    shown = list(shapes.outline(_parsed(example, said), example.card(said).text))
    expected = tree.content.splitlines()
    if shown != expected:
        place = f"{example.path}:{tree.line} {example.title}"
        lines = difflib.unified_diff(expected, shown, place, "nanori", lineterm="")
        pytest.fail("\n".join(lines), pytrace=False)


class _Used(tuple[Production, ...]):
    """Productions that remember which of them were asked for."""

    numbers: set[int]

    def __getitem__(self, number: Any) -> Any:  # noqa: ANN401
        self.numbers.add(number)
        return super().__getitem__(number)


def _unused(code: str, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    """Return the productions that no case needs, by what they make and their place among those."""
    language = languages.load(code)
    grammar = parser.load(language)
    lalr = parser.load_tables(language)
    used = _Used(lalr.productions)
    used.numbers = set()
    monkeypatch.setattr(grammar, "_driver", Driver(replace(lalr, productions=used)))
    _forget()
    for folder in ("grammar", "rules"):
        for case in corpus.cases(folder):
            for text in case.texts:
                if text.lang == code and not text.role:
                    _parsed(case, text)
                    names = case.setting("names", code)
                    nanori.annotate(case.card(text), KnownNames(names) if names else None)
    order: dict[str, int] = {}
    found: set[tuple[str, int]] = set()
    for number, production in enumerate(lalr.productions):
        place = order[production.origin] = order.get(production.origin, -1) + 1
        if number not in used.numbers:
            found.add((production.origin, place))
    return found


def _forget() -> None:
    """Forget what was parsed before, so that all is parsed again."""
    from nanori.annotation import pipeline

    pipeline.forget()


def test_every_production_is_needed_by_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    if not str(driver.__file__).endswith(".py"):
        pytest.skip("a compiled driver looks productions up without asking anybody")
    unused = {code: _unused(code, monkeypatch) for code in languages.codes()}
    shared = _shared()
    for code, found in unused.items():
        own = {one for one in found if one[0] not in shared}
        finished = not languages.load(code).lexicon.draft
        assert not own or not finished, f"{code}: no case needs {sorted(own)}"
    for origin, codes in shared.items():
        nowhere = set.intersection(
            *({one for one in unused[code] if one[0] == origin} for code in codes)
        )
        assert not nowhere, f"no case of any language needs {sorted(nowhere)}"


def _shared() -> dict[str, list[str]]:
    """Return what productions of files that languages share make, with the languages."""
    every = {
        code: {one.origin for one in parser.load_tables(languages.load(code)).productions}
        for code in languages.codes()
    }
    orders = {languages.load(code).lexicon.order for code in languages.codes()}
    stems = [languages.COMMON, *(f"{languages.ORDERS}/{order}" for order in sorted(orders))]
    files = [languages.folder() / f"{stem}.lark" for stem in stems]
    shared = "\n".join(path.read_text("utf-8") for path in files)
    return {
        origin: [code for code, origins in every.items() if origin in origins]
        for origin in set[str]().union(*every.values())
        if f"\n{origin}:" in shared
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", languages.codes())
def test_a_grammar_prefers_to_go_on_only_where_it_says_so(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Lark shifts where it could reduce; `// prefers` names each production that so gives way."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        def __init__(self, lexer_conf: object) -> None: ...

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:  # noqa: ANN401
            return iter(())

    grammar = languages.load(code).grammar
    with caplog.at_level("DEBUG", logger="lark"):
        Lark(
            grammar,
            parser="lalr",
            lexer=cast("Any", NoLexer),
            debug=True,
            keep_all_tokens=True,
            maybe_placeholders=False,
        )
    recorded = re.findall(r"(?m)^// prefers ([\w, ]+): \S", grammar)
    accepted = {name for names in recorded for name in names.split(", ")}
    assert set(re.findall(r"\* <(\w+) :", caplog.text)) == accepted
    assert "reduce/reduce" not in caplog.text.lower()


RULE = re.compile(r"^(?P<name>_?[a-z][a-z_]*): *(?P<said>[^\n]*(?:\n +\|[^\n]*)*)", re.MULTILINE)
"""A rule with all its alternatives, which hold no patterns."""
OPTIONAL = re.compile(r"(?P<name>\w+)\?")


class Removal(NamedTuple):
    """A production, and a grammar that has all but it."""

    rule: str
    """What it makes."""
    production: str
    """What it is made of, as the grammar says."""
    grammar: str


def removals(grammar: str) -> Iterator[Removal]:
    """Yield the productions of a grammar's text, in order, each with the grammar without it.

    One with something optional is two: with it and without.
    """
    for rule in RULE.finditer(grammar):
        alternatives = [part.strip() for part in re.split(r"\|", rule["said"])]
        for number, said in enumerate(alternatives):
            for production, rest in _parts(said):
                others = [*alternatives[:number], *rest, *alternatives[number + 1 :]]
                written = f"{rule['name']}: {' | '.join(others)}" if others else ""
                without = grammar[: rule.start()] + written + grammar[rule.end() :]
                yield Removal(rule["name"], production, without)


def _parts(said: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each production that an alternative stands for, with what is left without it."""
    optional = OPTIONAL.search(said)
    if optional is None:
        yield said, []
        return
    before, behind = said[: optional.start()], said[optional.end() :]
    there, missing = before + optional["name"] + behind, before + behind
    yield there, [missing]
    yield missing, [there]


Made = tuple[str, str]
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


@pytest.mark.slow
def test_without_any_production_some_case_fails() -> None:
    """A production may be in the grammars of several languages: a case in one of them suffices."""
    every, needed = set[Made](), set[Made]()
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
