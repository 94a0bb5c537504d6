"""Spellings of XML and of scripts: what is written is read, and a place says what stands there."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nanori
from nanori.formats import escaping
from nanori.formats.escaping.xml import XML as xml
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

SPELLINGS = ["xml", "cdata", "script", "piped", "keyword"]

PIECES = [
    *("&amp;", "&lt;", "&#x41;", "&#65;", "&#13;", "&quot;", "<i>", "</i>", "<a b='>'/>"),
    *("<!-- & < -->", "<?x >?>", "<![CDATA[", "]]>", "\r\n", "\r", "\n", "灯", "🐉", "a", "\\n"),
    *("VERT", "|", "CARDNAME", ":", "&", "<", "]", ">", "--", "&#x110000;", "//Level_2//\\n"),
]

raws = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)

content = st.lists(
    st.sampled_from(
        [
            *("&amp;", "&#x20;", "&gt;", "<i>x</i>", "<b/>", "<!-- < -->", "<?x >?>", "\n", "灯🐉"),
            *("<![CDATA[a < b & ]] c]]>", "<![CDATA[]]>", "<![CDATA[灯\n]]>", "a", "]", "e\u0301"),
        ]
    ),
    max_size=8,
).map("".join)
"""Well-formed content of an XML element."""

words = st.text(st.sampled_from("&<>\"'] ;#灯🐉ab\n\r|:\\"), max_size=8)


def shown(raw: str) -> str:
    """Return what the standard library reads in the content of an element."""
    return "".join(ElementTree.fromstring(f"<x>{raw}</x>").itertext())


@pytest.mark.parametrize("name", SPELLINGS)
@given(raw=raws)
def test_every_character_has_a_place_and_places_are_in_order(name: str, raw: str) -> None:
    spelt = escaping.decode(name, raw)
    assert len(spelt.text) == len(spelt.starts) == len(spelt.ends)
    reached = 0
    for start, end in zip(spelt.starts, spelt.ends, strict=True):
        assert reached <= start < end <= len(raw)
        reached = end


@pytest.mark.parametrize("name", SPELLINGS)
@given(said=words)
def test_what_is_written_is_read(name: str, said: str) -> None:
    try:
        written = escaping.named(name).edited("", [Edit(0, 0, said)])
    except NanoriError:
        assert "\\" in said
        return
    assert escaping.decode(name, written).text == said


@given(raw=content)
def test_xml_says_what_a_parser_reads(raw: str) -> None:
    assert xml.decode(raw).text == shown(raw)


@given(data=st.data(), raw=content)
def test_xml_with_edits_is_well_formed_and_says_them(data: st.DataObject, raw: str) -> None:
    said = xml.decode(raw).text
    cuts = sorted(data.draw(st.lists(st.integers(0, len(said)), min_size=2, max_size=2)))
    edits = [Edit(cuts[0], cuts[1], data.draw(words))]
    new = xml.edited(raw, edits, "\n")
    assert xml.decode(new).text == apply(said, edits)
    assert shown(new) == apply(said, edits)


@pytest.mark.parametrize(
    ("raw", "edits", "new"),
    [
        ("a &amp; b", [Edit(2, 3, "<")], "a &lt; b"),
        ("a <i>b</i> c", [Edit(0, 5, "x")], "x<i></i>"),
        ("<![CDATA[a & b]]>", [Edit(2, 3, "<")], "<![CDATA[a < b]]>"),
        ("<![CDATA[ab]]>", [Edit(1, 1, "]>")], "<![CDATA[a]]>]<![CDATA[]]>&gt;<![CDATA[b]]>"),
        ("<![CDATA[ab]]> c", [Edit(4, 4, "&")], "<![CDATA[ab]]> c&amp;"),
        ("a\r\nb", [Edit(1, 2, "\n\n")], "a\r\n\r\nb"),
        ("", [Edit(0, 0, "a")], "a"),
    ],
)  # fmt: skip
def test_an_edit_leaves_the_rest_as_it_is_written(raw: str, edits: list[Edit], new: str) -> None:
    assert xml.edited(raw, edits, "\r\n" if "\r\n" in raw else "\n") == new


@pytest.mark.parametrize(
    ("way", "raw", "left"),
    [
        ("bracketed", "Ash [i](a)[/i] [i](b)[/i]", "Ash [i](a)[/i]"),
        ("html", "Ash <i>(a)</i> <i>(b)</i>", "Ash <i>(a)</i>"),
        ("conjured", "Ash {i}(a){/i} {i}(b){/i}", "Ash {i}(a){/i}"),
    ],
)
def test_tags_around_nothing_go_with_their_words(way: str, raw: str, left: str) -> None:
    assert escaping.named(way).edited(raw, [Edit(7, 11, "")]) == left
    assert escaping.named(way).edited(raw, [Edit(8, 11, "")]) == f"{left} "


@pytest.mark.parametrize("name", ["xml", "keyword"])
@pytest.mark.parametrize("edits", [[Edit(5, 9, "")], [Edit(0, 2, ""), Edit(1, 2, "")]])
def test_edits_that_do_not_fit_are_a_value_error(name: str, edits: Sequence[Edit]) -> None:
    with pytest.raises(ValueError, match=r"beyond|overlaps"):
        escaping.named(name).edited("abc", edits, "\n")  # type: ignore[attr-defined]


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\ud800", "\ufffe"])
@pytest.mark.parametrize("name", ["xml", "cdata"])
def test_what_xml_cannot_hold_is_an_error(name: str, sign: str) -> None:
    with pytest.raises(NanoriError, match="XML cannot hold"):
        escaping.named(name).encode(sign, "")


def test_a_pipe_is_written_as_the_word_for_it() -> None:
    piped = escaping.named("piped")
    assert piped.encode("1—9 | a\nb", "") == "1—9 VERT a\\nb"
    assert piped.decode("1—9 VERT a | b\\nc").text == "1—9 | a | b\nc"
    with pytest.raises(NanoriError, match="“VERT” would be read as"):
        piped.edited("a", [Edit(0, 1, "VERTEX")])


def test_a_keyword_keeps_its_placeholder_and_its_colons() -> None:
    script = "Name:Ash\nTypes:Creature\nK:CARDNAME can't block.\nOracle:Flying\n"
    (keyword, _) = nanori.read(script)
    (edit,) = keyword.edits_of_file([Edit(9, 20, "attacks")])
    assert "K:CARDNAME attacks." in apply(script, [edit])
    for edit in (Edit(0, 8, "It"), Edit(0, 0, "a:")):
        with pytest.raises(NanoriError, match="read otherwise"):
            keyword.edits_of_file([edit])


@pytest.mark.parametrize(
    "raw",
    [
        "<" * 50_000,
        "<!--" * 20_000,
        '<a "' * 20_000,
        "<![CDATA[" * 9_000,
        "&#" * 50_000,
        "\\" * 90_000,
    ],
)
def test_hostile_stretches_are_read_in_no_time(raw: str) -> None:
    for name in SPELLINGS:
        assert len(escaping.decode(name, raw).text) <= len(raw)
