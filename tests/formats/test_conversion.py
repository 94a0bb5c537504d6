"""`nanori convert`: cards of every format in every format that they are converted to."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from command import Captured
from format_files import FILES, ids
from nanori.formats import reader
from nanori.formats.records import Record
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.surfaces.cli import app


def cards_of(path: Path) -> list[Card]:
    """Return the cards of a file that have a text; those before what cannot be read."""
    cards: list[Card] = []
    try:
        for record in reader.read(str(path)):
            if isinstance(record, Record):
                cards.append(record.card)
    except NanoriError:
        pass
    return [card for card in cards if card.text.strip()]


READABLE = [path for path in FILES if cards_of(path)]


def converted(path: Path, to: str, tmp_path: Path) -> list[Card]:
    out = tmp_path / f"out-{to}"
    assert app.run(["convert", str(path), "--to", to, "-o", str(out)]) in (0, 1, 2)
    return cards_of(out) if out.exists() else []


def whole(path: Path) -> bool:
    """Tell whether a file can be read to its end."""
    try:
        list(reader.entries(str(path)))
    except NanoriError:
        return False
    return True


def said(card: Card) -> tuple[object, ...]:
    """Return what is kept of a card wherever it is written."""
    lines = tuple(line.strip() for line in card.text.strip().splitlines())
    kind = card.type or card.type_en  # a table tells the language of a type by its letters
    return card.name.strip(), lines, kind.strip(), card.lang, card.name_en.strip()


@pytest.mark.parametrize("to", ["cards", "jsonl"])
@pytest.mark.parametrize("path", READABLE, ids=ids)
def test_card_records_are_the_same_cards(path: Path, to: str, tmp_path: Path) -> None:
    if whole(path):
        again = [msgspec.to_builtins(card) for card in converted(path, to, tmp_path)]
        assert again == [msgspec.to_builtins(card) for card in cards_of(path)]


@pytest.mark.parametrize("path", READABLE, ids=ids)
def test_a_table_has_the_same_texts_names_and_types(path: Path, tmp_path: Path) -> None:
    if whole(path):
        again = converted(path, "csv", tmp_path)
        assert Counter(map(said, again)) == Counter(map(said, cards_of(path)))
        faces = [card.faces for card in cards_of(path) if len(card.faces) > 1]
        assert [card.faces for card in again if len(card.faces) > 1] == faces


@pytest.mark.parametrize("path", READABLE, ids=ids)
def test_a_database_of_cockatrice_has_every_text(path: Path, tmp_path: Path) -> None:
    if not whole(path):
        return
    again = converted(path, "cockatrice", tmp_path)
    texts: dict[str, str] = {}
    for card in again:
        texts[card.name.strip()] = texts.get(card.name.strip(), "") + "\n" + card.text
    for card in cards_of(path):
        for line in card.text.strip().splitlines():
            assert line.strip() in texts[card.name.strip()]


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
        assert app.run(["convert", str(path), "--to", "csv", "-o", str(out), *raw, "--force"]) == 0
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
