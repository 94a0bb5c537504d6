"""What `nanori lint` writes: for people, for programs, for code hosts."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rich.cells import cell_len

from lint_command import HERON, cards, findings, lint
from mse_archives import files_of, packed
from nanori.linting import checks, outputs
from nanori.linting.outputs import text as text_output
from nanori.linting.reports import Excerpt, Report
from nanori.model.diagnostics import Diagnostic, Fix
from nanori.model.values import Edit
from project import ROOT

SCHEMA = Path(__file__).with_name("sarif-schema-2.1.0.json")
"""OASIS Open's, as published with the errata of the standard; see tests/README.md."""

JAPANESE: dict[str, object] = {
    "id": 7,
    "name": "火の鳥、ルミエ",
    "type": "伝説のクリーチャー — 鳥",
    "text": "飛行\n🐉ｱアを得る。火の鳥、ルエミは１点のダメージを与える。",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return cards(tmp_path / "cards, %1:a.jsonl", HERON, JAPANESE)


def test_sarif_is_valid_and_says_what_the_records_say(path: Path) -> None:
    log = json.loads(lint(path, "--format", "sarif").out)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.validate(log, schema, cls=jsonschema.Draft4Validator)
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [one["id"] for one in rules] == list(checks.rules())
    assert all(one["help"]["text"] for one in rules)
    results = run["results"]
    said = findings(path)
    assert len(results) == len(said) > 1
    for one, record in zip(results, said, strict=True):
        region = one["locations"][0]["physicalLocation"]["region"]
        place = record["line"], record["column"], record["end_line"], record["end_column"]
        assert tuple(region.values())[:4] == place
        assert one["ruleId"] == record["rule"] == rules[one["ruleIndex"]]["id"]
    assert len({one["partialFingerprints"]["nanori/v1"] for one in results}) == len(results)
    where = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where.endswith("/cards%2C%20%251%3Aa.jsonl")


def test_sarif_without_findings_is_valid(tmp_path: Path) -> None:
    path = cards(tmp_path / "clean.jsonl", {**HERON, "text": "Flying"})
    log = json.loads(lint(path, "--format", "sarif").out)
    jsonschema.validate(log, json.loads(SCHEMA.read_text("utf-8")), cls=jsonschema.Draft4Validator)
    assert log["runs"][0]["results"] == []


def test_a_fingerprint_stays_when_lines_move(path: Path) -> None:
    def prints() -> list[str]:
        log = json.loads(lint(path, "--format", "sarif").out)
        return [one["partialFingerprints"]["nanori/v1"] for one in log["runs"][0]["results"]]

    before = prints()
    cards(path, {"name": "Plain Heron", "text": "Flying"}, HERON, JAPANESE)
    assert prints() == before


def test_json_has_the_lines_of_jsonl(path: Path, tmp_path: Path) -> None:
    assert json.loads(lint(path, "--format", "json").out)["findings"] == findings(path)
    clean = cards(tmp_path / "clean.jsonl", {**HERON, "text": "Flying"})
    assert json.loads(lint(clean, "--format", "json").out)["findings"] == []


def test_what_was_read_is_in_json_sarif_and_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    english = {"name": "Salt Quay", "lang": "en", "id": 1, "text": "Flying"}
    japanese = {"name": "塩の桟橋", "name_en": "Salt Quay", "lang": "ja", "id": 2, "text": "飛行"}
    alone = {"name": "灰の狼", "lang": "ja", "id": 3, "text": "飛行"}
    wrong = [{"name": number, "text": ""} for number in range(5)]
    cards(path, english, japanese, alone, {"name": "Ash Wolf", "text": ""}, *wrong)
    read = json.loads(lint(path, "--format", "json").out)["read"]
    assert (read["files"], read["records"], read["without_text"]) == (1, 4, 1)
    assert (read["not_read"]["count"], len(read["not_read"]["first"])) == (5, 3)
    assert (read["pairs_compared"], read["compared_with_nothing"]["count"]) == (1, 1)
    assert json.loads(lint(path, "--format", "sarif").out)["runs"][0]["properties"]["read"] == read
    page = lint(path, "--format", "html").out
    assert all(words in page for words in (read["summary"], *read["not_read"]["first"]))
    assert read["summary"] in lint(path).err


def test_a_record_has_the_keys_of_interchange(path: Path) -> None:
    keys = "check rule severity path line column end_line end_column card field lang start end text"
    for one in findings(path):
        assert list(one) == [*keys.split(), "message", "fix"]
        assert one["rule"].partition("/")[0] == one["check"]
        assert "\n" not in one["message"]


def test_columns_count_code_points(path: Path) -> None:
    line = path.read_text("utf-8").splitlines()[1]
    one = next(one for one in findings(path) if one["rule"] == "own-name/misspelled")
    assert line[one["column"] - 1 : one["end_column"] - 1] == one["text"] == "火の鳥、ルエミ"


def test_github_gets_a_command_a_line(path: Path) -> None:
    *commands, last = lint(path, "--format", "github").out.splitlines()
    assert last == f"{len(commands)} findings"
    assert commands[0].startswith("::error title=nanori (placeholder/leftover),file=")
    assert "cards%2C %251%3Aa.jsonl,line=1,col=" in commands[0]
    assert commands[0].endswith(
        "::placeholder/leftover: “~” stands where the card's name “Elder Heron” was wanted"
    )


def test_code_hosts_are_told_of_the_archive_that_they_know_and_not_of_its_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "harbor.mse-set"
    path.write_bytes(packed(files_of(ROOT / "examples" / "formats" / "harbor.mse-set")))
    command = lint(path, "--format", "github").out.splitlines()[0]
    assert f",file={path},line=1::" in command
    assert command.endswith(f" ({path}/set:23:12)")
    (run,) = json.loads(lint(path, "--format", "sarif").out)["runs"]
    location = run["results"][0]["locations"][0]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == path.as_posix()


def test_carets_stand_under_the_words(path: Path) -> None:
    lines = lint(path).out.splitlines()
    for text, carets in pairwise(lines):
        if set(carets.strip()) == {"^"}:
            before = carets.index("^")
            cells = 0
            words = ""
            for character in text:
                if before <= cells < len(carets):
                    words += character
                cells += cell_len(character)
            assert words in ("~", "ルエミ", "ｱ", "火の鳥、ルエミ")


def report(**changes: Any) -> Report:  # noqa: ANN401
    values: dict[str, Any] = {
        "check": "self-noun",
        "rule": "self-noun/type",
        "severity": "warning",
        "path": "a\x1b[2J.jsonl",
        "line": 1,
        "column": 2,
        "end_line": 1,
        "end_column": 3,
        "start": 4,
        "end": 6,
        "text": "\x1b[",
        "message": "“\x1b[31m\n” is there",
        "fix": Fix(True, (Edit(4, 6, "\x1b]x"),)),
        **changes,
    }
    return Report(Diagnostic(**values), Excerpt("Tap \x1b[x\t\x07　end", 4, 6))


@pytest.mark.parametrize("name", outputs.FOR_PEOPLE)
def test_nothing_that_steers_a_terminal_is_written(name: str) -> None:
    written = "".join(outputs.load(name).write([report()]))
    assert "\x1b" not in written
    assert "\x07" not in written
    severity = "warning: " if name == "text" else ""
    if name != "statistics":  # which says how many there are, and of what
        assert written.startswith(f"a [2J.jsonl:1:2: {severity}self-noun/type: “ [31m ” is there\n")


def test_colours_are_for_a_terminal_only(path: Path) -> None:
    assert "\x1b" not in lint(path).out
    coloured = "".join(text_output.write([report()], colour=True))
    assert "\x1b[1;33mself-noun/type\x1b[0m" in coloured


def test_a_long_line_is_cut_around_the_words() -> None:
    line = "x" * 500 + "Heron" + "y" * 500
    one = Report(report().diagnostic, Excerpt(line, 500, 505))
    shown, carets = "".join(outputs.load("text").write([one])).splitlines()[1:3]
    assert len(shown) < 150
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "Heron"


def test_a_sign_that_either_may_have_lost_is_offered_in_both_and_mended_in_neither(
    tmp_path: Path,
) -> None:
    card = {**HERON, "name": "Sefa Warden of Kilns", "text": "Tap Sefa, Warden of Kilns."}
    path = cards(tmp_path / "a.jsonl", card)
    (one,) = findings(path)
    said = "Sefa, Warden of Kilns"
    assert not one["fix"]["safe"]
    assert one["fix"]["edits"][0]["text"] == "Sefa Warden of Kilns"
    assert one["fix"]["instead"]["field"] == "name"
    assert one["fix"]["instead"]["edits"] == [{"start": 0, "end": 20, "text": said}]
    assert f"“Sefa Warden of Kilns”, or in name: “{said}”" in lint(path).out
    before = path.read_bytes()
    assert lint(path, "--fix").code == 1
    assert path.read_bytes() == before
