"""Names in another language, as a table and as glossaries for translators' programs."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from command import nanori

NAMES: list[dict[str, Any]] = [
    {
        "name": "Ash Courier",
        "types": ["Creature"],
        "ja": [{"name": "灰の急使", "printings": [{"set": "NNA", "released": "2024-04-05"}]}],
    },
    {"name": "Shiver", "types": ["Instant"], "ja": [{"name": "身震い"}]},
    {"name": "Thornback Rider", "types": ["Creature"], "ja": []},
]
CARDS: list[dict[str, Any]] = [
    {
        "lang": "en",
        "name": "Shiver",
        "text": "Search your library for a card named Ash Courier. Creatures shiver.",
    },
    {"lang": "en", "name": "Flying", "text": "Draw a card."},
    {"lang": "ja", "name": "飛翔", "name_en": "Flying", "text": "カード1枚を引く。"},
    {"lang": "en", "name": "=1+1", "text": "Draw a card."},
    {"lang": "ja", "name": "<b>&amp;太字", "name_en": "=1+1", "text": "カード1枚を引く。"},
]


def written(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(path)


@pytest.fixture
def database(tmp_path: Path) -> str:
    place = str(tmp_path / "names.sqlite")
    assert nanori("names", "build", written(tmp_path / "n.jsonl", NAMES), "-o", place).code == 0
    return place


@pytest.fixture
def cards(tmp_path: Path) -> str:
    return written(tmp_path / "cards.jsonl", CARDS)


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_names_of_a_stream_become_a_table(database: str) -> None:
    asked = "Ash Courier\nソーンバックライダー\nAsh Couriers\n\n=1+1\n".encode()
    ran = nanori(
        "names", "find", "-", "--to-lang", "ja", "--to", "csv", "--db", database, stdin=asked
    )
    assert (ran.code, ran.err) == (0, "")
    first, sound, guess, blank, formula = rows(ran.out)
    assert first == {
        **{"query": "Ash Courier", "rank": "1", "name": "Ash Courier", "name_en": "Ash Courier"},
        **{"translation": "灰の急使", "status": "official", "set": "NNA", "released": "2024-04-05"},
        **{"source": "printed", "how": "exact", "score": "1.0"},
    }
    assert (sound["name_en"], sound["how"]) == ("Thornback Rider", "sound")
    assert (sound["translation"], sound["status"]) == ("", "missing")
    assert (guess["translation"], guess["status"]) == ("灰の急使", "guessed")
    assert (blank["rank"], blank["status"]) == ("0", "missing")
    assert formula["query"] == " =1+1"


def test_a_row_of_json_and_a_line_for_people(database: str) -> None:
    ran = nanori("names", "find", "身震い", "--to-lang", "en", "--to", "jsonl", "--db", database)
    (row,) = ran.records()
    assert (row["translation"], row["status"], row["source"]) == ("Shiver", "official", "Oracle")
    ran = nanori("names", "find", "灰の急使", "--to-lang", "en", "--db", database)
    assert ran.out == "official 1.00  灰の急使 → Ash Courier\n"
    ran = nanori("names", "find", "zzqqj", "--to-lang", "en", "--db", database)
    assert (ran.code, ran.out, ran.err) == (1, "", "no name like “zzqqj”\n")


def test_a_table_wants_a_language_that_there_is(database: str) -> None:
    ran = nanori("names", "find", "x", "--to", "csv", "--db", database)
    assert (ran.code, ran.err) == (2, "nanori: a --to-lang was wanted with --to csv\n")
    assert nanori("names", "find", "x", "--to-lang", "xx", "--db", database).code == 2


def test_several_names_are_shown(database: str) -> None:
    ran = nanori("names", "show", "Shiver", "灰の急使", "zzqqj", "--db", database)
    assert ran.code == 1
    assert ran.out.count("\n\n") == 1
    assert ran.err == "no name like “zzqqj”\n"
    stream = nanori("names", "show", "-", "--db", database, stdin="Shiver\n\n灰の急使\n".encode())
    assert (stream.code, stream.out) == (0, ran.out)
    assert nanori("names", "show", "-", "Shiver", "--db", database).code == 2


def test_the_names_that_cards_use_are_exported_with_marks(database: str, cards: str) -> None:
    ran = nanori("names", "export", "--used-in", cards, "--db", database)
    assert (ran.code, ran.err) == (0, "")
    told = {row["name"]: row for row in rows(ran.out)}
    assert list(told) == ["Shiver", "Ash Courier", "Flying", " =1+1"]
    assert told["Shiver"]["marks"] == "word in texts"
    assert told["Flying"]["marks"] == "word of the rules"
    assert (told["Flying"]["translation"], told["Flying"]["status"]) == ("飛翔", "given")
    courier = told["Ash Courier"]
    assert (courier["translation"], courier["status"], courier["uses"]) == (
        "灰の急使",
        "official",
        "1",
    )
    assert (courier["set"], courier["released"]) == ("NNA", "2024-04-05")


def test_the_other_direction(database: str, cards: str) -> None:
    ran = nanori("names", "export", cards, "--lang", "ja", "--db", database)
    told = {row["name"]: row["translation"] for row in rows(ran.out)}
    assert (told["灰の急使"], told["飛翔"]) == ("Ash Courier", "Flying")
    assert nanori("names", "export", cards, "--lang", "ja", "--to-lang", "ja").code == 2


def test_translation_programs_read_the_tbx(database: str, cards: str, tmp_path: Path) -> None:
    tbx = pytest.importorskip("translate.storage.tbx", reason="translate-toolkit is not installed")
    path = tmp_path / "names.tbx"
    ran = nanori("names", "export", cards, "--to", "tbx", "--db", database, "-o", path)
    assert (ran.code, ran.err) == (0, "")
    units = tbx.tbxfile.parsefile(str(path)).units
    pairs = [("Shiver", "身震い"), ("Ash Courier", "灰の急使"), ("Flying", "飛翔")]
    assert [(unit.source, unit.target) for unit in units] == [*pairs, ("=1+1", "<b>&amp;太字")]
    assert "also a word of the rules" in path.read_text("utf-8")


def test_a_character_that_xml_cannot_have_is_refused_in_a_line(
    tmp_path: Path, cards: str, database: str
) -> None:
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    bell = written(
        tmp_path / "bell.jsonl",
        [{"lang": "ja", "name": "鐘\x07", "name_en": "Bell", "text": "カード1枚を引く。"}],
    )
    ran = nanori("names", "export", cards, bell, "--to", "tbx", "--db", database)
    assert ran.code == 1
    assert ran.err == "“鐘\ufffd” has a character that XML cannot have; it is left out\n"
    assert "Bell" not in ran.out
    assert etree.fromstring(ran.out.encode()) is not None


def test_the_terms_of_the_rules_are_exported_without_any_card() -> None:
    ended = nanori("names", "export", "--rules", "--to", "csv")
    (flying,) = [row for row in rows(ended.out) if row["name"] == "flying"]
    assert (flying["translation"], flying["source"]) == ("飛行", "rules")
    other = nanori("names", "export", "--rules", "--lang", "ja", "--to-lang", "en", "--to", "csv")
    assert {"飛行", "墓地", "ゴブリン"} <= {row["name"] for row in rows(other.out)}
