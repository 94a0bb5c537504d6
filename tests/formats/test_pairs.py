"""Which records are one card in two languages."""

from __future__ import annotations

from pathlib import Path

from nanori.formats import bilingual
from nanori.formats.bilingual import BilingualPair
from nanori.model.errors import NanoriError
from project import FORMATS, SAMPLE


def names_of(pairs: list[BilingualPair | NanoriError]) -> list[tuple[str, str, str]]:
    return [
        (pair.original.entry.card.name, pair.translation.entry.card.name, pair.how)
        for pair in pairs
        if isinstance(pair, BilingualPair)
    ]


def test_foreign_data_and_printed_texts_are_pairs() -> None:
    in_set = names_of(list(bilingual.within(str(FORMATS / "mtgjson" / "set.json"))))
    assert ("Elder Heron", "年経た鷺", "element") in in_set
    faces = names_of(list(bilingual.within(str(FORMATS / "scryfall" / "array.json"))))
    assert faces[-2:] == [
        ("Miller's Daughter", "粉屋の娘", "element"),
        ("Terror of the Mill", "水車小屋の恐怖", "element"),
    ]


def test_two_columns_of_a_row_are_a_pair() -> None:
    pairs = names_of(list(bilingual.within(str(FORMATS / "tables" / "bilingual-excel.csv"))))
    assert ("Aru, the Quiet Lamp", "静かな灯、アル", "element") in pairs


def test_two_files_are_paired_by_the_english_name(tmp_path: Path) -> None:
    english, japanese = tmp_path / "en.jsonl", tmp_path / "ja.jsonl"
    english.write_text(
        '{"name": "Lamp", "text": "1", "printed": "A"}\n'
        '{"name": "Lamp", "text": "2", "printed": "B"}\n',
        "utf-8",
    )
    japanese.write_text(
        '{"name": "灯", "name_en": "Lamp", "text": "あ", "printed": "B"}\n'
        '{"name": "壺", "name_en": "Pot", "text": "い"}\n'
        '{"name": "灯", "name_en": "Lamp", "text": "う", "printed": "C"}\n{"text": 5}\n',
        "utf-8",
    )
    pairs = list(bilingual.between(str(english), str(japanese)))
    assert isinstance(pairs.pop(), NanoriError)
    assert [
        (pair.original.record.card.text, pair.translation.record.line)
        for pair in pairs
        if isinstance(pair, BilingualPair)
    ] == [("2", 1), ("1", 3)]


def test_one_file_may_hold_both_languages() -> None:
    pairs = names_of(list(bilingual.between(str(SAMPLE), str(SAMPLE))))
    assert ("Saltmarsh Heron", "塩沼の鷺", "name") in pairs
