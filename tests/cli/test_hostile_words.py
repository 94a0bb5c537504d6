"""Words of strangers in names, texts and file names are text everywhere, and steer nobody."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import defusedxml.ElementTree as ET
import pytest

from command import Ran, nanori
from nanori.model import visible
from project import put

SIGNS = "\x1b[31m\x1b]0;x\x07\x9b1m\u202e\u2066\u2028\r\ufeff\U000e0041"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
ORDER = re.compile(r"^\s*::|##\[|##vso\[", re.MULTILINE)

CARDS: list[dict[str, Any]] = [
    {
        "id": f"x{SIGNS}",
        "name": f"Ember{SIGNS} Pot",
        "type": f"Artifact{SIGNS}",
        "text": f"Ember{SIGNS} Pots enters. {SIGNS} This creature dies. “open ~ CARDNAME.",
    },
    {"name": "::error::pwn", "text": "::error::pwm enters.\n ::stop-commands::x\n(##[error]x"},
    {"name": "##vso[task]", "text": "\u3000::add-mask::x. ##[error]x. This creature"},
    {"name": f"灯{SIGNS}の壺", "text": f"灯{SIGNS}の壷は『x』{SIGNS}", "lang": "ja"},
]
SCENARIO = {
    "objects": [{"id": f"A{SIGNS}", "card": CARDS[0]}, {"id": "B", "card": CARDS[1]}],
    "questions": [{"state": f"A{SIGNS}"}, {"state": "B"}],
}
PROSE = (
    f"「炎{SIGNS}/Flame」\n::error::x 《炎》 ##[error]x\n728.1 a{SIGNS}\n728.2 b\n728.3 rule 1.9"
)


def written(folder: Path) -> Path:
    """Return a card file whose own name is hostile."""
    path = folder / f"##[error]a{SIGNS.replace('/', '')}.jsonl"
    return put(path, "".join(json.dumps(card) + "\n" for card in [*CARDS, {"id": SIGNS}]))


def proven(ran: Ran) -> None:
    for said in (ran.out, ran.err):
        assert not RAW.findall(said)
        assert not ORDER.findall(said)


@pytest.mark.parametrize(
    "command",
    [
        *("annotate", "annotate --to markup", "annotate --to summary", "show", "tree"),
        *("lint", "lint --diff", "lint --format concise", "lint --format json"),
        *(
            "lint --format jsonl",
            "lint --format sarif",
            "lint --format statistics",
            "lint --fix",
        ),
        *("restyle --style tilde", "restyle --style tilde --diff", "restyle --style oracle"),
    ],
)
def test_no_command_shows_what_steers(command: str, tmp_path: Path) -> None:
    ran = nanori(*command.split(), written(tmp_path))
    proven(ran)
    if "json" in command:
        values = json.loads(ran.out) if command.endswith("json") else ran.records()
        assert SIGNS in json.dumps(values, ensure_ascii=False).replace("\\u001b", "\x1b") or values
    if command == "annotate":
        assert [one["name"] for one in ran.records() if "name" in one] == [
            card["name"] for card in CARDS
        ]


def test_commands_for_a_workflow_are_ours_alone(tmp_path: Path) -> None:
    ran = nanori("lint", written(tmp_path), "--format", "github")
    orders = [line for line in ran.out.splitlines() if ORDER.search(line)]
    assert orders
    assert all(re.match(r"::(error|warning|notice) title=nanori ", line) for line in orders)
    assert not RAW.findall(ran.out + ran.err)


def test_other_commands_show_nothing_that_steers(tmp_path: Path) -> None:
    cards = written(tmp_path)
    scenario, prose = tmp_path / "s.json", tmp_path / f"p{SIGNS}.txt"
    scenario.write_text(json.dumps(SCENARIO))
    prose.write_text(PROSE, "utf-8")
    name = CARDS[0]["name"]
    for arguments in (
        ["bind", scenario],
        ["bind", scenario, "--explain"],
        ["mentions", prose],
        ["mentions", prose, "--all"],
        ["mentions", prose, "--to", "jsonl"],
        ["lint", prose],
        ["rename", cards, name, f"Ash{SIGNS} Pot"],
        ["rename", cards, name, "Ash Pot"],
        ["rename", cards, name, "Ash Pot", "--to", "jsonl"],
        ["rename", cards, name, "Ash Pot", "--diff"],
        ["names", "find", f"::error::{SIGNS}"],
        ["names", "find", "--to", "jsonl", f"::error::{SIGNS}"],
        ["names", "choose", f"::error::{SIGNS}"],
        ["names", "show", f"::error::{SIGNS}"],
        ["names", "build", cards, "-o", tmp_path / "names.sqlite"],
        ["names", "find", "Ember Pot", "--db", tmp_path / "names.sqlite"],
        ["names", "show", "Ember Pot", "--db", tmp_path / "names.sqlite"],
        ["tree", "--text", f"::error::{SIGNS}"],
        ["explain", f"::error::{SIGNS}"],
        ["annotate", f"##[error]{SIGNS}"],
        [f"##[error]{SIGNS}"],
        ["annotate", "--to", f"##[error]{SIGNS}"],
        ["lint", tmp_path, "--config", prose],
    ):
        proven(nanori(*arguments))


def test_json_says_the_same_with_escapes() -> None:
    value = {"a": f"{SIGNS}##[x]##vso[y]## 灯“ｘ”🐉é\x7f"}
    encoded = visible.json(value)
    assert json.loads(encoded) == value
    assert not RAW.findall(encoded.decode())
    assert not ORDER.findall(encoded.decode())
    assert "灯“ｘ”🐉é" in encoded.decode()


def test_what_may_be_shown_stays_as_it_is() -> None:
    for words in ("a::b", "a\tb\n", "灯の壺", "x: :y", "# [x]", "é🐉"):
        assert visible.visible(words) is words or visible.visible(words) == words
    assert visible.visible("a\n \t::b") == "a\n \t�:b"


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
