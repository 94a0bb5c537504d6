"""`nanori.surfaces.weblate`, against a stand-in for what Weblate gives a check.

Attributes and calls are those of `weblate.checks.base.TargetCheck` and of units in Weblate 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nanori.surfaces.weblate import NanoriCheck
from project import put

NAMES = {"ash.name": ("Ash Courier", "灰の急使")}
SOURCE = "When Ash Courier enters, draw two cards."
WRONG = "灰の急便が戦場に出たとき、カード２枚を引く。"
RIGHT = "灰の急使が戦場に出たとき、カード２枚を引く。"
FOREIGN = "灰の急使が戦場に出たとき,カード２枚を引く."


class UnitSet:
    """The units of a translation, as a Django manager gives them."""

    def __init__(self, units: dict[str, tuple[str, str]]) -> None:
        self._units = units

    def filter(self, context: str) -> UnitSet:
        return UnitSet({key: unit for key, unit in self._units.items() if key == context})

    def first(self) -> SimpleNamespace | None:
        for source, target in self._units.values():
            return SimpleNamespace(source=source, target=target)
        return None


@dataclass
class Unit:
    """A string to be translated."""

    source: str
    target: str
    context: str = "ash.text"
    language: str = "ja"
    names: dict[str, tuple[str, str]] = field(default_factory=lambda: NAMES)

    @property
    def translation(self) -> Any:  # noqa: ANN401
        return SimpleNamespace(
            language=SimpleNamespace(code=self.language),
            component=SimpleNamespace(source_language=SimpleNamespace(code="en")),
            unit_set=UnitSet(self.names),
        )

    def get_source_plurals(self) -> list[str]:
        return [self.source]

    def get_target_plurals(self) -> list[str]:
        return [self.target]


@pytest.fixture
def check() -> NanoriCheck:
    return NanoriCheck()


def fails(check: NanoriCheck, unit: Unit) -> bool:
    return check.check_single(unit.source, unit.target, unit)


def test_a_wrong_translation_fails_and_a_right_one_does_not(check: NanoriCheck) -> None:
    assert fails(check, Unit(SOURCE, WRONG))
    assert not fails(check, Unit(SOURCE, RIGHT))
    assert not fails(check, Unit(SOURCE, RIGHT, language="ja_JP"))


def test_what_was_found_is_said(check: NanoriCheck) -> None:
    said = check.get_description(SimpleNamespace(unit=Unit(SOURCE, WRONG)))
    assert "“灰の急便” is one letter from this card's name “灰の急使” (own-name/misspelled)" in said
    assert check.get_description(SimpleNamespace(unit=Unit(SOURCE, RIGHT))) == check.description


def test_a_safe_fix_is_one_that_the_editor_can_make(check: NanoriCheck) -> None:
    fixups = check.get_fixup(Unit(SOURCE, FOREIGN))
    assert fixups is not None
    words = FOREIGN
    for kind, pattern, replacement, flags in fixups:
        assert (kind, flags) == ("regex", "u")
        python = re.sub(
            r"\\u\{([0-9a-f]+)\}", lambda sign: re.escape(chr(int(sign[1], 16))), pattern
        )
        words = re.sub(python, replacement.replace("$1", r"\1").replace("$$", "$"), words)
    assert words == RIGHT
    assert check.get_fixup(Unit(SOURCE, RIGHT)) is None


def test_names_languages_without_a_grammar_and_other_fields_pass(check: NanoriCheck) -> None:
    assert not fails(check, Unit("Ash Courier", "灰の急便", context="ash.name"))
    assert not fails(check, Unit("Draw 3 cards.", "Dobierz 2 karty.", language="pl"))


def test_a_string_without_a_key_is_a_text(check: NanoriCheck) -> None:
    for context in ("", "0123abcd"):
        assert fails(check, Unit("Draw 3 cards.", "カード２枚を引く。", context, names={}))


def test_hostile_strings_are_text(check: NanoriCheck) -> None:
    words = "<script>\x00$1(" * 50
    unit = Unit(f"{words} Draw 3 cards.", f"{words} カード２枚を引く。{words}")
    assert fails(check, unit)
    assert "２" in check.get_description(SimpleNamespace(unit=unit))
    check.get_fixup(unit)


def test_settings_are_those_of_a_subclass(tmp_path: Path) -> None:
    put(tmp_path / "nanori.toml", 'ignore = ["own-name/misspelled", "selves/missing"]\n')

    class Quieter(NanoriCheck):
        config = str(tmp_path / "nanori.toml")

    assert not fails(Quieter(), Unit(SOURCE, WRONG))


def test_it_fits_the_base_class_of_weblate_where_that_is_installed() -> None:
    base = pytest.importorskip("weblate.checks.base", reason="Weblate is not installed")
    assert issubclass(NanoriCheck, base.TargetCheck)
