"""Fixes written back: over every file of corpus/formats/, with mistakes put into it."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_files import WRITTEN, contents, found_in, ids, written
from lint_command import HERON, cards, findings, lint
from nanori.formats.io import encodings
from nanori.formats.io.streams import BYTE_ORDER_MARKS
from nanori.linting import fixing
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import CORPUS, examples

MISTAKES = {
    "en": ["When {} dies, draw a card. ", "Tap {}.\t", "🐉 & <{}> \\ deals 1 damage. ", "~ dies. "],
    "ja": ["{}が死亡したとき、カード１枚を引く。", "🐉{}をタップする。", "CARDNAMEをタップする。"],
}
"""What is put into a text; {} is the card's name with a slip in it."""

ONCE = ("--select", "own-name/misspelled,placeholder/leftover")
"""Checks whose fixes bring no other finding about, elsewhere in the text."""

WITH_TEXTS = [
    path
    for path in WRITTEN
    if any("text" in each.places and each.card.lang in MISTAKES for _, each in found_in(path))
]


def slip(name: str, place: int) -> str:
    """Return a name in which two letters have changed places, or one stands twice."""
    place %= max(1, len(name) - 1)
    one, two = name[place : place + 1], name[place + 1 : place + 2]
    return name[:place] + (two + one if one != two else one + one + two) + name[place + 2 :]


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(path.parent, f"{folder}/all")
        yield Path(folder, "all", path.name)


def edits(data: st.DataObject, path: Path) -> Mapping[tuple[int, str], Sequence[Edit]]:
    """Draw sentences with mistakes for one to three texts of a file."""
    entries = [entry for _, entry in found_in(path)]
    choices = [
        n
        for n, one in enumerate(entries)
        if "text" in one.places and one.card.text and one.card.lang in MISTAKES
    ]
    chosen = data.draw(st.lists(st.sampled_from(choices), min_size=1, max_size=3, unique=True))
    wanted: dict[tuple[int, str], Sequence[Edit]] = {}
    for number in sorted(chosen):
        card = entries[number].card
        words = data.draw(st.sampled_from(MISTAKES[card.lang]))
        name = slip(card.name, data.draw(st.integers(0, 8)))
        wanted[number, "text"] = [Edit(0, 0, words.format(name))]
    return wanted


def text_of(raw: bytes) -> str:
    mark = next((one for one in BYTE_ORDER_MARKS if raw.startswith(one)), b"")
    encoding = encodings.of(mark, raw[len(mark) :])
    return raw[len(mark) :].decode(encoding, "surrogateescape")


def outside(text: str, spans: Sequence[dict[str, Any]]) -> list[str]:
    """Return what stands before, between and behind spans given by line and column."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    pieces: list[str] = []
    last = 0
    for one in sorted(spans, key=lambda one: (one["line"], one["column"])):
        begin = starts[one["line"] - 1] + one["column"] - 1
        if begin > last or not pieces:
            pieces.append(text[last:begin])
        last = max(last, starts[one["end_line"] - 1] + one["end_column"] - 1)
    return [*pieces, text[last:]]


def holds(text: str, pieces: Sequence[str]) -> bool:
    """Tell whether a text is those pieces in their order, with anything between them."""
    pattern = "(?s:.*?)".join(map(re.escape, pieces))
    return re.fullmatch(pattern, text) is not None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", WITH_TEXTS, ids=ids)
@settings(max_examples=examples(5))
@given(data=st.data())
def test_a_fixed_file_differs_only_inside_reported_spans(path: Path, data: st.DataObject) -> None:
    if path.suffix == ".xlsx":
        pytest.skip("places of a spreadsheet are cells; tests/formats/test_office.py proves edits")
    if not any(entry.card.lang in MISTAKES for _, entry in found_in(path)):
        pytest.skip("in a language without mistakes to plant")
    wanted = edits(data, path)
    with copied(path) as copy:
        try:
            if written(copy, wanted):
                return
        except NanoriError:  # the file's encoding lacks something
            return
        before = contents(copy.parent)
        said = [one for one in findings(copy, *ONCE) if one["fix"]]
        lint(copy, "--fix", *ONCE)
        after = contents(copy.parent)
        assert before.keys() == after.keys()
        for key, old in before.items():
            if old == after[key]:
                continue
            if any(entry.copies for _, entry in found_in(copy)):
                continue  # what is there twice is reported once and changed in both places
            here = [one for one in said if _stands_in(one["path"], key, copy)]
            assert holds(text_of(after[key]), outside(text_of(old), here))
        lint(copy, "--fix", "--unsafe-fixes")
        after = contents(copy.parent)
        lint(copy, "--fix", "--unsafe-fixes")
        assert contents(copy.parent) == after


def _stands_in(path: str, key: str, copy: Path) -> bool:
    """Tell whether a finding's path is that of a file, which may stand inside another."""
    return Path(path).relative_to(copy.parent).as_posix() == key


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", WITH_TEXTS, ids=ids)
def test_a_diff_says_what_a_fix_does(path: Path) -> None:
    with copied(path) as copy:
        before = contents(copy.parent)
        shown = lint(copy, "--diff", "--unsafe-fixes")
        assert contents(copy.parent) == before
        lint(copy, "--fix", "--unsafe-fixes")
        after = contents(copy.parent)
        assert shown.code in (0, 1)
        assert bool(shown.out) == (after != before)
        new = [line[1:] for line in shown.out.splitlines() if re.match(r"\+(?!\+\+ )", line)]
        texts = {line for raw in after.values() if raw != before for line in _lines(raw)}
        assert {line.rstrip("\r") for line in new} <= texts


