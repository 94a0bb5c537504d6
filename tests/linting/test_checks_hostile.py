"""Checks of Japanese, of translations and of rules documents against any text; the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import distance

from check_examples import found_by
from nanori.annotation.pipeline import annotate
from nanori.documents.source import Document
from nanori.linting import fixing
from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.linting.prose import Prose
from nanori.model.edits import apply
from nanori.model.values import Card
from nanori.names.model import FaceEntry, Hit, NameForm

NAMES = [
    "characters/punctuation",
    "wording/term",
    "characters/width",
    "characters/furigana",
    "own-name/language",
    "brackets/wrong",
    "named-card/bilingual",
    "brackets/missing",
    "card-name/inconsistent",
    "card-name/translation",
]
PAIRS = [
    "selves/different",
    "terms/different",
    "terms/inconsistent",
    "lines/paragraph",
    "full-stops/sentence",
    "words/target",
    "untranslated/text",
    "selves/missing",
    "names/untranslated",
    "names/swapped",
    "numbers/different",
]
RULES = ["rule-numbers/mismatched", "rule-numbers/dangling"]

OTHERS = (Card(text="", name="葦の巣の番人", lang="ja", name_en="Reed Nest Keeper"),)
PIECES = [
    *"年経た鷺葦の巣番人0１２3+＋-－/(（)）:：「『≪《<〈｢\"“」』≫》>〉｣”{}TX,.、。・･ \n//",
    "年経た鷺", "葦の巣の番人", "Elder Heron", "Reed Nest Keeper", "という名前の", "名前に「",
    "{T}", "+1/+1", "＋１/+1", "（おき）", "two", "か", "灯（ともしび）", "と名前に",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
words = st.text("ab灯", min_size=5, max_size=8)


def subject(
    text: str, game: str = "magic", lang: str = "ja", register: Register | None = None
) -> Subject:
    """Return a text of one card among two, ready for the checks."""
    name, name_en = ("年経た鷺", "Elder Heron") if lang == "ja" else ("Elder Heron", "")
    card = Card(text=text, lang=lang, game=game, name=name, name_en=name_en)
    index = Index([card, *OTHERS], cast("Any", register))
    return Subject(card, annotate(card), index, Settings())


def found(name: str, one: Subject, original: Subject | None = None) -> list[Finding]:
    return found_by(name, one if original is None else Pair(original, one))


def mended(name: str, text: str, game: str) -> str:
    fixes = [one.fix for one in found(name, subject(text, game)) if one.fix and one.field == "text"]
    return apply(text, fixing.together(fixes))


@given(texts, st.sampled_from(["magic", "duelmasters"]))
def test_any_text_is_looked_at_and_findings_are_in_it(text: str, game: str) -> None:
    one = subject(text, game)
    original = subject(text[::-1], game, "en")
    said = [finding for name in NAMES for finding in found(name, one)]
    said += [finding for name in PAIRS for finding in found(name, one, original)]
    for finding in said:
        value = getattr(one.card, finding.field)
        assert 0 <= finding.start <= finding.end <= len(value)
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(value)


@pytest.mark.parametrize("name", ["characters/width", "characters/furigana", "brackets/wrong"])
@given(text=texts)
def test_what_is_mended_needs_no_more_mending(name: str, text: str) -> None:
    once = mended(name, text, "magic")
    for _ in range(4):  # one pair of brackets stands in another
        once = mended(name, once, "magic")
    assert mended(name, once, "magic") == once


@given(st.text(st.sampled_from("7281.ab rule参照See〔〕“”,、\n\r あ。–と"), max_size=90))
def test_any_document_is_looked_at(text: str) -> None:
    prose = Prose(Document(text))
    for name in RULES:
        for one in found_by(name, prose):
            assert 0 <= one.start <= one.end <= len(text)


@dataclass(frozen=True)
class Register:
    """Stands in for a database: by English name, translated names, the official one first."""

    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def exact(self, name: str, lang: str | None = None) -> list[Hit]:
        known = (english for english, names in self.cards.items() if name in names)
        return [Hit(name, english, lang or "", "exact", 1.0) for english in known]

    def entry(self, face: str) -> FaceEntry | None:
        names = self.cards.get(face)
        if names is None:
            return None
        forms = [
            NameForm(card=face, face=face, name=name, lang="ja", form="printed") for name in names
        ]
        return FaceEntry(face=face, card=face, forms=tuple(forms))


def test_the_official_name_of_the_database_is_wanted() -> None:
    register = Register({"Elder Heron": ("老いた鷺", "年経た鷺")})
    said = found("card-name/inconsistent", subject("飛行", register=register))
    assert [one.message for one in said] == [
        "“年経た鷺” is “Elder Heron” in English, in the files “年経た鷺” 1×, "
        "in the database “老いた鷺”"
    ]
    assert [one.fix and one.fix.edits[0].text for one in said] == ["老いた鷺"]


def test_an_older_name_of_the_database_is_no_other_card_s() -> None:
    register = Register({"Lantern": ("深みの灯火", "深き灯火"), "Kiln": ("窯",)})
    text = "「深き灯火/Lantern」という名前のカードと「深き灯火/Kiln」という名前のカード"
    said = found("named-card/bilingual", subject(text, register=register))
    assert [(one.start, text[one.start : one.end]) for one in said] == [
        (text.index("Kiln"), "Kiln")
    ]


def test_a_name_is_translated_by_the_database() -> None:
    register = Register({"Lantern Bearer": ("灯持ち",)})
    original = subject("Search for a card named Lantern Bearer.", lang="en")
    one = subject("Lantern Bearerという名前のカード１枚を探す。", register=register)
    said = found("names/untranslated", one, original)
    assert [(finding.start, finding.fix and finding.fix.edits[0].text) for finding in said] == [
        (0, "灯持ち")
    ]


@given(words, st.sets(words, max_size=30))
def test_the_nearest_name_is_the_only_one_that_a_slip_makes(said: str, names: set[str]) -> None:
    index = Index(Card(text="", name=name, lang="en") for name in sorted(names))
    near = [name for name in names if distance.OSA.distance(said, name) == 1]
    assert index.nearest(said, "en") == (near[0] if len(near) == 1 else "")
