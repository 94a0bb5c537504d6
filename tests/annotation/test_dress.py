"""The same text in another dress has the same references, at the same words (spec, rule 11).

Plain gold is checked beside it, as whoever finds nothing would pass otherwise: the corpus by
test_corpus.py, real texts here. Offsets are compared, too: each dress knows where it put a word.
"""

import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import pytest
from msgspec.structs import replace

import corpus
import nanori
import real
from nanori.annotation.known_names import KnownNames
from nanori.model.values import Card, Reference

BRACKETS = re.compile(r"\([^()\n]*\)|（[^（）\n]*）")


class Dressed(NamedTuple):
    text: str
    starts: list[int]
    """Where each code point of the plain text is, and the end of the text."""


def replaced(text: str, pattern: str, put: Callable[[str], str]) -> Dressed:
    """Return a text in which what a pattern matches is written otherwise."""
    pieces: list[str] = []
    starts: list[int] = []
    last = length = 0
    for match in re.finditer(pattern, text):
        new = put(match[0])
        starts += range(length, length + match.start() - last)
        length += match.start() - last
        starts += [length] * len(match[0])
        pieces += text[last : match.start()], new
        length += len(new)
        last = match.end()
    pieces.append(text[last:])
    starts += range(length, length + len(text) - last + 1)
    return Dressed("".join(pieces), starts)


def around(text: str, pattern: re.Pattern[str], before: str, after: str) -> Dressed:
    """Return a text with marks around what a pattern matches."""
    pieces: list[str] = []
    starts: list[int] = []
    last = length = 0
    for match in pattern.finditer(text):
        gap = match.start() - last
        starts += range(length, length + gap)
        length += gap + len(before)
        starts += range(length, length + len(match[0]))
        length += len(match[0]) + len(after)
        pieces += text[last : match.start()], before, match[0], after
        last = match.end()
    starts += range(length, length + len(text) - last + 1)
    return Dressed("".join([*pieces, text[last:]]), starts)


def decomposed(text: str) -> Dressed:
    """Return a text with its accents and voicing marks as signs of their own."""
    return replaced(text, r"[^\x00-\x7f]", lambda letter: unicodedata.normalize("NFD", letter))


def in_place_of(pattern: str, new: str) -> Callable[[str], Dressed]:
    return lambda text: replaced(text, pattern, lambda _: new)


def with_marks(before: str, after: str) -> Callable[[str], Dressed]:
    return lambda text: around(text, BRACKETS, before, after)


DRESSES: dict[str, Callable[[str], Dressed]] = {
    "line breaks written out": in_place_of("\n", "\\n"),
    "HTML breaks": in_place_of("\n", "<br>"),
    "XHTML breaks": in_place_of("\n", "<br />\n"),
    "pounds for line breaks": in_place_of("\n", "£"),
    "empty lines": in_place_of("\n", "\n\n"),
    "CRLF": in_place_of("\n", "\r\n"),
    "BBCode": with_marks("[i]", "[/i]"),
    "HTML": with_marks("<i>", "</i>"),
    "tags of a set editor": with_marks("<i-auto>", "</i-auto>"),
    "stars": with_marks("*", "*"),
    "two stars": with_marks("**", "**"),
    "underscores": with_marks("_", "_"),
    "no-break blanks": in_place_of(" ", "\u00a0"),
    "two blanks": in_place_of(r"(?<=[.,]) ", "  "),
    "tabs": in_place_of(r"(?<=\.) ", "\t"),
    "soft hyphens": in_place_of(r"(?<=\w{3})(?=\w{3})", "\u00ad"),
    "straight apostrophes": in_place_of("’", "'"),
    "curly apostrophes": in_place_of(r"(?<=\w)'(?=\w)", "’"),
    "square bullets": in_place_of("• ", "■ "),
    "decomposed letters": decomposed,
}
# What a text has of which another dress is another text.
STRANGE = re.compile(r"[\u00a0\\£*_<\[\t]|  |\n\n")


