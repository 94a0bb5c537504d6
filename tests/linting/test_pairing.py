"""Two files of the same cards in two languages, paired by what tells the cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command import Captured
from lint_command import cards, findings, lint
from nanori.formats import pairing
from nanori.formats.pairing import PairingKey
from nanori.surfaces.cli import app
from project import ROOT

ENGLISH = """Number,Name,Type,Text
1,Ash Courier,Creature,"When Ash Courier enters, draw two cards."
2,Tarn Lantern,Artifact,Tap Tarn Lantern.
"""
JAPANESE = """番号,カード名,テキスト
001,灰の急使,灰の急使が戦場に出たとき、カード３枚を引く。
002,池の提灯,池の提灯をタップする。
003,鐘,鐘は鳴る。
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    original, translated = tmp_path / "en.csv", tmp_path / "ja.csv"
    original.write_text(ENGLISH, "utf-8")
    translated.write_text(JAPANESE, "utf-8")
    return str(original), str(translated)


@pytest.mark.parametrize("by", ["number", "order"])
def test_two_tables_are_paired(by: PairingKey, files: tuple[str, str]) -> None:
    paired = pairing.pairs(*files, by)
    assert paired.said() == "2 paired, 1 without original"
    originals = {key[1]: card.name for key, card in paired.originals.items()}
    assert originals == {"灰の急使": "Ash Courier", "池の提灯": "Tarn Lantern"}


def test_originals_left_over_by_order_are_told(files: tuple[str, str]) -> None:
    original, translated = files
    Path(translated).write_text("\n".join(JAPANESE.split("\n")[:2]), "utf-8")
    said = pairing.pairs(original, translated, "order").said()
    assert said == "1 paired, 1 without translation: the order may differ"


def test_lint_holds_a_translation_against_its_original(
    files: tuple[str, str], capsys: Captured
) -> None:
    arguments = ["lint", "--pair", *files, "--by", "number", "--format", "jsonl"]
    assert app.run(arguments) == 1
    said = capsys.readouterr()
    first, read = said.err.splitlines()
    assert first == "2 paired, 1 without original"
    assert read.endswith("; profile: translation")
    (finding,) = [json.loads(line) for line in said.out.splitlines()]
    assert (finding["rule"], finding["path"]) == ("numbers/different", files[1])
    assert app.run(["lint", *files]) == 0


@pytest.mark.parametrize("by", ["name_en", "id", "key"])
def test_nothing_paired_is_an_error(by: str, files: tuple[str, str], capsys: Captured) -> None:
    assert app.run(["lint", "--pair", *files, "--by", by]) == 2
    assert f"nothing is paired with {files[0]} by {by}" in capsys.readouterr().err


def test_cards_of_one_name_are_paired_by_their_codes(tmp_path: Path) -> None:
    original, translated = tmp_path / "cards.json", tmp_path / "karten.json"
    original.write_text(
        """[{"code": "01", "name": "Pot", "text": "Deal 1 damage to the enemy here."},
            {"code": "02", "name": "Pot", "text": "Deal 2 damage to the enemy here."}]""",
        "utf-8",
    )
    translated.write_text(
        """[{"code": "01", "name": "Topf", "text": "Füge dem Gegner hier 1 Schaden zu."},
            {"code": "02", "name": "Topf", "text": "Füge dem Gegner hier 2 Schaden zu."}]""",
        "utf-8",
    )
    paired = pairing.pairs(str(original), str(translated), "name_en")
    assert paired.said() == "2 paired by id"
    assert sorted(card.text[5] for card in paired.originals.values()) == ["1", "2"]


def test_what_other_files_call_a_keyword_is_known(tmp_path: Path) -> None:
    def pair(number: int, meant: str) -> list[dict[str, str]]:
        english, name = f"Reed Keeper {number}", f"葦の番人{number}"
        return [
            {"name": english, "lang": "en", "text": "Emberguard"},
            {"name": name, "name_en": english, "lang": "ja", "text": meant},
        ]

    every = [pair(1, "熾火の守り"), pair(2, "熾火の守り"), pair(3, "残り火の守り")]
    cards(tmp_path / "en.jsonl", *(each[0] for each in every))
    for number, each in enumerate(every):
        cards(tmp_path / f"ja{number}.jsonl", each[1])
    said = findings(tmp_path, "--select", "terms/inconsistent")
    assert [Path(one["path"]).name for one in said] == ["ja2.jsonl"]
    assert "“熾火の守り” 2×, “残り火の守り” 1×" in said[0]["message"]


