"""`nanori convert`: cards of every format in every format that they are converted to."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from command import Captured
from format_files import FILES, ids
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError, Remark
from nanori.model.values import Card
from nanori.surfaces.cli import app


def records_of(path: Path) -> list[Entry]:
    """Return the records of a file that have a text; those before what cannot be read."""
    records: list[Entry] = []
    with suppress(NanoriError):
        read = reader.entries(str(path))
        records.extend(found for _, found in read if isinstance(found, Entry))
    return [record for record in records if record.card.text]


def cards_of(path: Path) -> list[Card]:
    return [record.card for record in records_of(path)]


READABLE = [path for path in FILES if cards_of(path)]


def whole(path: Path) -> bool:
    """Tell whether a file can be read to its end."""
    try:
        list(reader.entries(str(path)))
    except NanoriError:
        return False
    return True


def differing(before: Entry, after: Entry, to: str) -> set[str]:
    """Return the fields in which a card is another one, as a line says them."""
    own, other = msgspec.to_builtins(before.card), msgspec.to_builtins(after.card)
    differ = {field for field in own if own[field] != other[field]}
    if to in ("csv", "cockatrice"):  # these hold words, and may say more than the card did
        same = str(own["id"]) == str(other["id"])
        differ -= {"id"} if same else set[str]()
        derived = ("id", "layout", "name_en", "printed", "type_en")
        differ -= {field for field in derived if not own[field]}
    if max(len(own["faces"]), len(other["faces"])) == 1:
        differ -= {"faces"}
    if "text" in differ and own["text"].replace("\r\n", "\n") == other["text"]:
        differ = differ - {"text"} | {"line ends of texts"}
    differ |= {f"“{key}”" for key in before.extra if key not in after.extra}
    differ |= {"noqa"} if before.suppressed != after.suppressed else set[str]()
    return differ | ({"marks of names"} if before.markup and not after.markup else set[str]())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("to", ["cards", "jsonl", "csv", "cockatrice"])
@pytest.mark.parametrize("path", [path for path in READABLE if whole(path)], ids=ids)
def test_cards_there_and_back_differ_in_what_was_said_alone(
    path: Path, to: str, tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "out"
    wrong = [entry for _, entry in reader.entries(str(path)) if isinstance(entry, NanoriError)]
    broken = any(not isinstance(error, Remark) for error in wrong)
    assert app.run(["convert", str(path), "--to", to, "-o", str(out)]) == int(broken)
    said = re.search(r"^not carried: (.+)$", capsys.readouterr().err, re.MULTILINE)
    counts = dict(re.findall(r"(\S.*?) \((\d+)\)(?:, |$)", said[1])) if said else {}
    again: dict[tuple[str, str], list[Entry]] = {}
    for record in records_of(out):
        again.setdefault((record.card.name.strip(), record.card.lang), []).append(record)
    missed: Counter[str] = Counter()
    for record in records_of(path):
        same = again.get((record.card.name.strip(), record.card.lang))
        missed.update(differing(record, same.pop(0), to) if same else ["a text of its own"])
    assert {what: str(count) for what, count in missed.items()} == counts


def test_what_is_not_carried_is_said(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text('{"name": "Pot", "text": "Tap Pot.", "id": "7", "cost": "{1}"}\n', "utf-8")
    assert app.run(["convert", str(path), "--to", "cockatrice"]) == 0
    assert capsys.readouterr().err == "not carried: id (1), “cost” (1)\n"
    assert app.run(["convert", str(path), "--to", "jsonl"]) == 0
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
        assert app.run(["table", str(path), "--to", "csv", *raw]) == 0
        assert ("begin with a sign" in capsys.readouterr().err) == (not raw)
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(out)]) == 0
    assert "~ dies" in out.read_text("utf-8")


def test_an_edit_of_a_table_makes_no_formula(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "cards.csv"
    content = 'Name,Text\nPot,"+1: Pot draws, then stops."\nBell,Pot rings.\n'
    path.write_text(content, "utf-8")
    assert app.run(["rename", str(path), "Bell", "=HYPERLINK", "--write", "--force"]) == 2
    assert "which a spreadsheet takes for a formula" in capsys.readouterr().err
    assert path.read_text("utf-8") == content
    assert app.run(["restyle", "--style", "tilde", "--in-place", str(path)]) == 0
    assert '"+1: ~ draws' in path.read_text("utf-8")


def test_a_card_that_cannot_be_written_is_left_out_and_said(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "cards.jsonl"
    cards = '{"name": "Pot", "text": "Tap \\u0001 Pot."}\n{"name": "Urn", "text": "Tap Urn."}\n'
    path.write_text(f'{cards}{{"text": 3}}\n', "utf-8")
    out = tmp_path / "cards.xml"
    assert app.run(["convert", str(path), "--to", "cockatrice", "-o", str(out)]) == 1
    err = capsys.readouterr().err
    assert "U+0001 is there, which XML cannot hold in “Pot”" in err
    assert [card.name for card in cards_of(out)] == ["Urn"]
    assert app.run(["convert", str(path), "--to", "csv", "-o", str(path)]) == 2
