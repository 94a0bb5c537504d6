"""Which formats are asked for what a file is: no more than may know it."""

import pkgutil
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from format_files import FILES
from nanori.formats import catalogue, in_json
from nanori.formats.detection import head_of
from nanori.formats.io.streams import HEAD, Content, opened
from nanori.model.errors import NanoriError
from project import ROOT

JSON = [member.name for member in pkgutil.iter_modules(in_json.__path__)]
"""The formats that are asked what a file of JSON is."""

EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*.json*") if path.is_file())


@pytest.mark.parametrize("path", [*FILES, *EXAMPLES], ids=lambda path: path.name)
def test_no_other_format_knows_a_file_of_json(path: Path) -> None:
    try:
        with opened(str(path), folder=True) as source:
            head = head_of(source)
    except NanoriError:
        return
    if head.outline is None:
        return
    knowing = {name for name, module in catalogue.listed().items() if module.recognises(head)}
    assert knowing <= set(JSON)


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (b'{"SaveName":"x","LuaScriptState":"', b'{\\"a\\":{\\"b\\":\\"c\\"}},'),
        (b'{"name":"x","text":"a"}\n{"name":"', b'\\"'),
        (b'{"a":"', b"\\\\"),
        (b"{", b'"a":1,'),
        (b"", b'{"a":'),
        (b"<!-- ", b"-- >"),
    ],
)
def test_a_format_is_told_quickly_wherever_its_beginning_is_cut_off(
    first: bytes, piece: bytes
) -> None:
    start = process_time()
    for cut in range(len(piece)):
        content = (first + piece * (HEAD // len(piece)))[: HEAD - cut]
        with suppress(NanoriError), catalogue.card_file(Content("cards", content)):
            pass
    assert process_time() - start < 2 * len(piece)  # 0.1 to 0.5 s each; it was 20 s and more
