"""What is in half width in a text alone, where the other texts of its file have full width."""

from __future__ import annotations

import json
from pathlib import Path

import nanori

TEXTS = ["カード１枚を引く。", "{T}：{G}を加える。", "＋１/＋１の修整を受ける。"] * 4


def messages(folder: Path, *texts: str) -> list[str]:
    """Return what is said of the widths of texts in one file."""
    path = folder / "set.jsonl"
    records = [
        {"id": str(number), "name": f"窯の番人{number}", "lang": "ja", "text": text}
        for number, text in enumerate([*TEXTS * 3, *texts])
    ]
    path.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    said = nanori.lint(path)
    return [each.text for each in said if each.rule == "characters/width"]


def test_a_digit_a_colon_and_a_symbol_are_held_against_the_file(tmp_path: Path) -> None:
    assert messages(tmp_path, "カード1枚を引く。") == ["1"]
    assert messages(tmp_path, "{2}:カード２枚を引く。") == [":"]
    assert messages(tmp_path, "{Ｔ}：あなたはあなたの手札を捨てる。") == ["Ｔ"]


def test_what_a_file_has_often_is_its_manner(tmp_path: Path) -> None:
    assert messages(tmp_path, *["カード1枚を引く。"] * 3) == []


def test_reminder_text_and_text_in_another_language_are_left(tmp_path: Path) -> None:
    assert messages(tmp_path, "換装{4}（{4}:これをつける。）") == []
    assert messages(tmp_path, "Draw a card: 1 card.") == []
