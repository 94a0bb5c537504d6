"""What is no card file is refused in one line that says what it looks like; certain formats."""

import json
import pkgutil
import zipfile
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from command import Captured, nanori
from format_files import FILES
from nanori.formats import catalogue, in_json, reader
from nanori.formats.detection import head_of
from nanori.formats.io import streams
from nanori.formats.io.streams import Content, opened
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import app
from project import FORMATS, ROOT, put

NO_CARDS = "a table without cards (--column name=…, text=… say which columns have them)"
CARD = "Ember Pot\nArtifact\nSacrifice this artifact: Draw a card.\n"
TALK = "I have thought about pots for a long time, and about what they might do.\n\n"
RECORD = {"name": "Ember Pot", "type": "Artifact", "text": "Sacrifice this artifact: Draw a card."}
LONG = json.dumps([RECORD, RECORD], indent=2)

MARKDOWN = "Markdown with code, tables or links"

STRANGERS = {
    "remark.json": ("JSON with comments", "// my pots\n" + json.dumps({"pots": [1]}, indent=2)),
    "requests.ndjson": (
        "requests to a program",
        f'{{"id": 1, "method": "annotate", "params": {{"cards": [{json.dumps(RECORD)}]}}}}\n' * 2,
    ),
    "rpc.json": (
        "requests to a program",
        json.dumps({"jsonrpc": "2.0", "method": "a", "id": "x", "params": {"card": RECORD}}),
    ),
    "object.txt": ("JSON with comments", f"# mine\n{json.dumps(RECORD, indent=2)}"),
    "part.txt": ("JSON that is broken", LONG[2:-20].replace("{", "", 1)),
    "scenario.yaml": ("YAML", 'objects:\n  - {name: "Ember Pot", text: "Draw a card."}\n'),
    "names.yml": ("YAML", "- name: Ember Pot\n  type: Artifact\n"),
    "begun": ("YAML", "---\nname: Ember Pot\ntype: Artifact\ntext: Draw a card.\n"),
    "items.txt": ("YAML", "- name: Ember Pot\n  type: Artifact\n  text: Draw a card.\n" * 3),
    "nested.txt": ("YAML", "cards:\n  - name: Ember Pot\n    type: Artifact\n"),
    "folded.txt": ("YAML", "name: Ember Pot\r\ntype: Artifact\r\ntext: >-\r\n  Draw a card.\r\n"),
    "cards.toml": ("TOML", '[[card]]\nname = "Ember Pot"\ntype = "Artifact"\n'),
    "string.txt": ("TOML", f'[card]\nname = "Ember Pot"\ntext = """\n{CARD}"""\n'),
    "cards.ini": ("settings (INI)", "; mine\n[Ember Pot]\ntype=Artifact\ntext=Draw a card.\n"),
    "page.html": ("HTML", f"<!DOCTYPE html>\n<html><body><pre>\n\n{CARD}\n</pre></body></html>"),
    "piece.txt": ("HTML", f"Cards\n<p>One</p>\n<ul>\n<li>Two</li>\n</ul>\n\n{CARD}"),
    "feed.xml": ("XML with the root <rss>", f"<?xml version='1.0'?>\n<rss>\n\n{CARD}</rss>"),
    "guide.md": (MARKDOWN, f"# Guide\n\n```text\n{CARD}```\n"),
    "table.md": (MARKDOWN, f"| a | b |\n|---|---|\n\n{CARD}"),
    "made.py": ("source code", f'import re\n\nA = """\n\n{CARD}\n"""\n\nprint(re.sub("a", A))\n'),
    "run": ("a program", f"#!/bin/sh\ncat <<END\n\n{CARD}\nEND\n"),
    "made.js": ("source code", f"const a = `\n\n{CARD}`;\nfunction f() {{\n  return a;\n}}\n"),
    "made.c": ("source code", f"#include <a.h>\n/*\n\n{CARD}\n*/\nint f() {{\n  return 0;\n}}\n"),
    "cards.patch": ("a patch", f"--- a/cards.txt\n+++ b/cards.txt\n@@ -1,3 +1,3 @@\n\n{CARD}"),
    "out.log": ("a log", "2024-05-01 10:00:00 INFO x\n" * 5 + f"\n{CARD}"),
    "people.txt": (NO_CARDS, "id,city,age\n1,Rome,3\n2,Oslo,4\n3,Bern,5\n"),
    "other.json": ("JSON with the keys “city”, “people”", '{"city": "Rome", "people": []}'),
    "page.pdf": ("a PDF file", f"%PDF-1.4\n\n{CARD}"),
    "bytes": ("a file that is no text", f"\0\1\2\3\4{CARD}"),
}  # fmt: skip


@pytest.fixture
def stranger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return put(tmp_path / request.param, STRANGERS[request.param][1].encode())


