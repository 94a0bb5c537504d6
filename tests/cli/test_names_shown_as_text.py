"""A name with markup, a formula or signs that steer is text in every output."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import defusedxml.ElementTree as ET
import pytest

from command import nanori
from project import put

NAME = '=HYPERLINK("x")<script>alert(1)</script>&amp;'
STEERING = NAME + "\x1b[31m\u202e"
SHAPES = ["text", "concise", "json", "jsonl", "github", "sarif", "html", "xlsx"]
TRANSLATED = "＝灰の急使<img src=x onerror=alert(1)>"


def cards(folder: Path, name: str) -> Path:
    """Return a file with a card of that name, in which something is wrong, and its translation."""
    records = [
        {
            "lang": "en",
            "name": name,
            "text": f"Destroy a card named {name}. {{T: Draw 2 cards.\nUntap CARDNAME.",
        },
        {"lang": "ja", "name": TRANSLATED, "name_en": name, "text": "CARDNAMEが死亡したとき、３。"},
    ]
    return put(folder / "cards.jsonl", "".join(json.dumps(each) + "\n" for each in records))


def shown(folder: Path, *arguments: str, suffix: str = "") -> str:
    """Return what a command writes into a file; of a workbook, the text of its parts."""
    out = folder / f"out{suffix}"
    assert nanori(*arguments, "-o", str(out)).code in (0, 1)
    if suffix != ".xlsx":
        return out.read_text("utf-8")
    with zipfile.ZipFile(out) as book:
        return "\n".join(book.read(part).decode() for part in book.namelist() if ".xml" in part)


@pytest.mark.parametrize("shape", SHAPES)
def test_lint_shows_a_name_as_text(shape: str, tmp_path: Path) -> None:
    path = cards(tmp_path, STEERING)
    suffix = f".{shape}" if shape in ("html", "xlsx") else ""
    said = shown(tmp_path, "lint", str(path), "--format", shape, suffix=suffix)
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "HYPERLINK" in said
    if shape in ("html", "xlsx"):
        assert "<script>alert" not in said
        assert "<img" not in said
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;" in said
    if shape == "xlsx":
        assert "<f>" not in said


@pytest.mark.parametrize("shape", ["csv", "tbx"])
def test_a_glossary_has_a_name_as_text(shape: str, tmp_path: Path) -> None:
    path = cards(tmp_path, NAME)
    said = shown(tmp_path, "names", "export", "--used-in", str(path), "--to", shape)
    assert "HYPERLINK" in said
    if shape == "tbx":
        words = {element.text for element in ET.fromstring(said).iter()}
        assert {NAME, TRANSLATED} <= words
    else:
        cells = [cell for row in csv.reader(io.StringIO(said)) for cell in row]
        assert not [cell for cell in cells if re.match(r"[=+@]", cell)]
        assert any(cell.endswith(NAME) for cell in cells)


@pytest.mark.parametrize("shape", ["csv", "tbx"])
def test_a_glossary_steers_no_terminal(shape: str, tmp_path: Path) -> None:
    path = cards(tmp_path, STEERING)
    out = tmp_path / "out"
    ended = nanori("names", "export", "--used-in", str(path), "--to", shape, "-o", str(out))
    if ended.code:
        assert len(ended.err.splitlines()) == 2  # the name that is left out; nothing else is there
        assert not out.exists()
    else:
        assert "\x1b" not in out.read_text("utf-8")
    assert "\x1b" not in ended.err


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "content", [b'{"name": "Ash', b"\xff\xfe\xfa\x00\x01", b"", b"a,b\n1,2\n", None]
)
def test_a_broken_pair_is_one_line(content: bytes | None, side: int, tmp_path: Path) -> None:
    whole, broken = cards(tmp_path, "Ash Courier"), tmp_path / "broken.jsonl"
    if content is not None:
        broken.write_bytes(content)
    pair = [str(whole), str(broken)][:: -1 if side else 1]
    ended = nanori("lint", "--pair", *pair)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err
