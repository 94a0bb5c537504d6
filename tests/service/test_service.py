"""`nanori serve --stdio`: every line has an answer, whatever is on it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nanori
from command import nanori as run
from nanori.model.errors import NanoriError
from nanori.surfaces.service import LONGEST, Service, serve
from project import examples

ANNOTATE = {
    "id": "a",
    "method": "annotate",
    "params": {"cards": [{"name": "Elder Heron", "text": "Sacrifice this creature."}]},
}
PAIR = {
    "id": 2,
    "method": "lint",
    "params": {
        "original": {"text": "Draw 3 cards."},
        "translation": {"text": "カード２枚を引く。"},
    },
}


def answers(*lines: bytes | dict[str, Any], service: Service | None = None) -> list[dict[str, Any]]:
    """Return the answers to those lines."""
    written = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    out = io.BytesIO()
    serve(service or Service(), io.BytesIO(b"\n".join(written) + b"\n"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_references_are_those_of_the_library() -> None:
    (answer,) = answers(ANNOTATE)
    card = nanori.Card(name="Elder Heron", text="Sacrifice this creature.")
    (annotated,) = answer["result"]["cards"]
    assert answer["id"] == "a"
    assert annotated["lang"] == "en"
    assert annotated["references"] == [each.as_dict() for each in nanori.annotate(card)]


def test_a_translation_is_held_against_its_original_without_any_name() -> None:
    (answer,) = answers(PAIR)
    (finding,) = answer["result"]["findings"]
    assert (finding["path"], finding["check"]) == ("translation", "different-numbers-or-symbols")
    assert finding["fix"]["edits"] == [{"start": 3, "end": 4, "text": "３"}]


def test_cards_know_each_other() -> None:
    cards = [
        {"name": "Salt Quay", "text": "{T}: Untap Slat Quay."},
        {"name": "Owl", "text": "Find a card named Salt Quya."},
    ]
    (answer,) = answers({"method": "lint", "params": {"cards": cards}})
    findings = answer["result"]["findings"]
    assert [(each["path"], each["check"]) for each in findings] == [
        ("cards[0]", "misspelled-own-name"),
        ("cards[1]", "unknown-named-card"),
    ]


def test_names_are_found_and_translated() -> None:
    with Service() as service:
        asked = {"method": "find", "params": {"query": "Lantern Gull", "to_lang": "ja"}}
        (answer,) = answers(asked, service=service)
    for hit in answer["result"]["hits"]:
        assert {"name", "name_en", "lang", "how", "score", "names"} <= hit.keys()


def test_what_there_is_is_said() -> None:
    (answer,) = answers({"method": "about"})
    assert answer["result"]["version"] == nanori.__version__
    assert set(answer["result"]["methods"]) == {"about", "annotate", "find", "lint"}


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"no", "not-json", None),
        (b"\xff\xfe", "not-json", None),
        (b"[" * 100_000, "bad-request", None),
        (b'{"method": "about", "params": {"a": ' + b"[" * 100_000, "not-json", None),
        (b"[1]", "bad-request", None),
        (b"null", "bad-request", None),
        (b'{"id": 1}', "bad-request", 1),
        (b'{"id": [1], "method": "about"}', "bad-request", None),
        (b'{"id": 1, "method": "about", "params": 3}', "bad-request", 1),
        (b'{"id": 1, "method": "nope"}', "unknown-method", 1),
        (b'{"id": 1, "method": "annotate"}', "bad-params", 1),
        (b'{"id": 1, "method": "annotate", "params": {"cards": [1]}}', "bad-params", 1),
        (b'{"id": 1, "method": "annotate", "params": {"cards": [{}]}}', "bad-params", 1),
        (b'{"id": 1, "method": "annotate", "params": {"cards": [], "x": 1}}', "bad-params", 1),
        (b'{"id": 1, "method": "lint", "params": {"original": {"text": ""}}}', "bad-params", 1),
        (b'{"id": 1, "method": "find", "params": {"query": "a", "lang": "xx"}}', "bad-params", 1),
        (
            b'{"id": 1, "method": "annotate", "params": {"cards": [{"text": "a", "lang": "x"}]}}',
            "bad-params",
            1,
        ),
        (b'{"id": 1, "method": "about' + b" " * (LONGEST + 9) + b'"}', "too-long", None),
    ],
)
def test_a_bad_line_is_an_error_and_the_next_one_is_answered(
    line: bytes, code: str, id: object
) -> None:
    first, second = answers(line, ANNOTATE)
    assert (first["id"], first["error"]["code"]) == (id, code)
    assert first["error"]["message"]
    assert "\n" not in first["error"]["message"]
    assert "result" in second


def test_blank_lines_have_no_answer() -> None:
    assert len(answers(b"", b"  ", ANNOTATE, b"")) == 1


def test_a_fault_of_ours_is_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a\nb")

    service = Service()
    monkeypatch.setattr(service, "answer", broken)
    (answer,) = answers(ANNOTATE, service=service)
    assert answer["error"] == {"code": "internal", "message": "RuntimeError: a b"}


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode())))
def test_any_bytes_have_as_many_answers_as_lines(lines: list[bytes]) -> None:
    said = [line for each in lines for line in each.split(b"\n") if line.strip()]
    assert len(answers(*lines)) == len(said)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.sampled_from(["annotate", "lint", "find", "about"]),
    st.dictionaries(
        st.sampled_from(["cards", "lang", "original", "translation", "query", "limit", "to_lang"]),
        json_values | st.lists(st.dictionaries(st.sampled_from(["text", "name"]), st.text())),
    ),
)
def test_any_parameters_have_an_answer(method: str, params: dict[str, Any]) -> None:
    (answer,) = answers({"id": 1, "method": method, "params": params})
    assert answer["id"] == 1
    assert ("result" in answer) != ("error" in answer)
    assert answer.get("error", {}).get("code") != "internal", answer


def test_markup_and_control_characters_come_back_as_text() -> None:
    name = "<script>\x00\x1b[1m\u202e=1"
    card = {"name": name, "text": f"Tap {name}."}
    asked = {"id": name, "method": "annotate", "params": {"cards": [card]}}
    out = io.BytesIO()
    serve(Service(), io.BytesIO(json.dumps(asked).encode()), out)
    assert not {0, 0x1B} & set(out.getvalue())
    assert "\u202e" not in out.getvalue().decode()
    answer = json.loads(out.getvalue())
    assert answer["id"] == name
    assert answer["result"]["cards"][0]["references"][0]["text"] == name


def test_the_command_answers_while_its_input_is_open() -> None:
    command = [sys.executable, "-m", "nanori", "serve", "--stdio", "--select", "all"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for asked in (ANNOTATE, PAIR):
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == asked["id"]
        process.stdin.close()
        assert process.wait(20) == 0


def test_the_command_says_what_it_lacks() -> None:
    done = run("serve", "--stdio", "--names", "missing.sqlite", stdin=json.dumps(PAIR).encode())
    assert done.code == 0
    assert done.records()[0]["error"]["code"] == "bad-params"


def test_a_pair_may_be_asked_without_a_line() -> None:
    original = nanori.Card(name="", text="Draw 3 cards.")
    translation = nanori.Card(name="", text="カード２枚を引く。")
    with Service() as service:
        (finding,) = service.lint_pair(original, translation)
    assert finding["check"] == "different-numbers-or-symbols"
    with pytest.raises(NanoriError):
        Service().lint_pair(original, nanori.Card(name="", text="", lang="xx"))
