"""How many slips of designers lint tells, of those in its own field: `corpus/slips`."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

import lint_command
from project import ROOT

SLIPS = tomllib.loads((ROOT / "corpus/slips/designers.toml").read_text("utf-8"))
MARK = re.compile("⟦(.*?)⟧")
LEAST = 0.8
"""Of the slips, told at their words: the share that ../shared/design/designers.md asks for."""


@pytest.mark.parametrize("lang", list(SLIPS))
def test_slips_in_names_references_and_age_of_wording_are_told(lang: str, tmp_path: Path) -> None:
    texts = {name: text for cards in SLIPS[lang].values() for name, _, text in cards}
    lines = {name: line for cards in SLIPS[lang].values() for name, line, _ in cards}
    path = tmp_path / "set.json"
    cards = [
        {"card_name": name, "type": lines[name], "rules_text": MARK.sub(r"\1", text)}
        for name, text in texts.items()
    ]
    path.write_text(json.dumps({"cards": cards}, ensure_ascii=False), "utf-8")
    found: defaultdict[str, list[range]] = defaultdict(list)
    for one in lint_command.findings(path):
        found[one["card"]].append(range(one["start"], one["end"]))
    slips = 0
    missed: list[str] = []
    for name, text in texts.items():
        marks = list(MARK.finditer(text))
        wrong = [
            range(mark.start() - 2 * number, mark.end() - 2 * number - 2)
            for number, mark in enumerate(marks)
        ]
        slips += len(wrong)
        missed += [name for words in wrong if not any(set(words) & set(one) for one in found[name])]
        if not wrong:
            assert not found[name], name
    assert len(missed) <= (1 - LEAST) * slips, missed


ROW = 'Elder Heron,Creature — Bird,"Flying, Vigilance"'


def test_two_tables_that_translate_each_other_are_no_set_of_designers(tmp_path: Path) -> None:
    (tmp_path / "en.csv").write_text(f"Name,Type,Text\n{ROW}\n", "utf-8")
    assert lint_command.findings(tmp_path)
    japanese = "Elder Heron,古き鷺,クリーチャー — 鳥,飛行、警戒"
    (tmp_path / "ja.csv").write_text(f"英語名,カード名,タイプ,テキスト\n{japanese}\n", "utf-8")
    assert not lint_command.findings(tmp_path)
    more = "".join(f"{name},Creature — Bird,Flying\n" for name in ("Reed Wren", "Ash Wren"))
    (tmp_path / "en.csv").write_text(f"Name,Type,Text\n{ROW}\n{more}", "utf-8")
    assert lint_command.findings(tmp_path)


def test_a_story_in_a_set_is_no_rules_text(tmp_path: Path) -> None:
    story = {"card_name": "Of Salt", "type": "", "rules_text": "The two cannot see a mountain"}
    card = {"card_name": "Ash Lamp", "type": "Creature — Elf, Ox", "rules_text": "It cannot tap"}
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"cards": [story, card]}), "utf-8")
    assert {one["card"] for one in lint_command.findings(path)} == {"Ash Lamp"}
    path.write_text(json.dumps({"cards": [story]}), "utf-8")
    assert {one["card"] for one in lint_command.findings(path)} == {"Of Salt"}


HABITS = [
    "When {name} enters, gain life equal to its converted mana cost.",
    "{{T}}: Add {{G}} to your mana pool.",
    "{{T}}: Add one mana of any color. This is a separate face up library.",
    "{{1br}}: Draw a card.",
    "Flying\nWhen this creature enters, draw a card",
    "{{T}} : Draw a card.",
    "[T]: Draw a card.",
    "{name} cannot block.",
    "flying",
    "Flying, First Strike",
    "{name} can't be countered.",
]
BROKEN = "When this creature enters,\nyou draw a card and\nyou lose 1 life."


def wolves(folder: Path, texts: Sequence[str]) -> Path:
    named = ((f"Wolf {number}", text) for number, text in enumerate(texts))
    rows = [f'{name},Creature — Wolf,"{text.format(name=name)}"' for name, text in named]
    path = folder / "set.csv"
    path.write_text("Name,Type,Text\n" + "\n".join(rows), "utf-8")
    return path


@pytest.mark.parametrize("text", [*HABITS, BROKEN])
def test_what_a_set_says_so_throughout_is_told_once_and_is_its_own_business(
    text: str, tmp_path: Path
) -> None:
    path = wolves(tmp_path, [text] * 30)
    found = lint_command.findings(path)
    assert max(Counter(one["rule"] for one in found).values(), default=0) <= 1
    so = "(as 30 texts of this set, and none otherwise)"
    habits = [one for one in found if so in one["message"]]
    assert len(habits) == (text != BROKEN)
    for one in habits:
        assert not (one.get("fix") or {}).get("safe")
        assert len(lint_command.findings(path, "--select", one["rule"])) == 30  # who asks sees each


KEPT = {
    "When this creature enters, draw a card": "When this creature enters, draw a card.",
    "flying": "Flying",
    "{{T}} : Draw a card.": "{{T}}: Draw a card.",
    "{name} cannot block.": "{name} can't block.",
}


@pytest.mark.parametrize(("broken", "kept"), KEPT.items())
@pytest.mark.parametrize("others", [0, 1, 3])
def test_what_several_cards_of_a_set_keep_is_told_of_each_that_does_not(
    broken: str, kept: str, others: int, tmp_path: Path
) -> None:
    found = lint_command.findings(wolves(tmp_path, [kept] * others + [broken] * 30))
    assert len(found) == (30 if others == 3 else 1)
    so = f"(as 30 texts of this set, and {others or 'none'} otherwise)"
    assert (so in found[0]["message"]) == (others < 3)
