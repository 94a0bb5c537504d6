"""`nanori serve --stdio`: every line has an answer; the programs of docs/service.md run."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nanori
from command import nanori as run
from nanori.surfaces.service import MAX_BYTES, Service, serve
from project import ROOT, examples, put

ANNOTATE = {
    "id": "a",
    "method": "annotate",
    "params": {"card": {"name": "Elder Heron", "text": "Sacrifice this creature."}},
}
PAIR = {
    "id": 2,
    "method": "lint",
    "params": {
        "source": [
            [{"name": "", "text": "Draw 3 cards."}, {"name": "", "text": "カード２枚を引く。"}]
        ]
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
    assert answer["id"] == "a"
    assert answer["result"] == [each.as_dict() for each in nanori.annotate(card)]


def test_a_translation_is_held_against_its_original_without_any_name() -> None:
    (answer,) = answers(PAIR)
    (finding,) = answer["result"]
    assert (finding["path"], finding["rule"]) == ("cards[0][1]", "numbers/different")
    assert finding["fix"]["edits"] == [{"start": 3, "end": 4, "text": "３"}]


def test_cards_know_each_other() -> None:
    cards = [
        {"name": "Salt Quay", "text": "{T}: Untap Slat Quay."},
        {"name": "Owl", "text": "Find a card named Salt Quya."},
    ]
    (answer,) = answers({"method": "lint", "params": {"source": cards}})
    findings = answer["result"]
    assert [(each["path"], each["rule"]) for each in findings] == [
        ("cards[0]", "own-name/misspelled"),
        ("cards[1]", "named-card/unknown"),
    ]


def test_names_are_found_and_translated(tmp_path: Path) -> None:
    path = tmp_path / "names.sqlite"
    run("names", "build", ROOT / "examples/harbor.csv", "-o", path)
    with Service(database=str(path)) as service:
        found, shown = answers(
            {"method": "find", "params": {"query": "muteki no henji"}},
            {"method": "show", "params": {"name": "Lantern Gull"}},
            service=service,
        )
    assert [hit["name_en"] for hit in found["result"]] == ["Foghorn Answer"]
    assert {form["lang"] for form in shown["result"][0]["forms"]} == {"en", "ja"}


def test_what_there_is_is_said() -> None:
    (answer,) = answers({"method": "about"})
    assert answer["result"]["version"] == nanori.__version__
    methods = answer["result"]["methods"]
    assert {"annotate", "annotate_many", "lint", "restyle", "rename", "bind", "find"} <= set(
        methods
    )
    assert methods["restyle"] == ["card", "style", "edition", "names"]


def test_known_names_a_style_a_new_name_and_an_event_are_those_of_the_library() -> None:
    card = {"name": "Ash Wolf", "text": "{R}: Ash Wolf fights Mist Eel."}
    told, worded, renamed, bound = answers(
        {"method": "annotate", "params": {"card": card, "names": ["Mist Eel"]}},
        {"method": "restyle", "params": {"card": card, "style": "tilde"}},
        {"method": "rename", "params": {"cards": [card], "old": "Ash Wolf", "new": "Soot Wolf"}},
        {
            "method": "bind",
            "params": {
                "scenario": {
                    "objects": [
                        {"id": "W", "card": card},
                        {"id": "E", "card": {"name": "Mist Eel", "text": "Flying"}},
                    ],
                    "events": [{"gain": {"object": "E", "from": "W", "abilities": "activated"}}],
                }
            },
        },
    )
    assert [each["form"] for each in told["result"]] == ["full", "other"]
    assert worded["result"] == [{"start": 5, "end": 13, "text": "~"}]
    assert [each["new"] for each in renamed["result"]["changes"]] == ["Soot Wolf", "Soot Wolf"]
    assert bound["result"][0]["abilities"][1]["text"] == "{R}: Mist Eel fights Mist Eel."


def test_no_request_names_a_file_that_is_opened(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.jsonl", '{"name": "Ash Wolf", "text": "Untap Ash Wolf."}\n')
    service = Service()
    asked = [{"name": "Ash Wolf", "text": "Untap Ash Wolf."}]
    for method, params in {
        "read": {"source": str(path)},
        "lint": {"source": str(path)},
        "lint ": {"source": asked, "config": str(path)},
        "lint  ": {"source": asked, "names": str(path)},
        "bind": {"scenario": str(path)},
        "bind ": {"scenario": {"objects": []}, "cards": [str(path)]},
        "bind  ": {"scenario": {"objects": []}, "names": str(path)},
    }.items():
        (answer,) = answers({"method": method.strip(), "params": params}, service=service)
        assert answer["error"]["code"] in ("unknown-method", "bad-params"), method


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"no", "bad-request", None),
        (b"\xff\xfe", "bad-request", None),
        (b"[" * 100_000, "bad-request", None),
        (b'{"method": "about", "params": {"a": ' + b"[" * 100_000, "bad-request", None),
        (b"[1]", "bad-request", None),
        (b"null", "bad-request", None),
        (b'{"id": 1}', "bad-request", 1),
        (b'{"id": [1], "method": "about"}', "bad-request", None),
        (b'{"id": 1, "method": "about", "params": 3}', "bad-request", 1),
        (b'{"id": 1, "method": "nope"}', "unknown-method", 1),
        (b'{"id": 1, "method": "annotate"}', "bad-params", 1),
        (b'{"id": 1, "method": "annotate", "params": {"card": 1}}', "bad-params", 1),
        (b'{"id": 1, "method": "annotate", "params": {"card": {}}}', "bad-params", 1),
        (b'{"id": 1, "method": "lint", "params": {"source": [], "x": 1}}', "bad-params", 1),
        (b'{"id": 1, "method": "lint", "params": {"source": [[{"text": ""}]]}}', "bad-params", 1),
        (b'{"id": 1, "method": "choose", "params": {"said": "a", "lang": "xx"}}', "bad-params", 1),
        (
            b'{"id": 1, "method": "annotate", "params": {"card": {"text": "a", "lang": "x"}}}',
            "bad-params",
            1,
        ),
        (b'{"id": 1, "method": "about' + b" " * (MAX_BYTES + 9) + b'"}', "bad-request", None),
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
    st.sampled_from(sorted(Service().methods)),
    st.dictionaries(
        st.sampled_from(
            sorted({name for each in Service().methods.values() for name in each.types})
        ),
        json_values | st.lists(st.dictionaries(st.sampled_from(["text", "name"]), st.text())),
    ),
)
def test_any_parameters_have_an_answer(method: str, params: dict[str, Any]) -> None:
    (answer,) = answers({"id": 1, "method": method, "params": params})
    assert answer["id"] == 1
    assert ("result" in answer) != ("error" in answer)
    assert answer.get("error", {}).get("code") != "internal", answer


def test_markup_and_control_characters_come_back_as_text() -> None:
    name = "<script \x00\x1b[1m\u202e=1"
    card = {"name": name, "text": f"Tap {name}."}
    asked = {"id": name, "method": "annotate", "params": {"card": card}}
    out = io.BytesIO()
    serve(Service(), io.BytesIO(json.dumps(asked).encode()), out)
    assert not {0, 0x1B} & set(out.getvalue())
    assert "\u202e" not in out.getvalue().decode()
    answer = json.loads(out.getvalue())
    assert answer["id"] == name
    assert answer["result"][0]["text"] == name


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


PAGE = (ROOT / "docs" / "service.md").read_text("utf-8")
SOURCE, TARGET = "Draw 3 cards.", "カード２枚を引く。"
MESSAGE = "“２” is not in the original, which has “3”"
JAVASCRIPT = f"""
check("{SOURCE}", "{TARGET}")
  .then((said) => console.log(said.success, said.message))
  .then(() => check("{SOURCE}", "カード３枚を引く。"))
  .then((said) => console.log(said.success))
  .then(() => nanori.stdin.end());
"""


def script(language: str, words: str) -> str:
    """Return the block of the page in a language that has those words."""
    blocks = re.findall(f"```{language}\n(.*?)```", PAGE, re.DOTALL)
    (block,) = [block for block in blocks if words in block]
    return block


def ran(*command: str) -> str:
    """Return what a program writes that finds `nanori` beside this Python."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode()


def test_the_program_in_python_says_what_is_wrong() -> None:
    given = f"source, target = {SOURCE!r}, {TARGET!r}\n"
    ending = "process.stdin.close()\nprocess.wait()\n"
    said = ran(sys.executable, "-c", given + script("python", "serve") + ending)
    assert MESSAGE in said.splitlines()


def test_the_program_for_node_says_what_is_wrong() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    said = ran(node, "-e", script("javascript", "serve") + JAVASCRIPT)
    assert said.splitlines() == [f"false {MESSAGE}", "true"]
