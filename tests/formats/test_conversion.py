"""`nanori convert`: cards of every format in every format that they are converted to."""

import json
from pathlib import Path

import msgspec
import pytest

from command import Captured
from format_files import FILES, ids, read
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError, Remark
from nanori.model.values import Card
from nanori.surfaces.cli import app
from project import put


def records_of(path: Path) -> list[Entry]:
    """Return the records of a file that have a text; those before what cannot be read."""
    records = (found for found in read(path).entries if isinstance(found, Entry))
    return [record for record in records if record.card.text]


def cards_of(path: Path) -> list[Card]:
    return [record.card for record in records_of(path)]


READABLE = [path for path in FILES if cards_of(path)]


def differing(before: Entry, after: Entry, to: str) -> set[str]:
    """Return the fields in which a card is another one."""
    own, other = msgspec.to_builtins(before.card), msgspec.to_builtins(after.card)
    differ = {field for field in own if own[field] != other[field]}
    if to == "csv":  # it holds words, and may say more than the card did
        same = str(own["id"]) == str(other["id"])
        differ -= {"id"} if same else set[str]()
        derived = ("id", "layout", "name_en", "printed", "type", "type_en")
        differ -= {field for field in derived if not own[field]}
        differ -= {"alternate"}  # a table's is of the language that its script is of
        if own["type"] == other["type_en"]:  # and so is its type
            differ -= {"type", "type_en"}
    else:
        differ |= {key for key in before.extra if key not in after.extra}
    if max(len(own["faces"]), len(other["faces"])) == 1:
        differ -= {"faces"}
    if own["text"].replace("\r\n", "\n") == other["text"]:
        differ -= {"text"}
    return differ | ({"noqa"} if before.suppressed != after.suppressed else set[str]())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("to", ["cards", "jsonl", "csv"])
@pytest.mark.parametrize("path", [path for path in READABLE if read(path).whole], ids=ids)
def test_cards_there_and_back_are_the_same(path: Path, to: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    wrong = [entry for entry in read(path).entries if isinstance(entry, NanoriError)]
    broken = any(not isinstance(error, Remark) for error in wrong)
    assert app.run(["convert", str(path), "--to", to, "-o", str(out)]) == int(broken)
    before, after = records_of(path), records_of(out)
    assert [card.card.name.strip() for card in before] == [card.card.name.strip() for card in after]
    for one, other in zip(before, after, strict=True):
        assert not differing(one, other, to), one.card.name


def test_what_a_table_has_no_column_for_is_said(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "Pot", "text": "Tap Pot.", "id": "7", "cost": "{1}"}\n', "utf-8")
    assert app.run(["convert", str(path), "-o", str(tmp_path / "cards.csv")]) == 0
    assert capsys.readouterr().err == "not in the table: cost\n"
    assert (tmp_path / "cards.csv").read_bytes().startswith(b"\xef\xbb\xbfid,lang,name")
    assert app.run(["convert", str(path)]) == 0
    shown = capsys.readouterr()
    assert (json.loads(shown.out)["cost"], shown.err) == ("{1}", "")


def test_what_a_spreadsheet_would_take_for_a_formula_is_none(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "=1+1", "text": "+1: Draw a card.", "id": "@x"}\n', "utf-8")
    out = tmp_path / "cards.csv"
    assert app.run(["convert", str(path), "--to", "csv", "-o", str(out)]) == 0
    row = out.read_text("utf-8-sig").splitlines()[1]
    assert row.startswith(" @x,en, =1+1,,,, +1: Draw a card.,")


def test_the_blank_before_a_sign_is_said_and_is_none_of_the_words(
    tmp_path: Path, capsys: Captured
) -> None:
    path, out = tmp_path / "cards.jsonl", tmp_path / "cards.csv"
    texts = ["+1: Draw a card.\nPot dies.", "＋１：カードを１枚引く。", " +1 and", "−2: Draw."]
    path.write_text("".join(json.dumps({"name": "Pot", "text": t}) + "\n" for t in texts), "utf-8")
    for raw in ([], ["--raw"]):
        out.unlink(missing_ok=True)
        assert app.run(["convert", str(path), "--to", "csv", "-o", str(out), *raw]) == 0
        assert ("3 cells begin with a sign" in capsys.readouterr().err) == (not raw)
        read = [card.text for card in cards_of(out)]
        assert read == (texts if not raw else [*texts[:2], "+1 and", texts[3]])
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(out)]) == 0
    assert "~ dies" in out.read_text("utf-8")


def test_an_edit_of_a_table_makes_no_formula(tmp_path: Path, capsys: Captured) -> None:
    content = 'Name,Text\nPot,"+1: Pot draws, then stops."\nBell,Pot rings.\n'
    path = put(tmp_path / "cards.csv", content)
    assert app.run(["rename", str(path), "Bell", "=HYPERLINK", "--write", "--force"]) == 2
    assert "which a spreadsheet takes for a formula" in capsys.readouterr().err
    assert path.read_text("utf-8") == content
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(path)]) == 0
    assert '"+1: ~ draws' in path.read_text("utf-8")
