"""Translators' files: keys, languages, bad input, and what the usual library reads afterwards."""

import shutil
import tracemalloc
from pathlib import Path

import pytest

from command import Captured
from nanori.formats import reader
from nanori.formats.translation import keys
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import app
from project import FORMATS, put

TILDE = ["restyle", "--style", "tilde", "--in-place"]


@pytest.mark.parametrize(
    ("key", "card", "field", "face"),
    [
        ("ash_courier.name", "ash_courier", "name", 1),
        ("cards/7/rules_text", "cards/7", "text", 1),
        ("tarn.card.1.text2", "tarn.card.1", "text", 2),
        ("AshCourier.TypeLine", "AshCourier", "type", 1),
        ("name:ash-courier", "ash-courier", "name", 1),
        ("灰の急使.名前", "灰の急使", "name", 1),
        ("灰の急使/テキスト", "灰の急使", "text", 1),
    ],
)
def test_a_key_says_card_and_field(key: str, card: str, field: str, face: int) -> None:
    unit = keys.read(key)
    assert unit
    assert (unit.card, unit.field, unit.face) == (card, field, face)


@pytest.mark.parametrize(
    "key", ["", "name", "greeting", "button.ok", "x" * 500 + ".name", "a.cost"]
)
def test_other_keys_are_no_cards(key: str) -> None:
    assert keys.read(key) is None


def test_a_note_is_a_key_only_without_blanks() -> None:
    assert keys.remarked("keep the name") is None
    assert keys.remarked("pot.name") is not None


def test_keys_can_be_made_as_the_user_says(tmp_path: Path, capsys: Captured) -> None:
    path = put(
        tmp_path / "ja.po",
        'msgctxt "N§ash"\nmsgid "Ash Courier"\nmsgstr "灰の急使"\n\n'
        'msgctxt "text§ash"\nmsgid "Ash Courier attacks."\nmsgstr "灰の急使が攻撃する。"\n',
    )
    assert app.run(["annotate", str(path)]) == 2
    reason = "no unit says of which card and field it is, --column “key={card}.{field}” says how"
    assert reason in capsys.readouterr().err
    path.write_text(path.read_text("utf-8").replace("N§", "name§"), "utf-8")
    assert app.run(["annotate", str(path), "--column", "key={field}§{card}"]) == 0
    assert capsys.readouterr().out.count('"id":"ash') == 2
    assert app.run(["annotate", str(path), "--column", "key={card}"]) == 2
    assert "a key as “{card}.{field}” was wanted" in capsys.readouterr().err


def test_an_original_is_never_changed(tmp_path: Path, capsys: Captured) -> None:
    for name in ("po/ja.po", "xliff/v2.xliff"):
        path = Path(shutil.copy(FORMATS / name, tmp_path))
        assert app.run([*TILDE, str(path)]) in (0, 1)
        text = path.read_text("utf-8")
        assert "When Ash Courier enters" in text or "Ash Courier</pc> enters" in text
        assert "~" in text
    capsys.readouterr()


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">]>'


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.xlf", f"{LAUGHS}<xliff><trans-unit id='a.name'/></xliff>", "a document type is there"),
        ("a.xlf", "<xliff version='1.2'><trans-unit id='a.name'><source>A", "the file ends too"),
        ("a.xlf", "<xliff><trans-unit id='1'><source>A</source></trans-unit></xliff>", "no unit"),
        ("a.tmx", "<tmx><body><tu><tuv><seg>A</tuv></tu></body></tmx>", "mismatched tag"),
        ("a.json", '{"a.name": "A", "a.text": "Tap A.", "b": {"c": ', "the file ends too early"),
        ("a.po", 'msgctxt "a.name"\nmsgid "A"\nmsgstr "\xe1"\n\xff', "not UTF-8"),
    ],
)
def test_a_broken_file_is_an_error_of_one_line(
    name: str, content: str, reason: str, tmp_path: Path
) -> None:
    path = put(tmp_path / name, content.encode("latin-1"))
    with pytest.raises(NanoriError, match=reason) as caught:
        list(reader.read(str(path)))
    assert "\n" not in str(caught.value)


@pytest.mark.thorough
def test_a_long_file_takes_little_memory(tmp_path: Path) -> None:
    unit = 'msgctxt "c{0}.name"\nmsgid "C"\nmsgstr "灯"\n\n'
    filler = 'msgid "m{0}"\nmsgstr "{1}"\n\n'
    peaks: list[int] = []
    for count in (300, 3000):
        others = "".join(filler.format(number, "x" * 400) for number in range(count))
        cards = "".join(unit.format(number) for number in range(20))
        path = put(tmp_path / "ja.po", cards + others + cards)
        tracemalloc.start()
        list(reader.entries(str(path)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 3 * peaks[0]


def test_half_a_surrogate_pair_is_no_stumbling_block(tmp_path: Path, capsys: Captured) -> None:
    path = put(
        tmp_path / "a.json",
        '{"a\\ud800.name": "A", "a\\ud800.text": "T.", "b": {"name": "B", "text": "B."}}',
    )
    assert app.run(["annotate", str(path)]) in (0, 1)
    assert app.run([*TILDE, str(path)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err
    path = put(
        tmp_path / "a.xlf",
        '<xliff version="1.2"><file source-language="en" target-language="pl&#xD800;"/>',
    )
    assert app.run(["annotate", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}:1:68: not XML: ")


TOOLKIT = {
    "xliff/v1.xlf": ("translate.storage.xliff", "xlifffile"),
    "po/ja.po": ("translate.storage.pypo", "pofile"),
    "tmx/memory.tmx": ("translate.storage.tmx", "tmxfile"),
    "keyed_json/en.json": ("translate.storage.jsonl10n", "JsonFile"),
}


@pytest.mark.parametrize("name", TOOLKIT)
def test_translate_toolkit_reads_the_edited_words_and_nothing_else_changed(
    name: str, tmp_path: Path
) -> None:
    module, kind = TOOLKIT[name]
    storage = pytest.importorskip(module, reason="translate-toolkit is not installed")

    def units(path: Path) -> list[tuple[str, str, str]]:
        store = getattr(storage, kind).parsestring(path.read_bytes())
        every = [unit for unit in store.units if not unit.isheader()]
        return [(unit.getid(), str(unit.source), str(unit.target)) for unit in every]

    path = Path(shutil.copy(FORMATS / name, tmp_path))
    before = units(path)
    assert len(before) > 2
    assert app.run([*TILDE, str(path)]) in (0, 1)
    changes = 0
    for old, new in zip(before, units(path), strict=True):
        for words, now in zip(old, new, strict=True):
            changes += words != now
            names = ("灰の急使", "池の提灯", "Ash Courier", "Tarn Lantern", "奇は")
            assert now == words or any(part in words for part in names)
            assert now == words or "~" in now
    assert changes > 0