def seen(card: Card, reference: Reference, starts: list[int]) -> tuple[object, ...]:
    """Return what is compared: where a reference begins, its words, what it is and means."""
    words = unicodedata.normalize("NFC", re.sub(r"\s+", " ", reference.text))
    plain = re.sub(r"[\u00ad*_]|</?[a-z-]+ ?/?>|\[/?i\]|\\n|£", "", words).replace("’", "'")
    return starts[reference.start], re.sub(r" +", " ", plain), reference.form, reference.target


def differing(cards: Iterator[Card], dress: Callable[[str], Dressed]) -> Iterator[str]:
    """Yield the texts that have other references in another dress."""
    for card in cards:
        if STRANGE.search(card.text):
            continue
        worn = dress(card.text)
        if worn.text == card.text:
            continue
        plain = [seen(card, each, worn.starts) for each in nanori.annotate(card)]
        same = [*range(len(worn.text) + 1)]
        dressed = replace(card, text=worn.text)
        found = [seen(dressed, each, same) for each in nanori.annotate(dressed)]
        if found != plain:
            yield f"{card.name}: {worn.text!r}\n  {plain}\n  {found}"


def corpus_cards() -> Iterator[Card]:
    for path in corpus.files("rules"):
        for case in corpus.read(path):
            yield from map(case.card, case.texts)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dress", DRESSES)
def test_a_text_of_the_corpus_reads_the_same(dress: str) -> None:
    assert [*differing(corpus_cards(), DRESSES[dress])] == []


@pytest.mark.real
@pytest.mark.sampled(3)
@pytest.mark.parametrize("source", ["custom.en", "cards.en", "cards.ja"])
@pytest.mark.parametrize("dress", DRESSES)
def test_real_texts_read_the_same(dress: str, source: str) -> None:
    cards = [*map(real.card, islice(real.records(f"data/{source}.jsonl.xz"), 0, None, 23))]
    assert len([*differing(iter(cards), DRESSES[dress])]) <= len(cards) / 1000