@pytest.mark.parametrize("stranger", STRANGERS, indirect=True)
@pytest.mark.parametrize(
    "arguments",
    [
        ["annotate"],
        ["restyle", "--style", "oracle", "--in-place"],
        ["rename", "--write"],
        ["lint", "--fix"],
    ],
    ids=lambda case: case[0],
)
def test_a_stranger_is_refused_in_one_line_and_stays(
    arguments: list[str], stranger: Path, capsys: Captured
) -> None:
    before = stranger.read_bytes()
    names = ["Ember Pot", "Ash Pot"] if arguments[0] == "rename" else []
    assert app.run([*arguments, str(stranger), *names]) == 2
    said = capsys.readouterr().err.removeprefix("0 fixed\n")
    assert said.startswith(f"{stranger}: it looks like {STRANGERS[stranger.name][0]}, which is in ")
    assert said.count("\n") == 1
    assert stranger.read_bytes() == before


UNREAD = {
    "a.properties": "Java properties: not read; convert to PO or CSV",
    "a.strings": "strings of Apple: not read; convert to PO or CSV",
    "a.resx": "resources of .NET: not read; convert to PO or CSV",
    "a.ods": "spreadsheets of OpenDocument: not read; convert to XLSX or CSV",
}
PROPERTIES = "# Cards\nash.name = Ember Pot\nash.text = Tap Ember Pot.\n"
STRINGS = '/* Cards */\n"ash.name" = "Ember Pot";\n"ash.text" = "Tap Ember Pot.";\n'
RESX = """<?xml version="1.0"?>
<root><data name="ash.name"><value>Ember Pot</value></data></root>
"""


@pytest.mark.parametrize("name", UNREAD)
@pytest.mark.parametrize(
    "command", ["annotate", "lint", "names build", "mentions", "restyle", "lint --names"]
)
def test_a_format_that_is_not_read_is_refused_by_its_name(
    command: str, name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / name
    if "OpenDocument" in UNREAD[name]:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("content.xml", "<office/>")
    else:
        shapes = {"Java": PROPERTIES, "strings": STRINGS, "resources": RESX}
        path.write_text(shapes[UNREAD[name].split()[0]], "utf-8")
    cards = put(tmp_path / "cards.csv", "name,text\nEmber Pot,Tap Ember Pot.\n")
    options = {
        "names build": ["-o", str(tmp_path / "names.sqlite")],
        "restyle": ["--style", "tilde"],
        "lint --names": [str(cards)],
    }
    arguments = [*command.split(), str(path), *options.get(command, [])]
    assert app.run(arguments) == 2
    assert f"{path}: {UNREAD[name]}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        (LONG.replace("\n]", ",\n]"), (12, 1), "a comma is there before “]”"),
        (LONG.replace('card."', 'card.",'), (6, 3), "a comma is there before “}”"),
        (LONG.replace("},", "}, // one"), (6, 6), "a comment is there"),
    ],
)
def test_json_with_what_json_cannot_have_is_refused_with_its_place(
    content: str, place: tuple[int, int], reason: str, tmp_path: Path
) -> None:
    path = put(tmp_path / "cards.json", content)
    with pytest.raises(
        NanoriError, match=f"not JSON: {reason}.*, which JSON cannot have"
    ) as caught:
        list(reader.read(str(path)))
    assert (caught.value.line, caught.value.column) == place
    assert app.run(["restyle", "--style", "oracle", "--in-place", str(path)]) == 2
    assert path.read_text("utf-8") == content


def test_a_table_without_texts_is_refused_but_its_names_are_read(
    tmp_path: Path, capsys: Captured
) -> None:
    path = put(tmp_path / "cards.csv", "name,type,size\nEmber Pot,Artifact,3\n")
    assert app.run(["annotate", str(path)]) == 2
    reason = "no column with the cards' texts, --column text=… says which: there are"
    assert capsys.readouterr().err == f"{path}: {reason} “name”, “type”, “size”\n"
    assert list(reader.names(str(path))) == ["Ember Pot"]
    assert list(reader.read(str(path), format_name="tables")) == []
    path.write_text("name,日本語名\nEmber Pot,残り火の壺\n", "utf-8")
    assert app.run(["rename", "--write", str(path), "Ember Pot", "Ash Pot"]) == 0
    assert path.read_text("utf-8") == "name,日本語名\nAsh Pot,残り火の壺\n"


CERTAIN = [path for path in FILES if path.name != "wrong-records.jsonl"]


@pytest.mark.parametrize("path", CERTAIN, ids=lambda path: str(path.relative_to(FORMATS)))
def test_every_file_of_the_corpus_is_certain(path: Path) -> None:
    with catalogue.card_file(str(path)) as file:
        assert (file.name, file.certain) == (path.parent.name, True)