def test_small_words_are_compared_whichever_language_is_the_original(tmp_path: Path) -> None:
    original, translated = tmp_path / "ja.csv", tmp_path / "en.csv"
    original.write_text(
        "番号,カード名,テキスト\n1,灰の急使,あなたのターン終了時に、カード１枚を引いてもよい。\n"
        "2,池の提灯,このクリーチャーはブロックできない。\n",
        "utf-8",
    )
    translated.write_text(
        "Number,Name,Type,Text\n"
        "1,Ash Courier,Creature,At the end of your turn you draw a card.\n"
        "2,Tarn Lantern,Creature,This creature can't block.\n",
        "utf-8",
    )
    paired = ["--pair", original, translated, "--by", "number"]
    assert [finding["rule"] for finding in findings(*paired)] == ["words/different"]


def test_the_original_may_be_in_any_language(tmp_path: Path) -> None:
    original, translated = tmp_path / "fr.csv", tmp_path / "it.csv"
    original.write_text(
        "Numéro,Nom,Type,Texte\n"
        "1,Garde du sel,Créature,Piochez trois cartes.\n"
        "2,Lampe du sel,Artefact,{T} : Ajoutez {R}. Vous gagnez deux points de vie.\n",
        "utf-8",
    )
    translated.write_text(
        "Numero,Nome,Tipo,Testo\n"
        "1,Custode del Sale,Creatura,Pesca due carte.\n"
        "2,Lampada del Sale,Artefatto,{T}: Aggiungi {G}. Guadagni due punti vita.\n",
        "utf-8",
    )
    said = findings("--pair", original, translated, "--by", "number")
    assert [finding["message"] for finding in said] == [
        "“due” is not in the original, which has “3”",
        "“{G}” is not in the original, which has “{R}”",
    ]


def test_files_called_alike_but_for_the_language_are_paired_by_key(tmp_path: Path) -> None:
    for lang, name, text in (
        ("en", "Ash Courier", "You may draw two cards."),
        ("ja", "灰の急使", "カード３枚を引く。"),
    ):
        (tmp_path / lang).mkdir()
        said = {"ash_courier": {"name": name, "text": text}}
        (tmp_path / lang / "cards.json").write_text(json.dumps(said), "utf-8")
    ran = lint(tmp_path, "--format", "jsonl")
    assert "1 paired by key" in ran.err
    assert [each["rule"] for each in ran.records()] == [
        "numbers/different",  # at its words
        "words/different",  # where it would stand
    ]
    (tmp_path / "ja" / "cards.json").write_text('{"b": {"name": "灰", "text": "飛行"}}', "utf-8")
    assert "no texts with the same key, not compared" in lint(tmp_path).err


def test_a_file_beside_its_original_that_has_no_cards_is_told(tmp_path: Path) -> None:
    for lang, said in (
        ("en", {"name": "Ash Courier", "type": "Creature — Human", "text": "Flying"}),
        ("ja", {"type": "クリーチャー — 人間", "text": "速攻"}),
    ):
        (tmp_path / f"{lang}.json").write_text(json.dumps({"ash": said}), "utf-8")
    told = [line for line in lint(tmp_path).err.splitlines() if "ja.json" in line]
    assert len(told) == 1
    assert "no cards with a name are in it, not compared with" in told[0]


def test_the_records_of_the_translators_page_are_compared(tmp_path: Path) -> None:
    for page in ("translators.md", "translators.ja.md"):
        words = (ROOT / "docs" / "tutorials" / page).read_text("utf-8")
        (tmp_path / "cards.json").write_text(words.split("```json\n")[1].split("```")[0], "utf-8")
        told = lint(tmp_path / "cards.json", "--format", "jsonl").records()
        assert [(each["card"], each["rule"]) for each in told] == [
            ("葦の渡し", "numbers/different"),
            ("葦の鷺", "terms/different"),
        ]


@pytest.mark.parametrize(
    ("original", "translation"),
    [
        ("pack/a.json", "translations/ja/pack/a.json"),
        ("pack/a.json", "jp/pack/a.json"),
        ("pack/a.json", "pack/ja/a.json"),
        ("a.json", "a.ja.json"),
        ("a.json", "a_jp.json"),
    ],
)
def test_a_translation_in_a_tree_beside_the_originals_is_paired(
    original: str, translation: str, tmp_path: Path
) -> None:
    english = [{"code": "01", "name": "Ash Wall", "text": "When Ash Wall enters, draw two cards."}]
    japanese = [{"code": "01", "name": "灰の壁", "text": "灰の壁が出たとき、カードを３枚引く。"}]
    for name, cards_of in ((original, english), (translation, japanese)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(cards_of), "utf-8")
    ran = lint(tmp_path, "--format", "jsonl")
    assert f"{tmp_path / original} and {tmp_path / translation}: 1 paired by id" in ran.err
    assert [json.loads(line)["check"] for line in ran.out.splitlines()] == ["numbers"]


