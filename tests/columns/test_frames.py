"""The examples of docs/columns.md, each with the library that it is about, if that is installed."""

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from project import ROOT

PAGE = ROOT / "docs" / "columns.md"
SECTIONS = re.split(r"(?m)^(?=##+ )", PAGE.read_text("utf-8"))
FENCE = re.compile(r"(?ms)^```python\n(.*?)^```$")
EXAMPLES = {text.partition("\n")[0].strip("# "): "".join(FENCE.findall(text)) for text in SECTIONS}
FIRST = EXAMPLES["In Python"]


@pytest.mark.parametrize("title", [title for title, code in EXAMPLES.items() if code])
def test_an_example_prints_what_it_shows(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = EXAMPLES[title] if title == "In Python" else f"{FIRST}{EXAMPLES[title]}"
    for module in re.findall(r">>> import (\w+)", code):
        if not find_spec(module):
            pytest.skip(f"{module} is not installed: make columns")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(code, {}, title, str(PAGE), 0)
    assert test.examples
    result = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test)
    assert not result.failed
