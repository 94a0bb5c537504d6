"""The database of names: what is built and found, also inexactly; what is said of bad input."""

import json
import lzma
import random
import sqlite3
import sys
from contextlib import suppress
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec
import pytest

import inexact
import real
from nanori.model.errors import NanoriError
from nanori.names import schema
from nanori.names.database import Database
from nanori.names.merging import overrides
from nanori.surfaces.cli import app
from project import put

ARU: dict[str, Any] = {
    "name": "Aru, the Quiet Lamp",
    "supertypes": ["Legendary"],
    "types": ["Creature"],
    "ja": [
        {"name": "静灯アル", "printings": [{"set": "AAB", "released": "2003-05-05"}]},
        {"name": "静かな灯、アル", "printings": [{"set": "AAA", "released": "2001-05-05"}]},
    ],
}
MAGE: dict[str, Any] = {"name": "Ember Mage", "types": ["Creature"], "ja": [{"name": "火の魔道士"}]}
VESS: dict[str, Any] = {
    "name": "Vess Ælyr's Gate",
    "types": ["Land"],
    "ja": [{"name": "ヴェス・エアリールの門"}],
}
BOMB: list[dict[str, Any]] = [
    {"name": "Bomb Squad", "types": ["Creature"], "ja": [{"name": "爆弾部隊"}]},
    {"name": "Bomber Corps", "types": ["Creature"], "ja": [{"name": "爆弾部隊"}]},
]


def write(path: Path, *rows: object) -> Path:
    return put(path, b"\n".join(map(msgspec.json.encode, rows)) + b"\n")


def built(folder: Path, *rows: object) -> Path:
    """Return the place of a database of those rows."""
    place = folder / "names.sqlite"
    assert app.run(["names", "build", str(write(folder / "n.jsonl", *rows)), "-o", str(place)]) == 0
    return place


def first(register: Database, query: str) -> tuple[str, str]:
    """Return the English name of the first hit, and how it matched."""
    hits = register.find(query)
    return (hits[0].name_en, hits[0].how) if hits else ("", "")


@pytest.mark.parametrize(
    ("query", "face", "how"),
    [
        ("Aru, the Quiet Lamp", "Aru, the Quiet Lamp", "exact"),
        ("静灯アル", "Aru, the Quiet Lamp", "exact"),
        ("aru the quiet LAMP", "Aru, the Quiet Lamp", "folded"),
        ("ＡＲＵ，　ｔｈｅ　ｑｕｉｅｔ　ｌａｍｐ", "Aru, the Quiet Lamp", "folded"),
        ("Vess Aelyr’s Gate", "Vess Ælyr's Gate", "folded"),
        ("vess aelyrs gate", "Vess Ælyr's Gate", "folded"),
        ("ｳﾞｪｽ･ｴｱﾘｰﾙの門", "Vess Ælyr's Gate", "folded"),
        ("ヴェスエアリールの門", "Vess Ælyr's Gate", "folded"),
        ("べすえありいるのもん", "Vess Ælyr's Gate", "kana"),
        ("vesu earīru no mon", "Vess Ælyr's Gate", "romaji"),
        ("vesu eariiru nomon", "Vess Ælyr's Gate", "romaji"),
        ("ひのまどうし", "Ember Mage", "kana"),
        ("hi no madōshi", "Ember Mage", "romaji"),
        ("hinomadousi", "Ember Mage", "romaji"),
        ("Aru", "Aru, the Quiet Lamp", "short"),
        ("アル", "Aru, the Quiet Lamp", "short"),
        ("quiet", "Aru, the Quiet Lamp", "part"),
        ("mage ember", "Ember Mage", "part"),
        ("Embr Mage", "Ember Mage", "typo"),
        ("火の魔導士", "Ember Mage", "typo"),
        ("エンバーメイジ", "Ember Mage", "sound"),
        ("エンバー・メージ", "Ember Mage", "sound"),
        ("enbaa meiji", "Ember Mage", "sound"),
        ("ﾗﾝﾀﾝ", "Ember Mage", ""),
    ],
)
def test_a_name_is_found_however_it_is_written(
    tmp_path: Path, query: str, face: str, how: str
) -> None:
    with Database.open(built(tmp_path, ARU, MAGE, VESS)) as register:
        assert first(register, query) == ((face, how) if how else ("", ""))


@pytest.mark.parametrize(
    "query", ["", " ", "//", "zzqqj", "\0", "\udcff", "“", '"', "*", "々", "ー"]
)
def test_a_query_without_sense_finds_nothing(tmp_path: Path, query: str) -> None:
    with Database.open(built(tmp_path, ARU, MAGE)) as register:
        assert register.find(query) == []


def test_hits_are_ranked_limited_and_of_the_language_asked_for(tmp_path: Path) -> None:
    with Database.open(built(tmp_path, ARU, MAGE, VESS)) as register:
        assert [hit.lang for hit in register.find("火の魔道師", "ja", 1)] == ["ja"]
        assert register.exact("Ember Mage", "ja") == []
        hits = register.find("e")
        assert hits == sorted(hits, key=lambda hit: -hit.score)


