"""Plain-text spoilers: which lines are a card, and words in them with their places."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nanori.formats import escaping, reader
from nanori.formats.entries import Entry
from nanori.formats.escaping.lines import SUPPRESSION
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import put

BLANKS = [" ", "  ", "\t", "　", "\n", "\r\n"]
PIECES = [*BLANKS, "a", "灯", "🐉", "//", "// noqa", "// noqa: x", "# noqa: x", "#", ":", "1/1"]
text = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


@given(text)
def test_each_character_of_a_text_stands_where_it_is_said_to(raw: str) -> None:
    spelt = escaping.decode("plain", raw)
    assert len(spelt.text) == len(spelt.starts) == len(spelt.ends)
    assert not SUPPRESSION.search(spelt.text)
    place = 0
    for character, start, end in zip(spelt.text, spelt.starts, spelt.ends, strict=True):
        assert place <= start < end
        assert raw[start:end] in ((character,) if character != "\n" else ("\n", "\r\n"))
        place = end


@given(text, text, st.data(), st.sampled_from(["\n", "\r\n"]))
def test_an_edited_text_says_the_new_words_or_is_refused(
    raw: str, words: str, data: st.DataObject, newline: str
) -> None:
    before = escaping.decode("plain", raw)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(before.text))] * 2)))
    edit = Edit(start, end, words.replace("\r", ""))
    try:
        made = apply(raw, escaping.edits("plain", raw, [edit], newline))
    except NanoriError:
        return
    assert escaping.decode("plain", made).text == apply(before.text, [edit])
    assert len(SUPPRESSION.findall(made)) >= len(SUPPRESSION.findall(raw))


def read(tmp_path: Path, content: str) -> list[Entry]:
    """Return the entries of a text."""
    path = put(tmp_path / "cards.txt", content.encode())
    entries = list(reader.entries(str(path)))
    assert all(isinstance(entry, Entry) for entry in entries)
    return [entry for entry in entries if isinstance(entry, Entry)]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Ember Pot", "Ember Pot"),
        ("Ember Pot {2}{R/W}", "Ember Pot"),
        ("Ember Pot 2RW", "Ember Pot"),
        ("Ember Pot - 2", "Ember Pot"),
        ("Ember Pot, the Last (R)", "Ember Pot, the Last"),
        ("**Ember Pot** {2}", "Ember Pot"),
        ("## Ember Pot", "Ember Pot"),
        ("残り火の壺 (２)(赤)", "残り火の壺"),
        ("残り火の壺 （２）", "残り火の壺"),
        ("残り火の壺（のこりびのつぼ）", "残り火の壺"),
        ("Pot B", "Pot B"),
    ],
)
def test_a_heading_is_the_name_without_cost_and_emphasis(
    heading: str, name: str, tmp_path: Path
) -> None:
    (entry,) = read(tmp_path, f"Hello!\n\n{heading}\nArtifact\nSacrifice Pot B: Draw a card.\n")
    assert entry.card.name == name
    assert entry.card.text == "Sacrifice Pot B: Draw a card."


def test_the_halves_of_a_split_card_and_an_emblem_are_read(tmp_path: Path) -> None:
    split = "Ember // Frost{}\nInstant // Sorcery\nEmber deals 2 damage.\n//\nTap Frost.\n"
    emblem = "Ora's Vow\nEmblem — Ora\nCreatures you control have haste.\n"
    for cost in ("", " {R} // {U}"):
        entries = read(tmp_path, f"{split.format(cost)}\n{emblem}")
        assert [(each.card.name, each.card.type, each.card.text) for each in entries] == [
            ("Ember", "Instant", "Ember deals 2 damage."),
            ("Frost", "Sorcery", "Tap Frost."),
            ("Ora's Vow", "Emblem — Ora", "Creatures you control have haste."),
        ]


@pytest.mark.parametrize(
    "rules",
    [
        "{rules}\n1/1",
        "1/1\n{rules}",
        "{rules}\n(1/1)\nHush.",
        "{rules}\nP/T: 1/1\nArtist: Somebody",
        "{rules}\n\n1/1\n\nGood, is it not?",
        "{rules} // noqa: own-name\n1/1",
    ],
)
def test_rules_text_ends_before_power_and_toughness(rules: str, tmp_path: Path) -> None:
    words = "Flying\nWhen Ember Pot dies, draw a card."
    content = f"Ember Pot {{2}}\nArtifact Creature — Golem\n{rules.format(rules=words)}\n"
    (entry,) = read(tmp_path, content)
    assert entry.card.text == words


@pytest.mark.parametrize(
    "content",
    ["Elder Heron\nFlying\n", "Land\n", "a\n\nb\n", "Dear all,\nI like my cards.\n", "//\n//\n"],
)
def test_a_text_without_a_card_is_an_error_that_says_what_was_wanted(
    content: str, tmp_path: Path
) -> None:
    with pytest.raises(NanoriError, match="no card is there"):
        read(tmp_path, content)


def test_an_empty_text_has_no_cards(tmp_path: Path) -> None:
    assert read(tmp_path, " \n\n") == []
