"""`nanori lint --fix --ask`: the owner says which fixes are made."""

import csv
import json
from pathlib import Path

import pytest

from command import nanori

NAMES = ["Ash Wolf", "Soot Wolf", "Ember Wolf", "Cinder Wolf"]
TEXTS = [
    "Untap this creture.",
    "Draw a card\nFlying",
    "{T}: Put the top card of your library in your hand.",
    "When this creature dies, put the top card of your library in your hand.",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a set of four cards with a slip each."""
    made = tmp_path / "set.csv"
    with made.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "type", "text"])
        for name, text in zip(NAMES, TEXTS, strict=True):
            rows.writerow([name, "Creature — Wolf", text])
    return made


def texts(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def asked(path: Path, answers: str, *options: object) -> str:
    ran = nanori("lint", path, "--fix", "--ask", *options, stdin=answers.encode())
    assert ran.code in (0, 1), ran.err
    return ran.err


def test_each_fix_is_shown_as_card_and_diff_and_made_if_the_owner_says_so(path: Path) -> None:
    said = asked(path, "y\nn\ny\n")
    assert "- Untap this creture.\n+ Untap this creature.\n" in said
    assert "Ash Wolf" in said
    assert "Fix this [y,n,i,a,q,?]?" in said
    changed = [new != old for new, old in zip(texts(path), TEXTS, strict=True)]
    assert changed[0] is True
    assert changed.count(True) == 2


def test_all_of_a_rule_are_fixed_by_one_answer(path: Path) -> None:
    asked(path, "n\nn\na\n")
    assert texts(path)[2:] == [
        "{T}: Put the top card of your library into your hand.",
        "When this creature dies, put the top card of your library into your hand.",
    ]


def test_no_answer_and_q_leave_what_follows(path: Path) -> None:
    before = path.read_bytes()
    assert asked(path, "").count("Fix this") == 1
    assert path.read_bytes() == before
    asked(path, "y\nq\n")
    assert texts(path) == ["Untap this creature.", *TEXTS[1:]]


def test_another_key_says_what_the_keys_are(path: Path) -> None:
    assert "a - fix it and all others of this rule" in asked(path, "?\nq\n")


def test_answers_are_kept_and_what_was_refused_is_not_asked_again(
    path: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "verdicts.jsonl"
    first = asked(path, "y\nn\nn\nn\nn\n", "--verdicts", kept)
    rows = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert [row["verdict"] for row in rows][:2] == ["y", "n"]
    assert first.count("Fix this") == len(rows)
    assert "Fix this" not in asked(path, "y\n", "--verdicts", kept)
    assert nanori("lint", path, "--baseline", kept).code == 0


def test_a_rule_is_turned_off_for_a_card_in_the_settings(path: Path) -> None:
    settings = path.with_name("nanori.toml")
    settings.write_text('languages = ["en"]\n', "utf-8")
    before = path.read_bytes()
    asked(path, "i\ni\nq\n", "--config", settings)
    assert path.read_bytes() == before
    rows = settings.read_text("utf-8").splitlines()
    assert rows[:3] == ['languages = ["en"]', "", "[per-card-ignores]"]
    assert sorted(row.partition(" =")[0] for row in rows[3:]) == ['"Ash Wolf"', '"Soot Wolf"']
    assert nanori("lint", path, "--config", settings).out.count("Wolf") == 2


def test_a_rule_is_turned_off_by_the_name_not_by_a_number_that_others_have(tmp_path: Path) -> None:
    rows = {"a": ("Ash Wolf", "Untap this creture."), "b": ("Bog Imp", "Tap this creture.")}
    for file, (name, text) in rows.items():
        row = {"id": "1", "name": name, "type": "Creature", "text": text}
        (tmp_path / f"{file}.jsonl").write_text(json.dumps(row), "utf-8")
    settings = tmp_path / "nanori.toml"
    settings.write_text("", "utf-8")
    ran = nanori("lint", tmp_path, "--fix", "--ask", "--config", settings, stdin=b"i\nn\n")
    assert ("Ash Wolf" in ran.out, "Bog Imp" in ran.out) == (False, True)
    assert "1 finding" in ran.err
    assert '"Ash Wolf" = [' in settings.read_text("utf-8")


def test_it_asks_only_about_files_that_are_fixed(path: Path) -> None:
    for options in (["--ask"], ["--fix", "--diff", "--ask"], ["--fix", "--verdicts", "kept.jsonl"]):
        ran = nanori("lint", path, *options)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