@pytest.mark.parametrize("folder", ["loc/{}/a.json", "{}/pack/core/a.json", "{}/a-{}.json"])
@pytest.mark.parametrize("lang", ["FRA", "fr-FR", "French"])
def test_the_language_of_a_file_may_be_anywhere_in_its_path(
    folder: str, lang: str, tmp_path: Path
) -> None:
    for word, text in (("eng", "Draw 2 cards."), (lang, "Piochez 3 cartes.")):
        path = tmp_path / folder.format(word, word)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"salt": {"name": f"Sel {word}", "text": text}}), "utf-8")
    ran = lint(tmp_path, "--format", "jsonl")
    assert "1 paired by key" in ran.err
    assert [each["rule"] for each in ran.records()] == ["numbers/different"]


def test_cards_of_one_name_in_several_files_are_compared_with_their_own(tmp_path: Path) -> None:
    for pack, number in (("a", 2), ("b", 3)):
        for folder, name, text in (
            ("pack", "Wall", f"Draw {number} cards."),
            ("translations/fr/pack", "Mur", f"Piochez {number} cartes."),
        ):
            path = tmp_path / folder / f"{pack}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps([{"code": pack, "name": name, "text": text}]), "utf-8")
    ran = lint(tmp_path, "--format", "jsonl")
    assert "2 compared with their originals" in ran.err
    assert not ran.records()


HALVES = [("k1", "Draw two cards."), ("k2", "The Wall deals 2 damage.")]
OTHERS = [("k1", "Piochez trois cartes."), ("k2", "Le Mur inflige 2 blessures.")]
THIRD = [("k1", "Ziehe zwei Karten."), ("k2", "Der Wall fügt 2 Schadenspunkte zu.")]
RENAMED = [("x1", "Draw two cards."), ("x2", "The Wall deals 2 damage.")]
SHOUTED = [(key.upper(), text) for key, text in OTHERS]
COMPARED = {
    "half of the originals": (HALVES[:1], OTHERS, "1 with nothing"),
    "half of the translations": (HALVES, OTHERS[:1], "1 compared"),
    "another order": (HALVES, OTHERS[::-1], "2 compared"),
    "ids in another case": (HALVES, SHOUTED, "2 compared"),
    "a translation's id twice": (HALVES, [*OTHERS, ("k1", "Non.")], "3 compared"),
}
SAID = {
    "an original's id twice": ([*HALVES, ("k1", "No.")], OTHERS, "with nothing"),
    "originals of another edition": (RENAMED, OTHERS, "2 with nothing"),
    "a translation of a translation": (THIRD, OTHERS, "with nothing"),
}


def write_csv(path: Path, records: list[dict[str, str]]) -> None:
    lines = [",".join(f'"{value}"' for value in one.values()) for one in records]
    Path(f"{path}.csv").write_text("\n".join([",".join(records[0]), *lines]), "utf-8")


def write_json(path: Path, records: list[dict[str, str]]) -> None:
    Path(f"{path}.json").write_text(json.dumps(records), "utf-8")


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("write", [write_json, write_csv])
@pytest.mark.parametrize("kind", [*COMPARED, *SAID])
def test_records_in_two_languages_are_compared_or_that_is_said(
    kind: str, write: Callable[[Path, list[dict[str, str]]], None], together: bool, tmp_path: Path
) -> None:
    first, second, said = (COMPARED | SAID)[kind]
    langs = ("de" if first is THIRD else "en", "fr")
    every = [
        [
            {"id": key, "lang": lang, "name": key, "type": "Land", "text": text}
            for key, text in records
        ]
        for lang, records in zip(langs, (first, second), strict=True)
    ]
    if together:
        write(tmp_path / "cards", [*every[0], *every[1]])
    else:
        for lang, records in zip(langs, every, strict=True):
            write(tmp_path / f"cards.{lang}", records)
    result = lint(tmp_path, "--format", "concise")
    assert said in result.err
    assert ("“trois” is not in the original" in result.out) == (kind in COMPARED)


PO = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ("12", "2 compared"),
        ("21", "2 compared"),
        ("1", "1 compared"),
        ("121", "is there already"),
        ("13", "its language is said to be English"),
    ],
)
def test_records_of_a_catalogue_are_compared_or_that_is_said(
    records: str, said: str, tmp_path: Path
) -> None:
    third = ("Wenn diese Kreatur ins Spiel kommt, ziehe zwei Karten.", "Non.")
    pairs = [(a[1], b[1]) for a, b in zip(HALVES, OTHERS, strict=True)] + [third]
    blocks = [
        f'msgctxt "k{number}.{field}"\nmsgid "{source}"\nmsgstr "{target}"\n'
        for number in records
        for field, source, target in [("name", "Wall", "Mur"), ("text", *pairs[int(number) - 1])]
    ]
    (tmp_path / "fr.po").write_text("\n".join([PO, *blocks]), "utf-8")
    result = lint(tmp_path, "--format", "concise")
    assert said in result.err + result.out
    assert "“trois” is not in the original" in result.out
