"""Restyling: every case of corpus/restyling/, what holds for all of them, and slots read back."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import corpus
import nanori
import strategies
from nanori import NanoriError
from nanori.grammar import language_detection
from nanori.model.values import Card
from nanori.rewriting import placeholders, restyling
from restyling_cases import CASES, Restyled, done, expanded

OX = Card(name="Timberline Ox", type="Creature — Ox", lang="en", text="Sacrifice Timberline Ox.")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.place}-{case.lang}-{case.style}")
def test_a_text_is_restyled_as_the_corpus_has_it(case: Restyled) -> None:
    assert done(case.card, case.style, case.edition).text == case.wanted


def test_every_style_has_cases_in_every_language() -> None:
    wanted = set(itertools.product(corpus.LANGUAGES, restyling.STYLES))
    assert {(case.lang, case.style) for case in CASES} == wanted


SLOTS = (restyling.SLOTS, restyling.WORDS)
"""Styles that read braces: done twice they put on, or take off, a second pair of these."""


@pytest.mark.parametrize("style", [style for style in restyling.STYLES if style not in SLOTS])
def test_restyling_twice_changes_nothing_more(style: str) -> None:
    for case in CASES:
        once = done(case.card, style)
        assert done(once, style) == once, case.place


@pytest.mark.parametrize("style", [*placeholders.SIGNS, placeholders.MSE, restyling.SLOTS])
def test_placeholders_are_expanded_to_what_they_stood_for(style: str) -> None:
    for case in CASES:
        if not any(sign in case.card.text for sign in ("~", "CARDNAME", "{this}")):
            assert expanded(done(case.card, style), style) == case.card.text, case.place


def test_edits_are_in_order_and_say_what_they_replace() -> None:
    for case in CASES:
        rewordings = restyling.changes(case.card, case.style, edition=case.edition)
        assert [rewording.edit for rewording in rewordings] == sorted(
            (rewording.edit for rewording in rewordings), key=lambda edit: edit.start
        )
        for rewording in rewordings:
            assert (
                rewording.edit.start
                <= rewording.reference.start
                <= rewording.reference.end
                <= rewording.edit.end
            )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("style", [style for style in restyling.STYLES if style not in SLOTS])
def test_all_but_references_stays_there_and_back(style: str) -> None:
    """At most the verb of a plural, the mark of a possessive and marks of names go along."""
    for case in CASES:
        there = done(case.card, style)
        for card, to in ((case.card, style), (there, "oracle"), (there, "foundations")):
            for rewording in restyling.changes(card, to):
                before = card.text[rewording.edit.start : rewording.reference.start]
                behind = card.text[rewording.reference.end : rewording.edit.end]
                assert before in {"", "《"}, case.place
                assert behind in {"", "》", "'"} or restyling.VERB.fullmatch(behind), case.place


def test_a_name_in_marks_loses_them_with_the_demonstrative() -> None:
    card = Card(
        name="灰の急使",
        type="クリーチャー",
        text="《灰の急使》をタップする。",
        lang=language_detection.of_text("灰の急使"),
    )
    assert done(card, "foundations").text == "このクリーチャーをタップする。"
    other = replace(card, game="duelmasters")  # there a name is any card's that has it (202.3)
    assert done(other, "foundations") == other


def test_a_misspelt_name_is_reworded_with_the_right_one() -> None:
    text = "Timberline Ox enters tapped. When Timberlime Ox dies, draw a card."
    once = done(replace(OX, text=text), "foundations")
    assert done(once, "foundations") == once


def test_a_name_said_twice_in_a_row_is_no_rest_of_the_other() -> None:
    text = "Discard Ilse: Ilse deals 1 damage to you."
    card = Card(name="Ilse, Salt Warden", text=text, type="Legendary Creature", lang="en")
    assert done(card, "forge").text == text.replace("Ilse", "NICKNAME")


def test_a_print_of_before_2018_names_its_spells() -> None:
    text = "This spell can't be countered."
    assert done(replace(OX, text=text), "oracle").text == text
    old = done(replace(OX, text=text, released="2012-05-04"), "oracle")
    assert old.text == "Timberline Ox can't be countered."


@pytest.mark.parametrize(
    ("style", "edition", "said"),
    [
        ("foundation", "", "is no style"),
        ("tilde", "2011", "is no edition"),
        ("oracle", "1993", "is no edition"),
    ],
)
def test_a_style_or_edition_there_is_none_of_is_an_error(
    style: str, edition: str, said: str
) -> None:
    with pytest.raises(NanoriError, match=said):
        restyling.restyle(OX, style, edition=edition)


@pytest.mark.parametrize("style", restyling.STYLES)
@pytest.mark.parametrize("text", ["", "~", "~~", "{this}CARDNAME", "\n\n", "<atom-cardname>", '"('])
def test_odd_texts_and_empty_names_are_no_error(style: str, text: str) -> None:
    for name in ("", "~", "A", "Timberline Ox"):
        done(Card(name=name, text=text), style)


KILN = Card(
    name="Kiln of Echoes",
    type="Enchantment — Aura",
    lang="en",
    text=(
        "When this Aura enters, sacrifice Kiln of Echoes.\n"
        "Enchanted land has \"Creatures you control have 'Whenever this creature attacks, create a "
        'Goblin creature token named Spark with "Sacrifice this token: Kiln of Echoes deals 1 '
        'damage to target creature named Mist Eel."\'"'
    ),
)
LAMP = Card(
    name="灯火の杖",
    type="アーティファクト — 装備品",
    lang="ja",
    text=(
        "装備しているクリーチャーは「{T}, 灯火の杖を生け贄に捧げる："
        "このクリーチャーは２点のダメージを与える。」を持つ。"
    ),
)


def with_slots(card: Card) -> str:
    return restyling.restyled(card.text, restyling.changes(card, "slots"))


def read_back(card: Card) -> str:
    return restyling.restyled(card.text, restyling.changes(card, "words"))


def test_an_object_is_told_at_every_depth() -> None:
    first, second = with_slots(KILN).split("\n")
    assert first == "When {source:this Aura} enters, sacrifice {source}."
    assert "Whenever {host2} attacks" in second
    assert "token named {token3:Spark} with" in second
    assert '"Sacrifice {token3:this token}: {granter} deals' in second
    assert "named {name:Mist Eel}." in second


def test_an_object_is_told_in_japanese() -> None:
    slots = "{T}, {granter}を生け贄に捧げる：{host}は２点のダメージを与える。"
    assert with_slots(LAMP) == f"装備しているクリーチャーは「{slots}」を持つ。"


cards = st.sampled_from(sorted(strategies.cards(), key=lambda card: (card.lang, card.name)))


@given(cards)
def test_slots_are_read_back_as_they_were(card: Card) -> None:
    assert read_back(replace(card, text=with_slots(card))) == card.text


@given(st.text(alphabet="{}:ab host2source granterT\n", max_size=60))
def test_what_looks_like_a_slot_is_read_back_as_it_was(words: str) -> None:
    card = Card(name="Reed Warden", text=words, lang="en")
    assert read_back(replace(card, text=with_slots(card))) == words


@pytest.mark.parametrize("words", ["Tap {giver}.", "{holder:x}", "{name}"])
def test_a_slot_of_no_role_is_an_error(words: str) -> None:
    card = Card(name="Reed Warden", text=words, lang="en")
    with pytest.raises(NanoriError, match="the slot"):
        nanori.restyle(card, "words")


@pytest.mark.parametrize(
    ("style", "sign"), [("forge-inner", "CARDNAME"), ("xmage-inner", "{this}")]
)
def test_an_engine_calls_the_host_by_its_sign_in_what_is_granted(style: str, sign: str) -> None:
    reworded = restyling.restyled(LAMP.text, restyling.changes(LAMP, style))
    assert f"灯火の杖を生け贄に捧げる：{sign}は" in reworded