def test_the_first_printed_name_is_official(tmp_path: Path) -> None:
    with Database.open(built(tmp_path, ARU)) as register:
        entry = register.entry("Aru, the Quiet Lamp")
    assert entry is not None
    assert [(form.name, form.official) for form in entry.forms if form.form == "printed"] == [
        ("静かな灯、アル", True),
        ("静灯アル", False),
    ]


def test_an_announced_name_is_official_and_says_why(tmp_path: Path) -> None:
    with Database.open(built(tmp_path, *BOMB)) as register:
        entry = register.entry("Bomb Squad")
        assert [hit.name_en for hit in register.exact("爆弾部隊")] == ["Bomber Corps", "Bomb Squad"]
        assert [hit.name_en for hit in register.exact("爆弾兵団")] == ["Bomb Squad"]
    assert entry is not None
    assert all(form.source for form in entry.forms if form.form == "printed")


def test_both_faces_are_found_by_the_whole_name(tmp_path: Path) -> None:
    halves = [
        {"name": name, "card": "Hollow // Harvest", "layout": "split", "side": side}
        for name, side in (("Hollow", "a"), ("Harvest", "b"))
    ]
    with Database.open(built(tmp_path, *halves)) as register:
        assert {hit.name_en for hit in register.find("hollow // harvest")} == {"Hollow", "Harvest"}


def test_the_shipped_names_serve_where_none_were_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert app.run(["names", "find", "はいのきゅうし"]) == 0
    assert "Ashen Courier" in capsys.readouterr().out
    assert app.run(["names", "show", "Miri Brightwater"]) == 0
    assert "interchangeable with: Mirelle of the Brook" in capsys.readouterr().out


