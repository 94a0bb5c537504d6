"""Slots say which object each reference means, and a text with slots is read back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import nanori
import strategies
from nanori import Card, NanoriError
from nanori.rewriting import restyling

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