# What programs and people put around a name, and what a text says then.
NAMES: dict[str, Callable[[str], str]] = {
    "a code behind an underscore": "{}_EMB".format,
    "a code in brackets": "{} [EMB]".format,
    "a code in round brackets": "{} (EMB)".format,
    "a code behind a dash": "{} - EMB".format,
    "a code behind a bar": "{}|EMB".format,
    "a code and a number behind bars": "{}|EMB|145".format,
    "a code before it": "EMB_{}".format,
    "a code in brackets before it": "[EMB] {}".format,
    "a slot of a skeleton": "CR02 {}".format,
    "a version": "{} v2".format,
    "a number": "{} #2".format,
    "a print": "{}[foil]".format,
    "words about a print": "{} (Full Art)".format,
    "a code and a number": "{} (EMB) 145".format,
    "a picture": "{}.full.png".format,
    "blanks": " {} ".format,
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dress", NAMES)
def test_a_name_reads_the_same_with_anything_around_it(dress: str) -> None:
    for card in corpus_cards():
        if len(card.name) < len("Ash") or card.name not in card.text or card.layout == "token":
            continue
        if not card.name.replace(" ", "").isalpha() or card.faces or card.name_en == card.name:
            continue
        dressed = replace(card, name=NAMES[dress](card.name))
        assert nanori.annotate(dressed) == nanori.annotate(card), dressed


def found(name: str, text: str, printed: str = "") -> list[tuple[str, str, str]]:
    card = Card(name=name, text=text, lang="en", printed=printed)
    return [(each.text, each.form, each.target) for each in nanori.annotate(card)]


FULL = [("Ash Wall", "full", "self")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ASH WALL", "When Ash Wall enters, draw a card."),
        ("Ash Wall EMB", "When Ash Wall enters, draw a card."),  # its record has the set
        ("Ash Wall_EMB // Ash Fall_EMB", "When Ash Wall enters, draw a card."),
        ("Ash Wall (EM1) // Ash Fall (EM1)", "When Ash Wall enters, draw a card."),
        ("EMB_Ash Wall // EMB_Ash Fall", "When Ash Wall enters, draw a card."),
    ],
)
def test_a_field_holds_more_than_the_name(name: str, text: str) -> None:
    assert found(name, text, printed="EMB") == FULL


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("When Ash\nWall enters, draw a card.", "Ash\nWall"),
        ("When Ash  Wall enters, draw a card.", "Ash  Wall"),
        ("When <b>Ash</b> Wall enters, draw a card.", "Ash</b> Wall"),
        ("When <b>Ash Wall</b> enters, draw a card.", "Ash Wall"),
        ("Flying When Ash Wall enters, draw a card.", "Ash Wall"),
        ("Enchant creature\\nWhen Ash Wall enters, draw a card.", "Ash Wall"),
    ],
)
def test_a_broken_name_has_the_break_in_its_span(text: str, words: str) -> None:
    assert found("Ash Wall", text) == [(words, "full", "self")]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # The text writes what looks like a code.
        ("Ash Wall_EMB", "Ash Wall_EMB enters tapped.", [("Ash Wall_EMB", "full", "self")]),
        ("Unit 7", "When Unit 7 enters, draw a card.", [("Unit 7", "full", "self")]),
        # A field that is nothing but a code, and signs that are no markup.
        ("[EMB]", "Draw a card.", []),
        ("EMB_", "Draw a card.", []),
        ("_", "Draw a card.", []),
        ("(Ash)", "Draw a card.", []),
        ("(Ash Wall)", "When (Ash Wall) enters, draw a card.", [("(Ash Wall)", "full", "self")]),
        ("Ash Wall", "Ash Wall's power is */*. *[i]", FULL),
        ("Ash Wall", "{T}; Sacrifice Ash Wall: Add {R}.", FULL),
        ("Ash Wall", "<i>Sacrifice Ash Wall: Add {R}", FULL),
    ],
)
def test_what_looks_like_dress_and_is_none(
    name: str, text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(name, text) == expected


def test_a_span_ends_with_its_last_letter() -> None:
    name = "ガドの盾"
    card = Card(
        name=name, text=unicodedata.normalize("NFD", f"{name}を生け贄に捧げる。"), lang="ja"
    )
    assert [each.text for each in nanori.annotate(card)] == [unicodedata.normalize("NFD", name)]


@pytest.mark.parametrize(
    "field",
    ["Égide of Ash", "E\u0301gide of Ash", "<b>Égide</b> of Ash", "Égide\u00a0of Ash"],
)
def test_dress_of_the_name_changes_nothing(field: str) -> None:
    card = Card(name=field, text="Sacrifice [i]Égide[/i] of Ash: Draw a card.", lang="en")
    assert [each.text for each in nanori.annotate(card)] == ["Égide[/i] of Ash"]
    assert not nanori.restyle(card, "oracle"), "new words would leave a tag open"
    assert not nanori.lint([card])


HOSTILE = ("<", "<i>", "</i>", "[i]", "*(", "_a_", "\\n", "\u00a0", "か\u3099", "Flying When ")


@pytest.mark.parametrize("piece", HOSTILE)
def test_markup_without_end_takes_linear_time(piece: str) -> None:
    def seconds(times: int) -> float:
        card = Card(name="Ash Wall", text=piece * times + "Sacrifice Ash Wall.", lang="en")
        taken: list[float] = []
        for _ in range(3):  # the least: whatever else is done in between counts once
            begun = time.process_time()
            nanori.annotate(card)
            taken.append(time.process_time() - begun)
        return min(taken)

    assert seconds(10_000) < 6 * max(seconds(2_500), 0.02)


def test_a_code_that_many_names_of_a_file_have_is_none_of_any() -> None:
    cards = [Card(name=f"{name}_EMB", text="Draw a card.", lang="en") for name in ("Ox", "Elk")]
    legend = Card(
        name="Ysolde Blackmoor_EMB", type="Legendary Creature", lang="en", text="Tap Ysolde."
    )
    known = KnownNames([card.name for card in (*cards, legend)])
    known.add_bare()
    assert "Ysolde Blackmoor" in known
    (reference,) = nanori.annotate(legend, known)
    assert (reference.text, reference.form) == ("Ysolde", "short")
