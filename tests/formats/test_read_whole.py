"""An object is read whole before it is judged: keys in any order and language, lists of lines."""

import itertools
import json
from pathlib import Path

import pytest

from command import nanori
from nanori.formats import reader
from nanori.formats.entries import Entry
from project import put

ASH = {"name": "Ash Wall", "description": "Ash Wall attacks.", "type": "Creature", "flavor": "x"}


def cards(path: Path, content: object) -> list[tuple[str, str, str]]:
    """Return name, language and text of each record of a file with that content."""
    words = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(words, "utf-8")
    read = [record for record in reader.read(str(path)) if isinstance(record, Entry)]
    return [(each.card.name, each.card.lang, each.card.text) for each in read if each.card.text]


@pytest.mark.parametrize("order", list(itertools.permutations(ASH)), ids=",".join)
def test_the_order_of_keys_means_nothing(order: tuple[str, ...], tmp_path: Path) -> None:
    card = {key: ASH[key] for key in order}
    wanted = [("Ash Wall", "en", "Ash Wall attacks.")]
    assert cards(tmp_path / "keyed.json", {"ash": card, "ash2": card}) == wanted * 2
    assert cards(tmp_path / "list.json", [card]) == wanted
    flat = {f"ash.{key}": words for key, words in card.items()}
    assert cards(tmp_path / "flat.json", flat) == wanted
    nested = {key: {"ash": words} for key, words in card.items()}
    assert cards(tmp_path / "nested.json", nested) == wanted


