"""What a record of each format says of the names of its faces."""

import os
import threading
from pathlib import Path

import msgspec

from nanori.formats import reader
from nanori.formats.face_facts import FaceFacts, GivenName
from nanori.model.errors import NanoriError

CARD = {
    "name": "Ember // Ash",
    "faceName": "Ash",
    "layout": "split",
    "side": "b",
    "supertypes": ["Legendary"],
    "types": ["Instant"],
    "setCode": "AAA",
    "faceFlavorName": "Cinder",
    "foreignData": [
        {"language": "Japanese", "name": "火 // 灰"},
        {"language": "Elvish", "name": "Lith"},
    ],
}
SET = {"meta": {}, "data": {"cards": [CARD], "code": "AAA", "releaseDate": "2001-05-05"}}


def facts_of(path: Path) -> list[FaceFacts]:
    """Return what a file says; fails if a record of it is broken."""
    every: list[FaceFacts] = []
    for _, facts in reader.facts(str(path)):
        assert isinstance(facts, FaceFacts)
        every.append(facts)
    return every


def put(path: Path, value: object) -> Path:
    path.write_bytes(msgspec.json.encode(value))
    return path


def ash() -> FaceFacts:
    """Return what MTGJSON's file says, with the date that stands behind its cards."""
    printings = (("AAA", "2001-05-05"),)
    return FaceFacts(
        face="Ash",
        card="Ember // Ash",
        layout="split",
        side="b",
        supertypes=("Legendary",),
        types=("Instant",),
        alternate=("Cinder",),
        names=(
            GivenName(name="Ash", lang="en", form="oracle", printings=printings),
            GivenName(name="灰", lang="ja", form="printed", printings=printings),
        ),
    )


def test_mtgjson_has_names_types_and_dates(tmp_path: Path) -> None:
    assert facts_of(put(tmp_path / "AAA.json", SET)) == [ash()]


def test_what_can_be_read_but_once_is_read_without_dates(tmp_path: Path) -> None:
    content = put(tmp_path / "AAA.json", SET).read_bytes()
    end, beginning = os.pipe()
    with os.fdopen(beginning, "wb") as stream:
        writer = threading.Thread(target=lambda: (stream.write(content), stream.close()))
        writer.start()
        (facts,) = facts_of(Path(f"/dev/fd/{end}"))
        writer.join()
    os.close(end)
    assert facts.names[0].printings == (("AAA", ""),)


def test_scryfall_has_each_face_with_its_printed_name(tmp_path: Path) -> None:
    faces = [
        {"name": "Ember", "printed_name": "火", "type_line": "Legendary Instant — Trap"},
        {"name": "Ash", "printed_name": "灰", "flavor_name": "Cinder"},
    ]
    card = {"object": "card", "lang": "ja", "set": "aaa", "layout": "split", "card_faces": faces}
    ember, ash = facts_of(put(tmp_path / "a.json", [card | {"name": "Ember // Ash"}]))
    assert (ember.card, ember.side, ash.side) == ("Ember // Ash", "a", "b")
    assert (ember.supertypes, ember.types, ember.subtypes) == (
        ("Legendary",),
        ("Instant",),
        ("Trap",),
    )
    assert ash.alternate == ("Cinder",)
    assert [(name.name, name.lang, name.printings) for name in ash.names] == [
        ("Ash", "en", ()),
        ("灰", "ja", (("AAA", ""),)),
    ]


def test_a_line_of_names_and_a_card_record_may_stand_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"name": "Ember", "ja": [{"name": "火", "reading": "ひ", "printings": []}]}\n'
        '{"name": "灰", "name_en": "Ash", "reading": "はい", "text": "", "type_en": "Token Land"}\n'
        '{"ja": []}\n',
        "utf-8",
    )
    (_, ember), (_, ash), (line, error) = reader.facts(str(path))
    assert isinstance(ember, FaceFacts)
    assert isinstance(ash, FaceFacts)
    assert [(name.lang, name.reading_source) for name in ember.names] == [
        ("en", ""),
        ("ja", "given"),
    ]
    assert (ash.face, ash.token, ash.types) == ("Ash", True, ("Land",))
    assert ash.names[0].reading_source == "printed"
    assert isinstance(error, NanoriError)
    assert (line, error.message) == (3, "no name")


def test_any_other_format_says_what_its_card_records_say(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Ember Mage {R}\nLegendary Creature — Wizard\nHaste\n", "utf-8")
    (facts,) = facts_of(path)
    assert (facts.face, facts.subtypes) == ("Ember Mage", ("Wizard",))
