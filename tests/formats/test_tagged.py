"""Magic Set Editor's spelling: tags stay, lines keep their tabs, words say what they said."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nanori.formats.escaping.tagged import TAGGED as tagged
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, NameMarkup

TAG = re.compile(r"</?[A-Za-z][^<>\r\n]*>|</>")
PIECES = [
    *("<i>", "</i>", "<atom-cardname>", "</atom-cardname>", "<sym>", "</sym>", "</>", "<kw-a|1>"),
    *("\x01", "<", ">", "< ", "Aru", " ", "灯", "\t", ":", "#", "\u3000", "\u2028", "🐉", "name"),
]
BREAKS = ["\n\t\t", "\r\n\t\t", "\n", "\n\t", "\r\n"]

one_line = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
"""What stands behind a colon."""


@st.composite
def several_lines(draw: st.DrawFn) -> str:
    """Draw a value of several lines, some of them blank and without their tabs."""
    lines = [draw(one_line) for _ in range(draw(st.integers(1, 5)))]
    stripped = draw(st.sampled_from(["\n", "\r\n"]))
    return "".join(
        stripped + (f"\t\t{line}" if line or draw(st.booleans()) else "") for line in lines
    )


stretches = one_line | several_lines() | one_line.map(lambda line: f" {line}")
words = st.lists(
    st.sampled_from([*PIECES, "\n", "</i>", "it"]).filter(lambda piece: piece != "\x01"), max_size=4
).map("".join)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """Draw a stretch and edits of its text."""
    raw = draw(stretches)
    length = len(tagged.decode(raw).text)
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=6)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return raw, [Edit(start, end, draw(words)) for start, end in pairs]


def unindented(raw: str) -> list[str]:
    """Return the lines of a value, behind the first, that have words but no two tabs."""
    lines = re.split(r"\r?\n", raw)[1:]
    return [line for line in lines if line.strip("\r\t ") and not line.startswith("\t\t")]


@given(stretches)
def test_spans_are_in_order_and_spell_their_character(raw: str) -> None:
    spelt = tagged.decode(raw)
    assert len(spelt.text) == len(spelt.starts) == len(spelt.ends)
    end = 0
    for character, start, stop in zip(spelt.text, spelt.starts, spelt.ends, strict=True):
        assert end <= start < stop
        end = stop
        spelling = raw[start:stop]
        assert spelling == character or spelling in ("\x01", *BREAKS)
    assert end <= len(raw)


@given(words)
def test_what_is_written_is_read_again(text: str) -> None:
    assert tagged.decode(f"\n\t\t{tagged.encode(text)}").text == text
    assert tagged.decode(tagged.edited("", [Edit(0, 0, text)])).text == text


@given(edited(), st.sampled_from(["\n", "\r\n"]))
def test_edits_keep_every_tag_and_are_read_again(
    drawn: tuple[str, list[Edit]], newline: str
) -> None:
    raw, edits = drawn
    new = tagged.edited(raw, edits, newline)
    assert tagged.decode(new).text == apply(tagged.decode(raw).text, edits)
    assert TAG.findall(new) == TAG.findall(raw)
    if not unindented(raw):
        assert not unindented(new)
    if "\n" in new:
        assert not new.partition("\n")[0].strip()


@given(stretches)
def test_no_edit_changes_nothing(raw: str) -> None:
    assert tagged.edited(raw, []) == raw


ATOM = "When <atom-legname><nospellcheck>Aru</nospellcheck></atom-legname> enters, <sym>T</sym>."


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (Edit(5, 8, "Bo"), ATOM.replace("Aru", "Bo")),
        (Edit(5, 5, "my "), ATOM.replace("<atom", "my <atom", 1)),
        (Edit(8, 8, "’s"), ATOM.replace("</atom-legname>", "</atom-legname>’s")),
        (Edit(5, 15, "it comes"), ATOM.replace("Aru", "").replace(" enters", "it comes")),
        (Edit(0, 8, "As it"), ATOM.replace("When ", "As it").replace("Aru", "")),
    ],
)
def test_words_in_a_tag_stay_in_it_and_words_beside_it_outside(edit: Edit, wanted: str) -> None:
    assert tagged.edited(f" {ATOM}", [edit]) == f" {wanted}"


def test_a_text_that_needs_lines_gets_them() -> None:
    assert tagged.edited(" Flying", [Edit(6, 6, "\nHaste")]) == "\n\t\tFlying\n\t\tHaste"
    assert tagged.edited(" Flying", [Edit(0, 0, " ")], "\r\n") == "\r\n\t\t Flying"
    assert tagged.edited("\n\t\ta\n\n\t\tb", [Edit(2, 2, "x")]) == "\n\t\ta\n\t\tx\n\t\tb"


@pytest.mark.parametrize(
    ("raw", "markup"),
    [
        ("<atom-cardname><nospellcheck>Aru</nospellcheck></atom-cardname>", [(0, 3, "full")]),
        ("<atom-name>Aru</atom-name>", [(0, 3, "full")]),
        ("<atom-name>Aru</>", [(0, 3, "full")]),
        ("a <atom-printname>this Aru</atom-printname>", [(2, 10, "this")]),
        ("<atom-linkname2>Aru</atom-linkname2>", [(0, 3, "other")]),
        ("<atom-meldname>Aru</atom-meldname>", [(0, 3, "other")]),
        ("<atom-legname>A<atom-name>r</atom-name>u</atom-legname>", [(0, 3, "short")]),
        ("<atom-reminder-core>(<atom-name>A</atom-name>)</atom-reminder-core>", [(1, 2, "full")]),
        ("<atom-sep>A</atom-sep><atom-autorem>A</atom-autorem>", []),
        ("<atom-cardname></atom-cardname><atom-cardname>Aru", []),
        ("Aru</atom-cardname></i></>", []),
    ],
)
def test_atoms_of_names_are_name_markup(raw: str, markup: list[tuple[int, int, str]]) -> None:
    assert list(tagged.decode(raw).markup) == [NameMarkup(*mark) for mark in markup]  # type: ignore[arg-type]


@pytest.mark.parametrize("character", ["\x01", "\r"])
def test_what_has_no_spelling_is_refused(character: str) -> None:
    with pytest.raises(NanoriError, match="would be read as"):
        tagged.edited(" Flying", [Edit(0, 1, f"a{character}")])


@pytest.mark.parametrize("piece", ["<", "<a", "</", "</>", "<b>", "\n", "\n\t\t", "\x01", "<a|"])
def test_time_grows_with_the_length(piece: str) -> None:
    raw = piece * 30_000
    assert len(tagged.decode(raw).text) <= len(raw)