def test_the_type_is_known_wherever_it_stands(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", json.dumps({"ash": {key: ASH[key] for key in reversed(ASH)}}))
    (record,) = [each for each in reader.read(str(path)) if isinstance(each, Entry)]
    assert (record.card.type, record.card.id) == ("Creature", "ash")


FOREIGN = {
    "ja": ("jp", "ja", "JP", "ja-JP"),
    "ko": ("kr", "ko", "KR"),
    "pt": ("br", "pt", "BR", "pt-BR"),
    "zhs": ("cn", "zhs", "CN", "zh-CN"),
    "zht": ("tw", "zht", "TW", "zh-TW"),
}


@pytest.mark.parametrize("suffix", ["_{}", "-{}", ".{}", " ({})", "{}"])
@pytest.mark.parametrize(
    ("lang", "word"), [(lang, word) for lang in FOREIGN for word in FOREIGN[lang]]
)
def test_a_key_or_heading_names_its_language(
    lang: str, word: str, suffix: str, tmp_path: Path
) -> None:
    if suffix == "{}" and not (word.isupper() and len(word) == 2):
        suffix = "_{}"
    text = "灰の壁が攻撃する。" if lang == "ja" else "[]"
    fields = {"name": "Ash Wall", "text": "Ash Wall attacks."}
    fields |= {f"{key}{suffix.format(word)}": said for key, said in (("name", "A"), ("text", text))}
    wanted = [("Ash Wall", "en", "Ash Wall attacks."), ("A", lang, text)]
    assert cards(tmp_path / "a.jsonl", fields) == wanted
    loose = {key.replace("text", "effect"): said for key, said in fields.items()}
    assert cards(tmp_path / "b.json", [loose]) == wanted
    table = "\n".join(",".join(row) for row in (fields.keys(), fields.values()))
    assert cards(tmp_path / "a.csv", table) == wanted


def test_lines_in_a_list_are_read_and_edited_each_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    lines = ["Flying", 'When Ash Wall enters, say "Ash Wall".', "Ash Wall has haste."]
    content = json.dumps([{"id": 1, "cardName": "Ash Wall", "effects": lines}], indent=1)
    assert cards(path, content) == [("Ash Wall", "en", "\n".join(lines))]
    assert nanori("restyle", "--style", "tilde", "--in-place", path).code == 0
    assert path.read_text() == content.replace("When Ash Wall", "When ~").replace(
        '"Ash Wall has', '"~ has'
    ).replace('\\"Ash Wall\\"', '\\"~\\"')


def test_objects_in_a_list_of_effects_say_their_text(tmp_path: Path) -> None:
    effects = [{"text": "Flying", "children": []}, {"text": "Draw.", "children": [{"text": "A."}]}]
    card = {"name": "Ash Wall", "effects": effects}
    assert cards(tmp_path / "a.json", [card]) == [("Ash Wall", "en", "Flying\nDraw.\nA.")]


def test_texts_by_language_in_an_object_are_texts_in_these_languages(tmp_path: Path) -> None:
    card = {"title": {"en": "Ash Wall", "jp": "灰の壁"}, "effect": {"en": "Draw.", "ja": "引く。"}}
    wanted = [("Ash Wall", "en", "Draw."), ("灰の壁", "ja", "引く。")]
    assert cards(tmp_path / "a.json", {"x1": card}) == wanted
    own = {"カード名": "灰の壁", "特殊能力": "カードを１枚引く。", "種類": "クリーチャー"}
    assert cards(tmp_path / "a.json", [own]) == [("灰の壁", "ja", "カードを１枚引く。")]


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_objects_under_languages_are_one_card(name: str, tmp_path: Path) -> None:
    said = {"en": {"name": "Ash Wall", "text": "Ash Wall stays."}}
    said |= {"de": {"name": "Aschewall", "text": "Aschewall bleibt."}}
    every = {"languages": ["en", "de"], "cards": [{"id": 1, "languages": said}]}
    wanted = [("Ash Wall", "en", "Ash Wall stays."), ("Aschewall", "de", "Aschewall bleibt.")]
    assert cards(tmp_path / name, json.dumps(every, indent=1)) == wanted


def test_texts_of_parts_that_are_not_read_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    attacks = [{"name": "Ember", "text": "Discard an Energy from this Pokémon, then flip a coin."}]
    path.write_text(json.dumps([{"name": "Ashmon", "abilities": [], "attacks": attacks}] * 2))
    ran = nanori("annotate", path)
    assert (ran.code, ran.out) == (2, "")
    assert "under “attacks”, --column text=attacks reads them" in ran.err
    assert nanori("annotate", path, "--column", "text=attacks").code == 0
    path.write_text(
        json.dumps([{"name": "灰", "data": [{"sp": ["このクリーチャーが出た時、カードを引く。"]}]}])
    )
    assert "“data”, in a shape that is not read" in nanori("annotate", path).err
    own = [{"name": "Heat", "text": "Draw a card."}]
    path.write_text(json.dumps([{"name": "Ashmon", "abilities": own, "attacks": attacks}]))
    ran = nanori("annotate", path)
    assert (ran.code, len(ran.out.splitlines())) == (0, 1)
    assert "the texts under “attacks” are not read" in ran.err


def test_cards_in_a_card_and_texts_under_other_keys_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    back = {"name": "Ember Wall", "text": "Ember Wall blocks."}
    token = {"name": "Spark", "type": "Token", "rules": "Spark flies."}
    parts = [{"name": "Heat", "text": "Draw a card."}]
    every = [
        {"name": "Ash Wall", "text": "Ash Wall attacks.", "back": {**back, "tokens": [token]}},
        {"name": "Reed Imp", "rules_text": "Reed Imp dies.", "type_line": "Creature"},
        {"name": "Tarn", "oracle_text": "", "attacks": parts},
    ]
    wanted = [("Ash Wall", "en", "Ash Wall attacks."), ("Ember Wall", "en", "Ember Wall blocks.")]
    wanted += [("Spark", "en", "Spark flies."), ("Reed Imp", "en", "Reed Imp dies.")]
    assert cards(path, every) == wanted
    assert "the texts under “attacks” are not read" in nanori("annotate", path).err
    out = tmp_path / "b.json"
    nanori("restyle", path, "--style", "tilde", "--as-file", "-o", out)
    tildes = [f"~ {text.rpartition(' ')[2]}" for *_, text in wanted]
    assert [text for *_, text in cards(path, out.read_text("utf-8"))] == tildes


def test_a_title_is_the_name_of_what_has_no_name(tmp_path: Path) -> None:
    card = {"id": "x", "stripped_title": "Ash", "text": "Ash attacks.", "title": "Ash"}
    assert cards(tmp_path / "a.json", card) == [("Ash", "en", "Ash attacks.")]


GOOD = '{"cardName": "Good", "effect": "Good attacks."}'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"name": "A", "text": "A attacks.", "text": "A blocks."}', "“text” is there twice"),
        ('{"name": "A", "name": "B", "text": "A attacks."}', "“name” is there twice"),
        ('[{"cardName": "A", "effect": "x", "effect": "y"}]', "“effect” is there twice"),
        (f'[{GOOD}, {{"cardName": 5, "effect": "x"}}]', "words were wanted, got 5"),
        (f'[{GOOD}, {{"cardName": "A", "effect": true}}]', "words were wanted, got True"),
        (f'[{GOOD}, {{"cardName": null, "effect": "x"}}]', "no name"),
        ('{"name": "A", "text": null}', "no text"),
    ],
)
def test_what_is_no_record_is_said(content: str, reason: str, tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", content)
    ran = nanori("annotate", path)
    *_, line = map(json.loads, ran.out.splitlines())
    assert (ran.code, line.keys()) == (1, {"error", "path", "line"})
    assert reason in line["error"]


def test_names_in_several_languages_need_no_texts(tmp_path: Path) -> None:
    path = put(tmp_path / "names.csv", "name,name_ja,name_kr\nAsh Wall,灰の壁,재의 벽\n")
    ran = nanori("names", "build", path, "-o", tmp_path / "names.sqlite")
    assert "1 faces, 3 names" in ran.out + ran.err


def test_texts_of_no_card_are_told(tmp_path: Path) -> None:
    every = {"ash.name": "Ash", "ash.text": "Ash attacks.", "ui.hint": "You have 3 cards left."}
    path = put(tmp_path / "en.json", json.dumps({**every, "ash.rarity": "common"}))
    ran = nanori("annotate", path)
    assert (ran.code, len(ran.out.splitlines())) == (0, 1)
    assert "texts of no card are not read: 1, as under “ui.hint”" in ran.err


def test_cards_all_called_alike_are_called_by_their_keys(tmp_path: Path) -> None:
    every = {key: {"name": "card", "text": f"{key} attacks."} for key in ("Ash", "Reed", "Tarn")}
    read = cards(tmp_path / "a.json", every)
    assert [name for name, *_ in read] == ["Ash", "Reed", "Tarn"]


def test_yaml_is_read_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    text = "- text: Ash Wall attacks.\n  name: Ash Wall\n"
    text += "- name: Reed Ox\n  oracle_text: |\n    Flying\n"
    wanted = [("Ash Wall", "en", "Ash Wall attacks."), ("Reed Ox", "en", "Flying")]
    assert cards(path, text) == wanted
    ran = nanori("restyle", "--style", "tilde", "--in-place", path)
    assert (ran.code, path.read_text()) == (2, text)
    assert "cannot be written" in ran.err


LEVELS = "".join(f"- &a{n + 1} [{f'*a{n},' * 9}]\n" for n in range(1, 20))
BOMB = f"- &a1 [lol]\n{LEVELS}- name: A\n  text: *a20\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("- name: A\n  text: {T}: Draw\n", r"a.yaml:2:12: not YAML"),
        (BOMB, "aliases repeat"),
        ("- name: A\n  text: " + "[" * 5000, "not YAML"),
    ],
)  # fmt: skip
def test_bad_yaml_is_an_error_of_one_line(content: str, reason: str, tmp_path: Path) -> None:
    path = put(tmp_path / "a.yaml", content)
    ran = nanori("annotate", path)
    assert ran.code in (1, 2)
    assert reason in ran.err
    assert ran.err.count("\n") == 1
