"""Places of the strings in a JSON value, and how JSON spells words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nanori.formats import escaping
from nanori.formats.json.words import located
from nanori.formats.words import Words, parts
from nanori.model.errors import NanoriError

KEYS = ["a", 'b"', "c\n", "é", "灯🐉"]
strings = st.text(max_size=8) | st.sampled_from(["", '"\\/', "灯\n", "a // b", "\x01\x7f🐉"])
values = st.recursive(
    strings | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)


def said(value: object) -> object:
    """Return what the places in a value say: it without what is no string."""
    match value:
        case Words():
            return escaping.decode(value.way, value.text[value.start : value.end]).text
        case dict():
            return {key: said(part) for key, part in value.items()}
        case list():
            return [said(part) for part in value]
        case _:
            return None


def strings_of(value: object) -> object:
    match value:
        case dict():
            return {key: strings_of(part) for key, part in value.items()}
        case list():
            return [strings_of(part) for part in value]
        case _:
            return value if isinstance(value, str) else None


@given(
    values,
    st.booleans(),
    st.sampled_from([None, 1]),
    st.sampled_from([None, (",", ":"), (" , ", "\t: ")]),
)
def test_the_places_of_strings_say_what_json_says(
    value: object, ascii_only: bool, indent: int | None, separators: tuple[str, str] | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators)
    assert said(located(text, object)) == strings_of(value)
    assert located(text, object) == json.loads(text)


def test_of_two_equal_keys_the_last_counts() -> None:
    for text in ('{"a": "1", "\\u0061": "2"}', '{"a": {"b": "1"}, "a": [{"b": "2"}], "c": "3"}'):
        assert said(located(text, object)) == json.loads(text)


@pytest.mark.parametrize("text", ["", "{", '{"a"', '{"a":', '{"a": "b', "[1", '["a"', "nul"])
def test_what_is_no_json_is_an_error_of_ours(text: str) -> None:
    with pytest.raises(NanoriError):
        located(text, object)


def test_parts_of_a_string_are_places_of_their_own() -> None:
    text = r'"Dawn \/\/ D\u0075sk"'
    every = parts(located(text, str), " // ")
    places = [part.place for part in every if isinstance(part, Words)]
    assert [text[each.start : each.end] for each in places] == ["Dawn", r"D\u0075sk"]


@given(strings, st.booleans())
def test_words_are_written_as_json_reads_them(words: str, ascii_only: bool) -> None:
    raw = json.dumps(words, ensure_ascii=ascii_only)[1:-1]
    spelt = escaping.decode("json", raw)
    assert spelt.text == words
    assert len(spelt.starts) == len(spelt.ends) == len(words)
    for start, end, character in zip(spelt.starts, spelt.ends, words, strict=True):
        assert json.loads(f'"{raw[start:end]}"') == character
    for beside in ("", raw, "\\u706f"):
        assert json.loads(f'"{escaping.named("json").encode(words, beside)}"') == words


def test_half_a_surrogate_pair_is_one_character_and_stays_one() -> None:
    raw = r"\ud83d\ud83d\udc09\udc09"
    assert escaping.decode("json", raw).text == json.loads(f'"{raw}"') == "\ud83d🐉\udc09"
    assert json.loads('"' + escaping.named("json").encode("\ud83d🐉", raw) + '"') == "\ud83d🐉"