def test_a_line_of_queries_gives_a_line_of_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    place = built(tmp_path, ARU, MAGE)
    lines = b"Ember Mage\n\nnone such\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(BytesIO(lines))))
    assert app.run(["names", "find", "-", "--db", str(place), "--to", "jsonl"]) == 0
    answers = [msgspec.json.decode(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [answer["query"] for answer in answers] == ["Ember Mage", "", "none such"]
    assert answers[0]["hits"][0] == {
        **{"name": "Ember Mage", "name_en": "Ember Mage", "lang": "en", "how": "exact"},
        "score": 1.0,
    }


def test_a_record_that_cannot_be_read_is_reported_and_the_rest_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "n.jsonl"
    bad = {"name": "Reed", "ja": [{"name": "葦", "reading": "×葦?"}]}
    rows = [msgspec.json.encode(row) for row in (MAGE, bad, {"card": "x"}, {"name": ""}, ARU)]
    source.write_bytes(b"\n".join([*rows, b'{"name": 3}', b"{", b'{"name": "\xff"}']))
    place = tmp_path / "names.sqlite"
    assert app.run(["names", "build", str(source), "-o", str(place)]) == 1
    said = capsys.readouterr().err
    shown = [f"n.jsonl:{line}:" in said for line in range(1, 9)]
    assert shown == [False, *[True] * 3, *[False] * 4]
    assert "n.jsonl: 3 more not read" in said
    assert "the reading “×葦?” of “葦” is not in kana" in said
    with Database.open(place) as register:
        entry = register.entry("Reed")
        assert entry is not None
        assert entry.forms[1].reading_source == "guessed"
        assert first(register, "アル")[0] == "Aru, the Quiet Lamp"


def test_two_cards_that_claim_one_name_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = {"name": "Bindle", "types": ["Instant"], "ja": [{"name": "束縛"}]}
    second = {**first, "card": "Bindle // Loose"}
    third = {"name": "Reed", "types": ["Creature"]}
    built(
        tmp_path,
        first,
        second,
        {"name": "Fetter", "ja": [{"name": "束縛"}]},
        third,
        {**third, "types": ["Land"]},
    )
    said = capsys.readouterr().err
    assert "“Bindle” is already a name of “Bindle”" in said
    assert "“Reed” is already a name of “Reed”" in said
    assert "“束縛” is the name of “Bindle” and “Fetter”" in said


@pytest.mark.parametrize("content", [b"", b"{}\n", b"no json", b"[]", b'{"name": ""}'])
def test_a_source_without_names_leaves_the_old_database_alone(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    place = built(tmp_path, ARU)
    before = place.read_bytes()
    source = put(tmp_path / "empty.jsonl", content)
    assert app.run(["names", "build", str(source), "-o", str(place)]) == 2
    assert capsys.readouterr().err
    assert place.read_bytes() == before
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*"))


def test_a_database_that_is_none_damaged_or_older_says_how_to_rebuild(tmp_path: Path) -> None:
    place = built(tmp_path, ARU)
    older, other, empty, noise = (tmp_path / name for name in ("o", "x", "e", "n"))
    older.write_bytes(place.read_bytes())
    connection = sqlite3.connect(older)
    connection.execute(f"PRAGMA user_version = {schema.VERSION - 1}")
    connection.close()
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    empty.write_bytes(b"")
    noise.write_bytes(random.Random(1).randbytes(5000))
    for path in (older, other, empty, noise, tmp_path, tmp_path / "absent"):
        with pytest.raises(NanoriError, match="build it anew with: nanori names build"):
            Database.open(path)


def test_a_damaged_database_never_crashes(tmp_path: Path) -> None:
    whole = built(tmp_path, ARU, MAGE, VESS, *BOMB).read_bytes()
    chance = random.Random(1)
    damaged = tmp_path / "damaged.sqlite"
    for _ in range(150):
        content = bytearray(whole)
        for _ in range(40):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        damaged.write_bytes(
            content[: chance.randrange(len(content))] if chance.random() < 0.3 else content
        )
        with suppress(NanoriError), Database.open(damaged) as register:
            register.find("Embr Mage")
            register.exact("爆弾部隊")
            register.entry("Aru, the Quiet Lamp")
            list(register.names("ja"))


@pytest.mark.real
def test_mtgjson_scryfall_and_card_records_are_read(tmp_path: Path) -> None:
    champions = real.SHARED / "data" / "mtgjson" / "CHK.json.xz"
    if not champions.exists():
        pytest.skip("no real card data")
    scryfall = {
        **{"object": "card", "oracle_id": "x", "name": "Reed Warden", "lang": "ja", "set": "aaa"},
        **{"printed_name": "葦の番人", "released_at": "2020-01-01", "type_line": "Creature — Elf"},
    }
    record = {
        **{"text": "…", "name": "火の山", "name_en": "Mount Ember", "lang": "ja"},
        **{"reading": "ひのやま", "printed": "AAA", "released": "2020-01-01"},
    }
    sources = [write(tmp_path / "s.json", scryfall), write(tmp_path / "r.jsonl", record), champions]
    place = tmp_path / "names.sqlite"
    assert app.run(["names", "build", *map(str, sources), "-o", str(place)]) == 0
    with Database.open(place) as register:
        assert first(register, "ashinobannin") == ("Reed Warden", "romaji")
        assert first(register, "ひのやま") == ("Mount Ember", "kana")
        days = {form.printings[0] for form in register.names("ja") if form.printings}
        assert any(printing.set == "CHK" and printing.released == "2004-10-01" for printing in days)


def test_a_database_gives_annotate_the_english_of_announced_names(tmp_path: Path) -> None:
    source = put(
        tmp_path / "names.jsonl", '{"name": "Ash Courier", "ja": [{"name": "灰の急使"}]}\n'
    )
    database, cards = tmp_path / "names.sqlite", tmp_path / "cards.jsonl"
    assert app.run(["names", "build", str(source), "-o", str(database)]) == 0
    text = "あなたのライブラリーから「灰の急使」という名前のカード１枚を探す。"
    record = {"lang": "ja", "name": "灰の伝令", "text": text}
    cards.write_text(json.dumps(record, ensure_ascii=False) + "\n", "utf-8")
    annotated = tmp_path / "annotated.jsonl"
    assert app.run(["annotate", str(cards), "--names", str(database), "-o", str(annotated)]) == 0
    (reference,) = json.loads(annotated.read_text("utf-8"))["references"]
    assert reference["refers_to_en"] == "Ash Courier"


ENOUGH = 0.97

ASKED = 1000 // real.EVERY
"""How many names are asked."""


@pytest.mark.thorough
@pytest.mark.real
def test_nearly_every_inexact_name_finds_its_card_first(tmp_path: Path) -> None:
    with Database.open(inexact.database(tmp_path)) as register:
        missed = [
            query
            for query in inexact.queries(inexact.lines(), ASKED)
            if not {hit.name_en for hit in register.find(query.text, limit=1)} & query.right
        ]
        assert len(missed) <= ASKED * (1 - ENOUGH), missed
        for name in ("堀葬の儀式", "掘葬の儀式"):
            assert register.find(name)[0].name_en == "Unburial Rites"
        official = [form.name for form in register.names("ja") if form.face == "Bomb Squad"]
        assert official[0] == "爆弾兵団"


OF_SLIPS = {"Resurrection": "蘇生", "Nimbus of the Isles": "諸島の雨雲"}
"""Cards whose first name of as many prints is another card's, or has half a bracket."""


@pytest.mark.thorough
@pytest.mark.real
def test_official_is_what_most_prints_have(tmp_path: Path) -> None:
    path = inexact.database(tmp_path)
    with lzma.open(inexact.NAMES) as source:
        lines = [json.loads(line) for line in source]
    renamed = {announced.face for announced in overrides().name}
    several = [line for line in lines if len(line["ja"]) > 1 and line["name"] not in renamed]
    with Database.open(path) as register:
        for line in several:
            entry = register.entry(line["name"])
            assert entry
            forms = [form for form in entry.forms if form.lang == "ja"]
            rank = {form.name: (-len(form.printings), form.printings[0].released) for form in forms}
            wanted = OF_SLIPS.get(line["name"], min(rank, key=rank.__getitem__))
            assert [form.name for form in forms if form.official] == [wanted], line["name"]
    assert len(several) > 60
