"""`nanori lint --annotate`: findings in XLIFF and PO files, and out of them again."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree.ElementTree import Element

import polib
import pytest
from defusedxml import ElementTree
from translate.storage import xliff as translate_xliff

from lint_command import HERON, cards, findings, lint
from nanori.linting import checks
from nanori.linting.notes import issue_types
from project import FORMATS

ITS = "{http://www.w3.org/2005/11/its}"
TEXT = "灰の急便が戦場に出たとき、カード２枚を引く。"
"""Has a slip in the name 灰の急使, and another number than the original."""

XLIFF_1 = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="a" source-language="en" target-language="ja" datatype="plaintext">
  <body>
   <trans-unit id="1" resname="ash.name">
    <source>Ash Courier</source>
    <target>灰の急使</target>
   </trans-unit>
   <trans-unit id="2" resname="ash.text">
    <source>When Ash Courier enters, draw 3 cards.</source>
    <target state="final">{TEXT}</target>
    <alt-trans><target>灰の使者</target></alt-trans>
    <!-- its:locQualityIssuesRef="#nanori-1" -->
   </trans-unit>
  </body>
 </file>
</xliff>
"""
XLIFF_2 = f"""\
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="ja">
 <file id="f">
  <unit id="1" name="ash.name"><segment><source>Ash Courier</source><target>灰の急使</target>\
</segment></unit>
  <unit id="2" name="ash.text">
   <notes><note>a note</note></notes>
   <segment>
    <source>When Ash Courier enters, draw 3 cards.</source>
    <target>{TEXT}</target>
   </segment>
  </unit>
 </file>
</xliff>
"""
PO = f"""\
msgid ""
msgstr ""
"Language: ja\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "ash.name"
msgid "Ash Courier"
msgstr "灰の急使"

# a remark
#. extracted
#, c-format
msgctxt "ash.text"
msgid "When Ash Courier enters, draw 3 cards."
msgstr ""
"{TEXT}"

#| msgid "Brine Hound"
msgctxt "wolf.name"
msgid "Brine Wolf"
msgstr "塩水の狼"

msgctxt "wolf.text"
msgid "Sacrifice this creture."
msgstr "このクリーチャーを生け贄に捧げる。"
"""
FILES = {"a.xlf": XLIFF_1, "b.xlf": XLIFF_2, "c.po": PO, "d.po": PO.replace("\n", "\r\n")}


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    path.write_bytes(FILES[request.param].encode())
    return path


def annotate(path: Path, *arguments: object) -> str:
    done = lint(path, "--annotate", "--exit-zero", *arguments)
    assert done.code < 2, done.err  # 1 where a record cannot be read
    return path.read_bytes().decode()


def issues(text: str) -> list[Element]:
    return list(ElementTree.fromstring(text).iter(f"{ITS}locQualityIssue"))


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
        assert issue.get("locQualityIssueType") == issue_types.type_of(record["check"])
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


def test_another_library_reads_the_xliff(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF_1, "utf-8")
    annotate(path)
    store = translate_xliff.xlifffile.parsefile(str(path))
    assert [unit.target for unit in store.units] == ["灰の急使", TEXT]


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


@pytest.mark.parametrize("name", ["a.xlf", "b.xlf", "c.po"])
def test_hostile_words_in_a_finding_are_words(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    words = (
        "&lt;its:x&gt;&quot;&amp;&#x202e; noqa: all" if "xlf" in name else '<its:x>\\" noqa: all'
    )
    text = FILES[name].replace("灰の急便が", f"《Ash Courier {words}》を（")
    path.write_text(text.replace("When Ash", f"When a card named “Ash Courier {words}” or Ash"))
    said = findings(path)
    assert said
    once = annotate(path)
    assert [each["message"] for each in findings(path)] == [each["message"] for each in said]
    assert annotate(path) == once
    if "xlf" in name:
        assert len(issues(once)) == len(said)
    else:
        polib.pofile(str(path))


def test_words_that_look_like_a_note_are_not_taken_out(tmp_path: Path) -> None:
    sign = ' its:locQualityIssuesRef="#nanori-1"'
    path = tmp_path / "a.xlf"
    text = XLIFF_1.replace("カード２枚", f"カード{sign}３枚").replace("急便", "急使")
    path.write_text(text, "utf-8")
    annotate(path)
    assert f"カード{sign}" in path.read_text("utf-8")


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


def test_a_broken_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    broken = XLIFF_1.replace("</file>", "</fil>").encode()
    path.write_bytes(broken)
    assert lint(path, "--annotate").code == 2
    assert path.read_bytes() == broken


def test_a_language_that_is_no_tag_is_no_stumbling_block(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF_1.replace('target-language="ja"', 'target-language="ja // "'), "utf-8")
    assert "internal" not in lint(path, "--annotate").err


def test_an_escape_that_is_no_octal_number_is_no_stumbling_block(tmp_path: Path) -> None:
    path = tmp_path / "c.po"
    path.write_text(PO.replace("２枚", r"２\9枚\８"), "utf-8")
    assert "internal" not in lint(path, "--annotate").err
    assert "# nanori: " in path.read_text("utf-8")


def test_standard_input_is_passed_on_with_its_notes() -> None:
    done = lint("-", "--stdin-filename", "c.po", "--annotate", stdin=PO.encode())
    assert "# nanori: misspelled-own-name" in done.out


def test_every_check_that_has_a_type_is_there() -> None:
    listed = checks.listed()
    named = {name for names in issue_types.CHECKS.values() for name in names}
    assert named <= set(listed)