SPOILERS = [
    CARD,
    f"Hi!\n\n{CARD}\n---\n{CARD}",
    f"## Ember Pot {{2}}\n*Artifact*\n{{T}}: Draw a card.\n\n{CARD}",
    "Name: Ember Pot\nType: Artifact\nText: Draw a card.\nFlavor: “Hush.”\n",
    'Name: Ember Pot\nType: Artifact\nText:\n    Draw a card.\nFlavor: "Hush."\n',
    "残り火の壺 (２)\nアーティファクト\n{Ｔ}：カード１枚を引く。\n",
    "[Ember Pot]\nArtifact\n{T}: Draw a card;\nreturn Ember Pot to its owner’s hand.\n",
    "{2} Ember Pot\nArtifact\nSacrifice Ember Pot (It goes to\nthe graveyard from play): Draw.\n",
]


@pytest.mark.parametrize("content", SPOILERS)
@pytest.mark.parametrize("name", ["cards.txt", "cards.md", "cards"])
def test_a_spoiler_is_certain(content: str, name: str, tmp_path: Path) -> None:
    path = put(tmp_path / name, content.encode())
    with catalogue.card_file(str(path)) as file:
        assert (file.name, file.certain) == ("spoilers", True)


GUESSED = {
    "talk.txt": TALK * 5 + CARD,
    "cards.rst": CARD,
    "untyped.txt": "Name: Ember Pot\nText: Sacrifice this artifact: Draw a card.\n",
    "late.jsonl": '{"name": "Moss Door", "type": "Land"}\n' + json.dumps(RECORD) + "\n",
    "data.json": json.dumps({"data": {"x": [RECORD]}}),
}
FORMAT = {"late.jsonl": "cards", "data.json": "mtgjson"}


@pytest.mark.parametrize("name", GUESSED)
def test_a_guessed_format_is_read_and_only_changed_when_it_is_said(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = put(tmp_path / name, GUESSED[name])
    what = FORMAT.get(name, "spoilers")
    assert any(not isinstance(record, NanoriError) for record in reader.read(str(path)))
    reason = f"its format is only guessed: to change it --from {what} was wanted"
    style = ["restyle", "--style", "oracle", "--in-place", str(path)]
    for arguments in (style, ["rename", "--write", str(path), "Ember Pot", "Ash Pot"]):
        assert app.run(arguments) == 2
        assert capsys.readouterr().err.splitlines()[-1] == f"{path}: {reason}"
        assert path.read_text("utf-8") == GUESSED[name]
    assert app.run([*style, "--from", what]) == 0
    assert path.read_text("utf-8") == GUESSED[name].replace("this artifact", "Ember Pot")


def test_lint_leaves_a_file_whose_format_is_guessed_and_mends_the_others(
    tmp_path: Path, capsys: Captured
) -> None:
    slip = CARD.replace("this artifact", "~")
    guessed, sure = tmp_path / "talk.txt", tmp_path / "cards.txt"
    guessed.write_text(TALK * 5 + slip, "utf-8")
    sure.write_text(slip, "utf-8")
    assert app.run(["lint", "--fix", str(guessed), str(sure)]) == 1
    assert f"{guessed}: its format is only guessed" in capsys.readouterr().err
    assert guessed.read_text("utf-8") == TALK * 5 + slip
    assert sure.read_text("utf-8") != slip
    assert app.run(["lint", "--fix", "--from", "spoilers", str(guessed)]) == 0
    assert guessed.read_text("utf-8") == TALK * 5 + sure.read_text("utf-8")


@pytest.mark.parametrize(
    "piece", ["\n", " ", "a", "[", "`[", "<p ", "- a: ", '"a": ', "=", ";", "#"]
)
def test_a_long_text_of_one_piece_is_no_card_file(piece: str, tmp_path: Path) -> None:
    path = put(tmp_path / "text.txt", "x\n" + piece * (6_000 // len(piece)))
    with pytest.raises(NanoriError):
        list(reader.read(str(path)))


def test_half_a_character_in_a_key_is_no_stumbling_block(tmp_path: Path) -> None:
    path = put(
        tmp_path / "set.json",
        '{"Ash Urn_X": {"cardName": "Ash Urn", "rulesText": "Untap Ash Urm."},\n'
        ' "Ash\\ud800 Pot_X": {"cardName": "Ash Pot", "rulesText": "Untap Ash Pott."}}\n',
    )
    for arguments in (["lint"], ["lint", "--fix", "--unsafe-fixes"]):
        assert "internal" not in nanori(*arguments, path).err


def test_boxes_of_words_on_a_card_are_no_cards(tmp_path: Path) -> None:
    box = {"name": "Title", "text": "Reed Otter", "x": 0.1, "y": 0.2, "width": 0.8}
    path = put(tmp_path / "boxes.json", json.dumps({"layers": [box]}))
    with pytest.raises(NanoriError):
        list(reader.read(str(path)))


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
    first: bytes, piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEAD_BYTES", size := 1 << 14)
    start = process_time()
    for cut in range(len(piece)):
        content = (first + piece * (size // len(piece)))[: size - cut]
        with suppress(NanoriError), catalogue.card_file(Content("cards", content)):
            pass
    assert process_time() - start < 0.5 * len(piece)  # it was a second and more each
