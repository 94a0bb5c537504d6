"""The same cards in many shapes of files: what is true of one must be true of all."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from project import put

CARDS = (
    ("Ash Wall", "Creature — Wall", "Defender\nWhen Ash Wall enters, draw a card."),
    ("Reed Ox", "Creature — Ox", ""),
    ("Tarn Lantern", "Artifact", "{T}, Sacrifice Tarn Lantern: You gain 2 life."),
    ("Ember Pot", "Artifact", "{T}: Ember Pot deals 1 damage to any target."),
    ("Mute Bell", "Artifact", "Mute Bell enters tapped.\n{T}: Add {C}."),
    ("Quay Gull", "Creature — Bird", "Flying\nWhenever Quay Gull attacks, scry 1."),
    ("Sable, the Quiet", "Legendary Creature — Human", "Sable enters with a +1/+1 counter on it."),
    ("Drift Net", "Enchantment", "When Drift Net enters, tap target creature."),
    ("Pale Road", "Land", "{T}: Add {W}.\n{1}, {T}, Sacrifice Pale Road: Draw a card."),
    ("Kiln Cub", "Creature — Bear", ""),
    ("Low Tide", "Sorcery", "Return target creature to its owner's hand."),
    ("Rust Imp", "Creature — Imp", "Flying\nWhen Rust Imp dies, you you lose 1 life."),
)
"""Name, type and text; two have no text, one has a doubled word."""

Rows = Sequence[tuple[str, str, str]]


def _records(cards: Rows) -> list[dict[str, str]]:
    return [{"name": name, "type": kind, "text": text} for name, kind, text in cards]


def _json(value: object, **how: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, **how).encode()  # type: ignore[arg-type]


def _lines(cards: Rows, **more: str) -> bytes:
    return b"".join(_json(record | more) + b"\n" for record in _records(cards))


def _table(cards: Rows, delimiter: str) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerows([("name", "type", "text"), *cards])
    return out.getvalue().encode()


def _workbook(cards: Rows) -> bytes:
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="xlsxwriter is not installed")
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False})
    sheet = book.add_worksheet("Cards")
    for number, row in enumerate([("name", "type", "text"), *cards]):
        sheet.write_row(number, 0, row)
    book.close()
    return out.getvalue()


def _parquet(cards: Rows) -> bytes:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(_records(cards)), out)
    return out.getvalue()


def _mtgjson(cards: Rows) -> bytes:
    every = [{**record, "setCode": "QHB"} for record in _records(cards)]
    return _json({"meta": {"version": "5"}, "data": {"code": "QHB", "cards": every}})


def _keyed(cards: Rows) -> bytes:
    every = {
        f"c{number:02}": {"description": text, "name": name, "type": kind}
        for number, (name, kind, text) in enumerate(cards)
    }
    return _json(every, sort_keys=True, indent=1)


def _yaml(cards: Rows) -> bytes:
    import yaml

    every = [{"name": name, "oracle_text": text, "type": kind} for name, kind, text in cards]
    return yaml.safe_dump(every, allow_unicode=True).encode()


def _cockatrice(cards: Rows) -> bytes:
    every = "".join(
        f"<card><name>{escape(name)}</name><text>{escape(text)}</text>"
        f"<prop><type>{escape(kind)}</type></prop></card>\n"
        for name, kind, text in cards
    )
    root = "cockatrice_carddatabase"
    return f'<?xml version="1.0"?>\n<{root} version="4"><cards>\n{every}</cards></{root}>'.encode()


def _mse(cards: Rows) -> bytes:
    def field(key: str, words: str) -> str:
        lines = words.split("\n")
        if len(lines) == 1:
            return f"\t{key}: {words}\n"
        return f"\t{key}:\n" + "".join(f"\t\t{line}\n" for line in lines)

    every = "".join(
        "card:\n"
        + field("name", name)
        + field("super type", kind.partition(" — ")[0])
        + field("sub type", kind.partition(" — ")[2])
        + field("rule text", text)
        for name, kind, text in cards
    )
    return f"mse version: 2.0.2\ngame: magic\nset info:\n\ttitle: Quay\n{every}".encode()


def _draftmancer(cards: Rows) -> bytes:
    every = [
        {"name": name, "mana_cost": "{1}", "type": kind, "oracle_text": text}
        for name, kind, text in cards
    ]
    return b"[CustomCards]\n" + _json(every, indent=1) + b"\n[MainSlot]\n"


def _spoiler(cards: Rows) -> bytes:
    every = (f"{name}\n{kind}\n{text}\n0/1\n" if text else f"{name}\n{kind}\n2/2\n"
             for name, kind, text in cards)  # fmt: skip
    return "\n".join(every).encode()


SHAPES: dict[str, tuple[str, Callable[[Rows], bytes]]] = {
    "bare JSON": ("a.json", lambda cards: _json(_records(cards))),
    "JSON Lines": ("a.jsonl", _lines),
    "with lang": ("a.jsonl", lambda cards: _lines(cards, lang="en")),
    "CSV": ("a.csv", lambda cards: _table(cards, ",")),
    "TSV": ("a.tsv", lambda cards: _table(cards, "\t")),
    "XLSX": ("a.xlsx", _workbook),
    "Parquet": ("a.parquet", _parquet),
    "set objects": ("a.json", _mtgjson),
    "keyed and sorted JSON": ("a.json", _keyed),
    "YAML": ("a.yaml", _yaml),
    "Cockatrice": ("a.xml", _cockatrice),
    "MSE": ("set", _mse),
    "Draftmancer": ("a.txt", _draftmancer),
    "spoiler": ("a.txt", _spoiler),
}


def written(shape: str, folder: Path, cards: Rows = CARDS) -> Path:
    """Write the cards in that shape and return where."""
    name, make = SHAPES[shape]
    return put(folder / name, make(cards))
