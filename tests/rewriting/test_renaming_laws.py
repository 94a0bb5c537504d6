"""What holds for every renaming: in every file of corpus/formats/, and for any names."""

import shutil
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from command import Captured
from format_files import FILES
from nanori.annotation.own_names import is_legend
from nanori.formats import reader
from nanori.grammar import language_detection, languages
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit
from nanori.rewriting.renaming import rename
from nanori.rewriting.renaming.renames import FieldChange, field_words
from nanori.surfaces.cli import app
from strategies import strangers

FRESH = {
    "en": ("Quenby Vell", "Quenby, Vell of Orr"),
    "ja": ("鶸色の柵", "鶸の王、クエンビー"),
    "ko": ("금빛 울타리", "울타리 왕, 퀜비"),
}
"""Names that are in no file: of what is no legend, and of a legend."""

KNOWN = {
    "bilingual-words.tsv": "quotation marks that a TSV file needs not are written where they are",
    "cp932.csv": "a character that CP932 has twice",
    "sloppy.csv": "quotation marks in the wrong place",
    "japanese": "marked words that are stale",
    "capitals.mse-set": "the same",
    "bad-cards": "the same",
    "set": "marked words that are stale",
    "cards.xlsx": "strings that cells share before, and do not share behind",
    "v1.xlf": "a code inside a name",
    "v2.xliff": "the same",
    "v4.xml": "character references that are not needed, a tag inside a name",
}
"""Files in which renaming there and back is not the same, and what is in them."""


def names(path: Path) -> list[tuple[str, str]]:
    """Return names to be tried: of each kind of card in a file some."""
    names: dict[str, str] = {}
    try:
        for entry in reader.entries(str(path)):
            if isinstance(entry, NanoriError) or "//" in entry.card.name:
                continue
            lang = language_detection.of_text(entry.card.name)
            legend = is_legend(f"{entry.card.type} {entry.card.type_en}")
            names[entry.card.name] = FRESH[lang][legend]
    except NanoriError:
        return []
    return sorted(names.items())[:6]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_there_and_back_is_the_same_file(path: Path, tmp_path: Path, capsys: Captured) -> None:
    for number, (name, new) in enumerate(names(path)):
        folder = tmp_path / str(number)
        shutil.copytree(path.parent, folder)
        copy = str(folder / path.name)
        before = contents(folder)
        code = app.run(["rename", copy, name, new, "--write"])
        changed = contents(folder)
        if code == 2:
            assert changed == before
            continue
        assert changed != before
        assert app.run(["rename", copy, new, name, "--write"]) == code
        if path.name not in KNOWN:
            assert contents(folder) == before
    capsys.readouterr()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_plan_writes_nothing(
    path: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    shutil.copytree(path.parent, tmp_path / "all")
    copy = tmp_path / "all" / path.name
    before = contents(tmp_path)
    for name, new in names(copy):
        app.run(["rename", str(copy), name, new])
        app.run(["rename", str(copy), name, new, "--diff"])
    capsysbinary.readouterr()
    assert contents(tmp_path) == before


@given(strangers(), st.text(max_size=30), st.text(max_size=30), st.booleans())
def test_any_name_is_renamed_or_refused(given: Card, old: str, new: str, own: bool) -> None:
    old = given.name if own else old
    card = replace(given, name=old, text=given.text + old + given.text, type="Legendary Creature")
    try:
        plan = rename([card], old, new)
    except NanoriError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert "\n" not in refused
        return
    for field in ("name", "text"):
        edits = [change.edit for change in plan.changes if change.field == field]
        apply(field_words(card, field), edits)


SCRIPTS = ["AQvibrato", "年経た鷺", "エルダー", "늙은 왜가리", "Старая цапля", "Vieux héron"]


@pytest.mark.parametrize("lang", languages.codes())
def test_the_own_name_wins_whatever_its_letters_there_and_back(lang: str) -> None:
    for old, new in permutations(SCRIPTS, 2):
        for english in ("", "Elder Heron", old):
            if english and lang == languages.reference_language():
                continue
            card = Card(name=old, name_en=english, lang=lang, text=f"{old}: {old}.")
            there = changed(card, rename([card], old, new).changes)
            assert (there.name, there.text) == (new, f"{new}: {new}.")
            assert changed(there, rename([there], new, old).changes) == card


def changed(card: Card, changes: tuple[FieldChange, ...]) -> Card:
    """Return a card with changes made in its fields that are no lists."""
    edits: dict[str, list[Edit]] = {}
    for change in changes:
        edits.setdefault(change.field, []).append(change.edit)
    return replace(card, **{f: apply(getattr(card, f), made) for f, made in edits.items()})
