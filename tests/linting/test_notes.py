"""`nanori lint --annotate`: findings in XLIFF and PO files, and out of them again."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pytest
from defusedxml import ElementTree
from translate.storage import xliff as translate_xliff

from lint_command import HERON, cards, findings, lint
from nanori.linting import notes
from noted_files import FILES, ITS, PO, TEXT, XLIFF_1, XLIFF_2, annotate, issues
from project import FORMATS


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    path.write_bytes(FILES[request.param].encode())
    return path


def test_a_second_time_changes_nothing(path: Path) -> None:
    before = path.read_bytes().decode()
    once = annotate(path)
    assert once != before
    assert annotate(path) == once


def test_what_is_gone_is_taken_out_again(path: Path) -> None:
    before = path.read_bytes()
    annotate(path)
    annotate(path, "--ignore", "all")
    assert path.read_bytes() == before


def test_findings_are_the_same_with_notes_of_them(path: Path) -> None:
    before = [(each["check"], each["message"]) for each in findings(path)]
    annotate(path)
    assert [(each["check"], each["message"]) for each in findings(path)] == before


def test_a_dry_run_shows_it_and_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    done = lint(path, "--annotate", "--dry-run")
    assert path.read_bytes() == before
    assert done.code == 1
    assert all(line[0] in "+-@ " for line in done.out.splitlines())
    annotate(path)
    assert lint(path, "--annotate", "--diff").out == ""


def test_known_findings_have_no_note(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    lint(path, "--write-baseline", tmp_path / "known.json")
    annotate(path, "--baseline", tmp_path / "known.json")
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["a.xlf", "b.xlf"])
def test_xliff_has_an_issue_for_each_finding_in_its_unit(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(FILES[name], "utf-8")
    said = findings(path)
    root = ElementTree.fromstring(annotate(path))
    units = [unit for unit in root.iter() if unit.get("id") == "2"]
    made = list(units[0].iter(f"{ITS}locQualityIssue"))
    assert len(made) == len(issues(path.read_text("utf-8"))) == len(said) == 3
    for issue, record in zip(made, said, strict=True):
        comment = issue.get("locQualityIssueComment", "")
        assert comment.startswith(f"{record['check']}: {record['message']}")
        assert issue.get("locQualityIssueType") == notes.type_of(record["check"])
        assert issue.get("locQualityIssueProfileRef", "").endswith(f"#{record['check']}")
    (group,) = units[0].iter(f"{ITS}locQualityIssues")
    key = group.get("{http://www.w3.org/XML/1998/namespace}id")
    refers = [each.get(f"{ITS}locQualityIssuesRef") for each in root.iter()]
    prefix = "#" if name == "a.xlf" else "#its="
    assert [each for each in refers if each] == [f"{prefix}{key}"]


def test_xliff_2_has_its_issues_before_notes_and_segments(tmp_path: Path) -> None:
    path = tmp_path / "b.xlf"
    path.write_text(XLIFF_2, "utf-8")
    root = ElementTree.fromstring(annotate(path))
    unit = next(each for each in root.iter() if each.get("id") == "2")
    assert [child.tag.partition("}")[2] for child in unit] == [
        "locQualityIssues",
        "notes",
        "segment",
    ]


def test_xliff_2_has_a_note_for_each_finding_among_its_own(tmp_path: Path) -> None:
    path = tmp_path / "b.xlf"
    path.write_text(XLIFF_2, "utf-8")
    annotated = annotate(path)
    notes = re.findall('<note category="nanori">([^:<]*): ', annotated)
    assert notes == [each["check"] for each in findings(path)]


def test_another_library_reads_the_xliff(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF_1, "utf-8")
    annotate(path)
    store = translate_xliff.xlifffile.parsefile(str(path))
    assert [unit.target for unit in store.units] == ["灰の急使", TEXT]
    notes = store.units[1].getnotes("nanori").split("\n")
    assert [note.split(": ")[0] for note in notes] == [each["check"] for each in findings(path)]


def test_issues_of_other_programs_stay(tmp_path: Path) -> None:
    theirs = (
        '<its:locQualityIssues xml:id="lq1"><its:locQualityIssue locQualityIssueType="style"/>'
        "</its:locQualityIssues>"
    )
    path = tmp_path / "a.xlf"
    text = XLIFF_1.replace("<alt-trans>", f"{theirs}<alt-trans>")
    text = text.replace('xmlns="', 'xmlns:its="http://www.w3.org/2005/11/its" xmlns="', 1)
    text = text.replace('state="final"', 'state="final" its:locQualityIssuesRef="#lq1"')
    path.write_text(text, "utf-8")
    annotated = annotate(path)
    assert theirs in annotated
    assert annotated.count("locQualityIssuesRef=") == 2  # the comment has one
    assert len(issues(annotated)) == 4
    annotate(path, "--ignore", "all")
    assert path.read_text("utf-8") == text


def test_po_has_a_comment_for_each_finding_and_a_flag(tmp_path: Path) -> None:
    path = tmp_path / "c.po"
    path.write_text(PO, "utf-8")
    said = findings(path)
    annotate(path)
    entries = {entry.msgctxt: entry for entry in polib.pofile(str(path))}
    notes = entries["ash.text"].tcomment.split("\n")
    assert notes[0] == "a remark"
    assert [note.split(": ")[1] for note in notes[1:4]] == [each["check"] for each in said[:3]]
    assert entries["ash.text"].flags == ["fuzzy", "c-format"]
    assert entries["ash.text"].msgstr == TEXT
    assert entries["wolf.text"].tcomment.startswith("nanori: misspelled-demonstrative: ")
    assert not entries["wolf.text"].fuzzy  # what is wrong is the original
    assert not entries["wolf.name"].tcomment


def test_a_flag_that_translators_had_set_stays(tmp_path: Path) -> None:
    path = tmp_path / "c.po"
    for flags in ("#, fuzzy, c-format", "#, c-format, fuzzy"):
        text = PO.replace("#, c-format", flags)
        path.write_text(text, "utf-8")
        assert "marked as fuzzy" not in annotate(path)
        assert annotate(path, "--ignore", "all") == text


@pytest.mark.parametrize("name", ["po", "xliff"])
def test_files_of_the_corpus_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    for original in sorted((FORMATS / name).iterdir()):
        if original.suffix not in (".po", ".pot", ".xlf", ".xliff"):
            continue
        path = Path(shutil.copy(original, tmp_path))
        once = annotate(path)
        assert annotate(path) == once
        annotate(path, "--ignore", "all")
        assert path.read_bytes() == original.read_bytes()


def test_other_files_are_passed_over_and_alone_are_an_error(tmp_path: Path) -> None:
    other = cards(tmp_path / "cards.jsonl", HERON)
    before = other.read_bytes()
    path = tmp_path / "c.po"
    path.write_text(PO, "utf-8")
    assert lint(other, path, "--annotate", "--exit-zero").code == 0
    assert "# nanori:" in path.read_text("utf-8")
    done = lint(other, "--annotate")
    assert done.code == 2
    assert done.err == "nanori: --annotate writes into XLIFF and PO files, and none is there\n"
    assert other.read_bytes() == before
    assert lint(path, "--annotate", "--fix").code == 2


def test_standard_input_is_passed_on_with_its_notes() -> None:
    done = lint("-", "--stdin-filename", "c.po", "--annotate", stdin=PO.encode())
    assert "# nanori: misspelled-own-name" in done.out
