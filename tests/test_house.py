"""The house keeps its own rules: budgets, languages, invented cards, a small face, its pages."""

import ast
import json
import re
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import grimp
import pytest

import corpus
import nanori
import real
import scenario_cases
from nanori.grammar import languages
from nanori.model.values import Form, Target
from project import ROOT

BUDGETS = ROOT / "tests" / "budgets.toml"
MOST_LINES_OF_A_FUNCTION = 80
MOST_PUBLIC_NAMES = 25
FINISHED = {code for code in languages.codes() if not languages.load(code).lexicon.draft}
"""Languages that are no drafts: the corpus has the forty meanings in them."""


def python(*folders: str) -> Iterator[Path]:
    """Yield the Python files of these folders of the project."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def cases() -> Iterator[corpus.Case]:
    """Yield every case of a rule."""
    return corpus.cases("rules")


def test_every_case_has_every_language() -> None:
    lacking = [
        f"{case.path.name}: {case.title}"
        for case in cases()
        if not {text.lang for text in case.texts} >= wanted(case)
        or {text.lang for text in case.texts} - {*languages.codes()}
        or len(case.texts) != len({text.lang for text in case.texts})
    ]
    assert not lacking


def wanted(case: corpus.Case) -> set[str]:
    """Return the languages that a case must have: a finished one has the forty meanings."""
    meaning = f"{case.path.stem}: {case.title}"
    return FINISHED if meaning in corpus.MEANINGS else set(corpus.LANGUAGES)


def test_the_forty_meanings_are_cases_that_are_met() -> None:
    met = {f"{case.path.stem}: {case.title}" for case in cases() if not case.todo}
    assert len(set(corpus.MEANINGS)) == len(corpus.MEANINGS)
    assert met >= set(corpus.MEANINGS)


def test_every_title_is_used_once_in_its_file() -> None:
    titles = [(case.path, case.title) for case in cases()]
    assert len(titles) == len(set(titles))


def test_every_mark_has_a_form_and_a_target_that_exist() -> None:
    marks = [mark for case in cases() for text in case.texts for mark in find_marks(text)]
    assert {form for _, form, _ in marks} <= set(typing.get_args(Form))
    assert {target for _, _, target in marks} <= set(typing.get_args(Target))


@pytest.mark.parametrize("lang", corpus.LANGUAGES)
def test_every_form_and_target_has_a_case_in_every_language(lang: str) -> None:
    marks = [mark for case in cases() for text in case.texts for mark in find_marks(text)]
    assert {form for code, form, _ in marks if code == lang} == set(typing.get_args(Form))
    assert {target for code, _, target in marks if code == lang} == set(typing.get_args(Target))


def find_marks(text: corpus.Fence) -> list[tuple[str, str, str]]:
    """Return language, form and target of every mark; fails where a mark is broken."""
    assert "⟦" not in corpus.unmark(text.content), f"line {text.line}: a broken mark"
    labels = [mark.label.partition(">") for mark in corpus.marks(text.content)]
    return [(text.lang, form, target) for form, _, target in labels]


def count(name: str) -> int:
    """Return the lines of a room (a folder of the package), or of a folder or a kind of files."""
    package = ROOT / "src" / "nanori"
    if name == "files":
        return sum(1 for _ in python("src"))
    paths = {
        "sum": lambda: python("src"),
        "toml": lambda: (*package.rglob("*.toml"), *(ROOT / "grammar").rglob("*.toml")),
        "grammar-toml": lambda: (ROOT / "grammar").rglob("*.toml"),
        "bench": lambda: python("bench"),
        "docs": lambda: (ROOT / "docs").rglob("*.md"),
        "tests": lambda: python("tests"),
    }.get(name, lambda: python(f"src/nanori/{name}"))()
    return sum(path.read_bytes().count(b"\n") for path in paths)


def test_every_room_keeps_to_its_budget(request: pytest.FixtureRequest) -> None:
    text = BUDGETS.read_text("utf-8")
    budgets = tomllib.loads(text)
    if request.config.getoption("--accept"):
        for room, budget in budgets.items():
            lowered = min(budget["most"], max(round(count(room) * 1.01), budget["target"]))
            text = re.sub(rf"(\[{room}\]\nmost = )\d+", rf"\g<1>{lowered}", text)
        BUDGETS.write_text(text, "utf-8")
    over = {room: count(room) - budget["most"] for room, budget in budgets.items()}
    assert not {room: f"{by} too many" for room, by in over.items() if by > 0}


def test_every_room_has_a_budget() -> None:
    package = ROOT / "src" / "nanori"
    rooms = {path.name for path in package.iterdir() if any(path.glob("**/*.py"))}
    assert rooms <= {*tomllib.loads(BUDGETS.read_text("utf-8"))}


def test_no_function_is_long() -> None:
    long = [
        f"{path}:{node.lineno} {node.name}"
        for path in python("src", "tests", "bench")
        for node in functions(ast.parse(path.read_text(encoding="utf-8")))
        if (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]
    assert not long


def functions(part: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield functions and methods; one within another is shorter than that."""
    for node in getattr(part, "body", ()):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef | ast.If | ast.Try | ast.With):
            yield from functions(node)


