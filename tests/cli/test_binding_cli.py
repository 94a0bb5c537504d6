"""The command `nanori bind`: where it reads and writes, what it shows, what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

import nanori
from command import nanori as command
from nanori import NanoriError
from project import put

WISP = "Mercurial Wisp"
SCENARIO: dict[str, Any] = {
    "objects": [
        {"id": "WISP", "card": {"lang": "en", "name": WISP, "type": "Creature", "text": "Flying"}},
        {
            "id": "FEN",
            "card": {"lang": "ja", "name": "沼の棍棒使い", "text": "{G}：沼の棍棒使いを再生する。"},
        },
    ],
    "events": [{"gain": {"object": "WISP", "from": "FEN", "abilities": "activated"}}],
    "questions": [{"state": "WISP"}, {"same_name": ["WISP", "FEN"]}],
}
YAML = """\
objects:
  - id: WISP
    card: {lang: en, name: Mercurial Wisp, text: Flying}
events:
  - gain: {object: WISP, from: NOBODY, abilities: all}
"""


def test_a_mapping_is_answered_without_a_file() -> None:
    state, question = nanori.bind(SCENARIO)
    assert list(state) == ["object", "names", "abilities", "rules"]
    gained = state["abilities"][1]
    assert gained["text"] == "{G}：Mercurial Wispを再生する。"
    assert gained["was"] == "{G}：沼の棍棒使いを再生する。"
    (reference,) = gained["references"]
    wanted = {
        "start": 4,
        "end": 18,
        "text": WISP,
        "form": "full",
        "target": "self",
        "binds_to": "WISP",
        "rule": "201.5b",
        "role": "source",
        "level": 0,
    }
    assert wanted.items() <= reference.items()
    assert question == {"answer": False, "rule": "201.2a"}


def test_standard_input_is_read_and_the_same_bytes_come_twice() -> None:
    given = json.dumps(SCENARIO).encode()
    first, second = (command("bind", "-", stdin=given) for _ in range(2))
    assert (first.code, first.err) == (0, "")
    assert first.out == second.out
    assert json.loads(first.out) == nanori.bind(SCENARIO)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    good, bad, out = (tmp_path / name for name in ("good.json", "bad.yaml", "out.json"))
    good.write_text(json.dumps(SCENARIO), "utf-8")
    bad.write_text(YAML, "utf-8")
    assert command("bind", str(good), "-o", str(out)).code == 0
    before = out.read_bytes()
    assert json.loads(before) == nanori.bind(good)
    assert command("bind", str(bad), "-o", str(out)).code == 2
    assert out.read_bytes() == before
    assert command("bind", str(good), "-o", str(good)).code == 2


def test_an_error_names_the_file_the_line_and_the_place(tmp_path: Path) -> None:
    path = put(tmp_path / "bad.yaml", YAML)
    done = command("bind", str(path))
    message = f"{path}:5: events[0].gain.from: no object “NOBODY”\n"
    assert (done.code, done.out, done.err) == (2, "", message)
    with pytest.raises(NanoriError, match="NOBODY") as caught:
        nanori.bind(path)
    assert (caught.value.path, caught.value.line) == (str(path), 5)


def test_explained_it_shows_both_texts_and_the_rules_without_colours() -> None:
    done = command("bind", "-", "--explain", stdin=json.dumps(SCENARIO).encode())
    shown = done.out
    assert (done.code, "\x1b" in shown) == (0, False)
    row = next(row for row in shown.splitlines() if "{G}" in row)
    assert row.count("{G}") == 2
    assert "“Mercurial Wisp” → WISP" in " ".join(shown.split())
    assert "same_name WISP, FEN: no" in shown
    assert "201.5b" in shown.splitlines()[-2] + shown.splitlines()[-1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"[" * 100_000, "deeper than"),
        (b"- " * 100_000, "deeper than"),
        (b'{"objects": [], "objects": []}', "is there twice"),
        (b"objects: &o [*o]", "stands for nothing"),
        (b'{"objects": [{"id": "\\ud800"}]}', "half a character"),
        (b"\xff\xfe\x00", "not UTF-16"),
        (b"objects: []\n---\nobjects: []", "several documents"),
        (b"event: []", "event: unknown key, one of these was wanted: objects, events"),
    ],
)
def test_a_hostile_file_is_refused_in_one_line(given: bytes, message: str) -> None:
    done = command("bind", "-", stdin=given)
    said = done.err
    assert (done.code, done.out, said.count("\n")) == (2, "", 1)
    assert message in said


def test_words_that_yaml_takes_for_something_else_are_words() -> None:
    given = b"objects: [{id: no, card: {lang: en, name: 1996, text: on}}]\nquestions: [{state: no}]"
    done = command("bind", "-", stdin=given)
    (state,) = json.loads(done.out)
    assert (state["object"], state["names"]) == ("no", ["1996"])