def _lines(raw: bytes) -> list[str]:
    try:
        return [line.rstrip("\r") for line in text_of(raw).split("\n")]
    except UnicodeDecodeError:
        return []


def test_a_letter_that_its_file_marks_as_a_symbol_needs_no_braces(tmp_path: Path) -> None:
    with copied(CORPUS / "formats" / "mse" / "set") as copy:
        assert "<sym>T</sym>" in copy.read_text("utf-8")
        assert "symbol" not in lint(copy, "--select", "wording/usage").out
    bare = {**HERON, "text": "{2}{W}, T: Draw a card."}
    said = lint(cards(tmp_path / "cards.jsonl", bare), "--select", "wording/usage").out
    assert "is not a symbol without its braces" in said


def test_a_file_that_changes_between_reading_and_fixing_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    write = fixing.write

    def late(*arguments: Any) -> None:  # noqa: ANN401
        cards(path, HERON, HERON)
        write(*arguments)

    monkeypatch.setattr(fixing, "write", late)
    ran = lint(path, "--fix")
    assert ran.code == 1
    assert "changed meanwhile" in ran.err
    assert path.read_text("utf-8").count("~") == 2


def test_a_file_that_changes_while_it_is_written_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    changes = fixing._changes  # type: ignore[reportPrivateUsage]

    def late(*arguments: Any) -> Iterator[Any]:  # noqa: ANN401
        yield from changes(*arguments)
        cards(path, HERON, HERON)

    monkeypatch.setattr(fixing, "_changes", late)
    assert "changed meanwhile" in lint(path, "--fix").err
    assert path.read_text("utf-8").count("~") == 2
    assert [one.name for one in tmp_path.iterdir()] == ["cards.jsonl"]


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    before = path.read_bytes()
    path.chmod(0o444)
    ran = lint(path, "--fix")
    assert ran.code == 1
    assert f"{path}: the file is read-only, nothing is written" in ran.err
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o444


def test_a_broken_file_is_not_mended_and_the_others_are(tmp_path: Path) -> None:
    broken = cards(tmp_path / "a.jsonl", HERON)
    broken.write_text("[" + broken.read_text("utf-8"), "utf-8")
    before = broken.read_bytes()
    path = cards(tmp_path / "b.jsonl", HERON)
    ran = lint(tmp_path, "--fix")
    assert ran.code == 1
    assert str(broken) in ran.err
    assert broken.read_bytes() == before
    assert "~" not in path.read_text("utf-8")


def test_words_that_the_encoding_lacks_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    rows = "カード名,タイプ,テキスト\r\nÆ竜,クリーチャー,~をタップする。\r\n".replace("Æ", "森の")
    path.write_bytes(rows.encode("cp932"))
    card = {**HERON, "name": "火の鳥🐉"}
    assert lint(path, "--fix").code == 0
    assert "森の竜をタップする。" in path.read_bytes().decode("cp932")
    assert lint(cards(tmp_path / "a.jsonl", card), "--fix").code == 0
    assert "Sacrifice 火の鳥🐉: Draw" in (tmp_path / "a.jsonl").read_text("utf-8")


def test_unsafe_fixes_are_made_only_where_they_are_asked_for(tmp_path: Path) -> None:
    record: dict[str, object] = {
        "name": "Moonlit Ravager",
        "faces": ["Gentle Miller", "Moonlit Ravager"],
        "layout": "transform",
        "type": "Creature — Werewolf",
        "text": "Gentle Miller deals 2 damage to any target.",
    }
    path = cards(tmp_path / "cards.jsonl", record)
    assert lint(path, "--fix").code == 1
    assert 'text": "Gentle' in path.read_text("utf-8")
    assert lint(path, "--fix", "--unsafe-fixes").code == 0
    assert 'text": "Moonlit' in path.read_text("utf-8")


def test_findings_of_a_baseline_are_not_mended(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    known = tmp_path / "known.json"
    lint(path, "-o", known)
    assert lint(path, "--baseline", known, "--fix").code == 0
    assert "~" in path.read_text("utf-8")


def test_a_file_that_is_refused_for_want_of_texts_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "names.tsv"
    path.write_text("name\ttext\nPot deal 1 damage to\n", "utf-8")
    before = path.read_bytes()
    for options in (["--fix", "--unsafe-fixes"], ["--diff", "--unsafe-fixes"]):
        assert lint(path, "--no-cache", *options).code == 2
        assert path.read_bytes() == before