def test_no_python_of_the_package_names_a_language() -> None:
    codes = set(languages.codes())
    quoted = re.compile(f"[\"']({'|'.join(map(re.escape, codes))})[\"']")
    named = [
        f"{path}:{node.lineno} {node.value!r}"
        for path in python("src")
        if quoted.search(path.read_text(encoding="utf-8"))
        for node in _without_formatted(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in codes
    ]
    assert not named


def test_types_are_described_to_msgspec_in_one_place() -> None:
    places = [path for path in python("src") if path.name != "typed_values.py"]
    met = re.compile(r"msgspec\.(convert|\w+\.decode\(.*type=)|[^>] msgspec\.\w+\.Decoder\(")
    assert not [str(path) for path in places if met.search(path.read_text(encoding="utf-8"))]


def _without_formatted(module: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes of a module but for pieces of f-strings, as “es” of f"{word}es"."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.JoinedStr):
            waiting += ast.iter_child_nodes(node)


def test_the_public_face_is_small() -> None:
    assert len(nanori.__all__) <= MOST_PUBLIC_NAMES
    assert all(hasattr(nanori, name) for name in nanori.__all__)


NAMED = {"name", "name_en", "faces", "alternate"}
"""Keys of what a card is called, in settings, scenarios and records."""


def names_in(value: object, key: str = "") -> Iterator[str]:
    """Yield the names of cards in a value, also where it has one for each language."""
    if isinstance(value, str) and key in NAMED:
        yield value
    elif isinstance(value, list):
        for part in cast("list[object]", value):
            yield from names_in(part, key)
    elif isinstance(value, dict):
        for inner, part in cast("dict[str, object]", value).items():
            yield from names_in(part, key if inner in languages.codes() else inner)


def invented() -> Iterator[object]:
    """Yield what has names in the corpus, its benchmark and the examples."""
    for folder in ("rules", "names", "renaming", "restyling", "rewriting"):
        yield from (each.settings for each in corpus.cases(folder) if not each.settings.get("real"))
    for path in corpus.files("scenarios"):
        yield from (case.blocks for case in scenario_cases.read(path) if not case.wrong)
    for path in (ROOT / "corpus" / "benchmark").glob("*.jsonl"):
        yield from map(json.loads, path.read_text("utf-8").splitlines())
    for path in (ROOT / "examples" / "harbor.csv", *(ROOT / "examples" / "translation").iterdir()):
        yield from ({"name": record.card.name} for record in nanori.read(path))


@pytest.mark.real
def test_all_cards_are_invented() -> None:
    named = {name for value in invented() for name in names_in(value)}
    assert len(named) > 1000
    assert not named & real.names()


def test_every_package_says_what_goes_in_and_what_comes_out() -> None:
    silent = [
        str(path)
        for path in (ROOT / "src" / "nanori").rglob("__init__.py")
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not silent


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("nanori")
    waiting = {
        module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules
    }
    while free := [module for module, imported in waiting.items() if not imported & set(waiting)]:
        for module in free:
            del waiting[module]
    assert not waiting


PACKAGE = ROOT / "src" / "nanori"


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "grammar/README.md"])
def test_every_path_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    paths = set(re.findall(r"`((?!\.\./)(?:[\w.-]+/)+[\w.-]*)`", text))
    lang = languages.reference_language()
    named = {path: path.replace("xx.", f"{lang}.") for path in paths}
    assert not [
        path
        for path, name in named.items()
        if not any((root / name).exists() for root in (ROOT, PACKAGE, ROOT / "grammar"))
    ]


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = [path.parent.name for path in PACKAGE.glob("*/__init__.py")]
    rooms += [f"surfaces/{path.parent.name}" for path in PACKAGE.glob("surfaces/*/__init__.py")]
    assert all(re.search(rf"(?m)^ {room} +\S", text) for room in rooms)
    packages = [path.parent.name for path in PACKAGE.rglob("__init__.py")]
    modules = {path.stem for path in PACKAGE.rglob("*.py")} | set(packages)
    for line in re.findall(r"(?m)^ (?:[\w/]+) .*→.*$", text):
        names = re.split(r"[,·\s]+", line.partition(": ")[2] or line.split("→")[-1])
        assert {name.strip("/") for name in names if name.endswith("/")} <= modules
