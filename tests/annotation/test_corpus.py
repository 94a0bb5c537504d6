"""Every text of corpus/ is annotated exactly as it is marked there."""

import difflib

import pytest

import corpus
import nanori
from nanori.annotation.known_names import KnownNames
from nanori.annotation.marked_text import marked as mark


def test_a_text_is_annotated_as_it_is_marked(
    case: corpus.Case, text: corpus.Fence, request: pytest.FixtureRequest
) -> None:
    card = case.card(text)
    names = case.setting("names", text.lang)
    found = nanori.annotate(card, KnownNames(names) if names else None)
    marked = mark(card.text, found)
    if marked != text.content and request.config.getoption("--accept"):
        accept(case, text, marked)
    elif marked != text.content:
        place = f"{case.path}:{text.line} {case.title}"
        lines = difflib.unified_diff(
            text.content.splitlines(), marked.splitlines(), place, "nanori", lineterm="", n=0
        )
        pytest.fail("\n".join(lines), pytrace=False)
    for key, value in (("rules", [r.rule for r in found]), ("scopes", [r.scope for r in found])):
        expected = case.setting(key, text.lang)
        assert expected in (None, value), f"{case.path}:{text.line}: {key} are {value}"


def accept(case: corpus.Case, text: corpus.Fence, marked: str) -> None:
    """Rewrite one text's marks in its file; the number of lines stays what it was."""
    lines = case.path.read_text(encoding="utf-8").split("\n")
    first = text.line - 1
    lines[first : first + marked.count("\n") + 1] = marked.split("\n")
    case.path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
