"""What is kept is given back whole, or not at all."""

import random
from pathlib import Path

import pytest

from nanori.grammar import languages, parser
from nanori.model import cached_files, data_files

MARK = b"5\0made of this\0"


def damaged(content: bytes) -> list[bytes]:
    chance = random.Random(0)
    flipped = [bytearray(content) for _ in range(200)]
    for each in flipped:
        each[chance.randrange(len(each))] ^= 1 << chance.randrange(8)
    cut = [content[:length] for length in range(0, len(content), 7)]
    return [*cut, *(each + bytes(len(content) - len(each)) for each in cut), *map(bytes, flipped)]


@pytest.mark.parametrize("made", [b"", bytes(40), b"made"])
def test_what_is_cut_off_or_damaged_is_not_there(made: bytes) -> None:
    content = cached_files.sealed(MARK, made)
    assert cached_files.unsealed(MARK, content) == made
    assert cached_files.unsealed(b"other" + MARK, content) is None
    assert cached_files.unsealed(MARK, content + b"\0") is None
    for each in damaged(content):
        assert cached_files.unsealed(MARK, each) in {None, made if each == content else None}


def test_what_is_spoilt_on_the_disk_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = languages.every.__wrapped__()
    tables = parser.load_tables(languages.load("en"))
    monkeypatch.setattr(cached_files, "FOLDER", str(tmp_path))
    for spoilt in (b"", bytes(4), b"cut off", b"whatever"):
        assert languages.every.__wrapped__() == expected
        assert parser.load_tables(languages.load("en")) == tables
        assert languages.read("en").lexicon.words
        kept = [*tmp_path.iterdir()]
        assert {each.suffix for each in kept} == {".words", ".tables", ".table"}
        for each in kept:
            content = each.read_bytes()
            each.write_bytes(content[: len(content) // 2] + spoilt)


def test_what_an_older_nanori_kept_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = languages.every.__wrapped__()
    monkeypatch.setattr(cached_files, "FOLDER", str(tmp_path))
    paths = [languages.folder() / f"{code}.toml" for code in languages.codes()]
    cached_files.keep(
        languages.folder() / languages.EVERY, data_files.stamp(paths), b"\x81\xa1a\x01"
    )
    assert languages.every.__wrapped__() == expected
