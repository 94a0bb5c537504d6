"""A value of a wrong type is one error, one line, that says where, what is there and what not."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import nanori
from nanori.formats.in_json import cards as card_format
from nanori.model.values import Card, Edit

RIGHT = {"text": "Flying", "name": "Ash Wolf"}
LEAST: Any = Card(name="Ash Wolf", text="Untap Ash Wolf.")


@pytest.mark.parametrize("field", msgspec.structs.fields(Card), ids=lambda field: field.name)
@pytest.mark.parametrize("value", [None, b"x", 0.5, [3], {"x": "x"}, (3,)], ids=repr)
def test_every_field_of_a_card_is_of_its_type(
    field: msgspec.structs.FieldInfo, value: object
) -> None:
    with pytest.raises(TypeError) as caught:
        Card(**{**RIGHT, field.name: value})  # type: ignore[arg-type]
    assert isinstance(caught.value, nanori.NanoriError)
    message = str(caught.value)
    assert message.startswith(f"Card.{field.name}: ")
    assert message.endswith(" was wanted")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": 3}, "Card.name: int is there, str was wanted"),
        ({"text": None}, "Card.text: NoneType is there, str was wanted"),
        ({"text": ["Flying"]}, "Card.text: list is there, str was wanted"),
        ({"id": 0.5}, "Card.id: float is there, str or int was wanted"),
        ({"faces": ["Ash", 3]}, "Card.faces: tuple of str, int is there, tuple of str was wanted"),
        ({"faces": "Ash"}, "Card.faces: str is there, tuple of str was wanted"),
        (
            {"alternate": ("Ash", 3)},
            "Card.alternate: tuple of str, int is there, tuple of str was wanted",
        ),
    ],
)
def test_the_error_names_the_field(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(nanori.NanoriError) as caught:
        Card(**{**RIGHT, **fields})
    assert str(caught.value) == message


def test_what_is_right_is_taken_in_classes_of_its_own_too() -> None:
    class Words(str):
        __slots__ = ()

    card = Card(text=Words("Flying"), name="Ash", id=3, faces=("Ash", Words("Soot")))
    assert card == Card(text="Flying", name="Ash", id=3, faces=("Ash", "Soot"))


def test_names_may_be_given_as_a_list() -> None:
    card = Card(**{**RIGHT, "faces": ["Ash", "Soot"], "alternate": ["Cinder"]})
    assert (card.faces, card.alternate) == (("Ash", "Soot"), ("Cinder",))
    assert nanori.annotate(card) is not None


def test_what_is_decoded_is_no_less_typed() -> None:
    with pytest.raises(msgspec.ValidationError, match="Expected `str`, got `int`"):
        msgspec.json.decode(b'{"name": 3, "text": ""}', type=Card)
    with pytest.raises(nanori.NanoriError, match="wanted str, got int in name"):
        list(nanori.read('{"name": 3, "text": ""}'))
    assert issubclass(card_format._Exactly, Card)


def ignored(found: object) -> None:
    if isinstance(found, Iterator):
        list(found)


CALLS: dict[str, Callable[[Any], object]] = {
    "card: {} is there, Card was wanted": nanori.annotate,
    "card: {} is there, Card was wanted ": nanori.to_html,
    "card: {} is there, Card was wanted  ": lambda one: nanori.restyle(one, "tilde"),
    "card: {} is there, Card was wanted   ": lambda one: nanori.parse("Flying", card=one),
    "names: {} is there, KnownNames was wanted": lambda one: nanori.annotate(LEAST, one),
    "names: {} is there, KnownNames was wanted ": lambda one: nanori.annotate_many([LEAST], one),
    "cards: {} is there, iterable of Card was wanted": nanori.annotate_many,
    "cards: {} is there, iterable of Card was wanted ": nanori.lint,
    "cards: {} is there, iterable of Card was wanted  ": lambda one: nanori.rename(one, "a", "b"),
    "cards[0]: {} is there, Card was wanted": lambda one: nanori.annotate_many([one]),
    "cards[0]: {} is there, Card was wanted ": lambda one: nanori.annotate_many(iter([one])),
    "cards[0]: {} is there, Card was wanted  ": lambda one: nanori.lint([one]),
    "cards[0]: {} is there, Card was wanted   ": lambda one: nanori.rename([one], "a", "b"),
    "old: {} is there, str was wanted": lambda one: nanori.rename([LEAST], one, "b"),
    "new: {} is there, str was wanted": lambda one: nanori.rename([LEAST], "b", one),
    "text: {} is there, str was wanted": nanori.parse,
    "text: {} is there, str was wanted ": lambda one: nanori.apply(one, []),
    "edits: {} is there, iterable of Edit was wanted": lambda one: nanori.apply("a", one),
    "edits[0]: {} is there, Edit was wanted": lambda one: nanori.apply("a", [one]),
    "Edit.start: {} is there, int was wanted": lambda one: Edit(one, 1, ""),
    "Edit.text: {} is there, str was wanted": lambda one: Edit(0, 1, one),
    "style: {} is there, str was wanted": lambda one: nanori.restyle(LEAST, one),
    "source: {} is there, str or bytes or PathLike was wanted": nanori.read,
    "format: {} is there, str was wanted": lambda one: nanori.read("", one),
    "format: {} is there, str was wanted ": lambda one: nanori.lint("", one),
    "lang: {} is there, str was wanted": lambda one: nanori.read("", lang=one),
    "lang: {} is there, str was wanted ": lambda one: nanori.lint("", lang=one),
    "path: {} is there, str was wanted": lambda one: nanori.read("", path=one),
    "config: {} is there, Mapping or str or PathLike was wanted": lambda one: nanori.lint(
        "", config=one
    ),
    "names: {} is there, Names was wanted": lambda one: nanori.lint("", names=one),
    "names: {} is there, iterable of str was wanted": nanori.KnownNames,
    "name: {} is there, str was wanted": lambda one: nanori.KnownNames([one]),
    "scenario: {} is there, str or bytes or PathLike was wanted": nanori.bind,
    "path: {} is there, str or PathLike was wanted": nanori.Names.open,
    "query: {} is there, str was wanted": lambda one: nanori.Names.open().find(one),
    "said: {} is there, str was wanted": lambda one: nanori.Names.open().choose(one),
    "query: {} is there, str was wanted ": lambda one: nanori.Names.open().show(one),
}


@pytest.mark.parametrize("message", CALLS)
@pytest.mark.parametrize("value", [3, 0.5], ids=repr)
def test_every_function_says_what_it_wanted(message: str, value: object) -> None:
    if isinstance(value, int) and "Edit.start" in message:
        pytest.skip("it is one")
    with pytest.raises(TypeError) as caught:
        ignored(CALLS[message](value))
    assert isinstance(caught.value, nanori.NanoriError)
    assert str(caught.value) == message.strip().format(type(value).__name__)


def test_a_string_is_not_taken_for_its_letters() -> None:
    for call in (nanori.KnownNames, nanori.annotate_many, lambda one: nanori.apply("a", one)):
        with pytest.raises(TypeError, match="str is there, iterable of"):
            call("Ash Wolf")  # type: ignore[arg-type]
