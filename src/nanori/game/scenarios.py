"""Scenarios, events, questions and answers as typed values.

The public library has this module as `nanori.scenarios`; `nanori.bind` answers a `Scenario`. A file
is read into the same values (`door`), which are then played. docs/scenarios.md says what each event
does. Ids of objects are text; an ability is its index from 0 among those that the object has at
that time. None means not given.

    >>> wolf = nanori.Card(name="Ash Wolf", text="{R}: Untap Ash Wolf.")
    >>> event = nanori.scenarios.Rename("W", "Grey Tooth")
    >>> thing = nanori.scenarios.ScenarioObject(id="W", card=wolf)
    >>> (state,) = nanori.bind(nanori.scenarios.Scenario(objects=[thing], events=[event]))
    >>> state.names
    ('Grey Tooth',)
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from nanori.game.abilities import Origin
from nanori.game.kinds import DetailedKind
from nanori.game.objects import Zone
from nanori.model.values import Card, Form, Target
from nanori.names import choosing
from nanori.names.choosing import Characteristics as Characteristics
from nanori.names.choosing import Choice as Choice
from nanori.rewriting.slots import SlotMeaning


class Says(Struct, frozen=True):
    """What a field of a scenario is, for its schema and for messages about it."""

    about: str
    default: str = ""
    """In words; empty if the type says it."""
    also: tuple[str, ...] = ()
    """Other keys under which the field may be given."""


Half = Literal["left", "right"]
GivenCard = Card | Mapping[str, object]
"""A card, or its record in the interchange format."""

_Object = Annotated[str, Says("the id of an object")]
_Chosen = Annotated[
    Literal["all", "activated", "triggered", "static", "spell"] | Sequence[int],
    Says(
        "all, activated, triggered, static, spell, or indices from 0; a mode goes with its ability",
        "all",
        also=("ability",),
    ),
]
_Door = Annotated[Half | str, Says("left or right, or its name")]
_Place = Annotated[Literal["top", "bottom"], Says("top or bottom", "top")]
_Onto = Annotated[str, Says("the id of the permanent")]


class Happening(Struct, frozen=True, omit_defaults=True):
    """Anything that happens."""


class Gain(Happening, frozen=True):
    """CR 201.5b. It reads with the name that `object` has then, also when that changes later; face
    down the words stay until it is turned up.
    """

    object: _Object
    from_: Annotated[str, Says("whose abilities they are")] = msgspec.field(name="from")
    abilities: _Chosen = "all"


class Lose(Happening, frozen=True):
    """CR 613.1f. One instance of each, and for good. So effects end: an Aura leaves, the turn is
    over.
    """

    object: _Object
    abilities: _Chosen = "all"


class Grant(Happening, frozen=True):
    """CR 201.5a. A name in it is the source, wherever that goes in public zones."""

    source: _Object
    to: Annotated[Sequence[str], Says("ids")]
    ability: Annotated[
        int | None, Says("index of the ability that quotes", "the first that quotes")
    ] = None


class Create(Happening, frozen=True):
    """CR 111.4. The ids are shared out by kinds and numbers; an emblem has a name only if the text
    says so.
    """

    source: _Object
    ids: Annotated[Sequence[str], Says("new ids, in the order of the kinds", also=("id",))]
    ability: Annotated[
        int | None, Says("index of the ability that creates", "the first that does")
    ] = None
    of: Annotated[
        str | None,
        Says(
            "what is copied, where the text does not say it", "told by the text", also=("copy_of",)
        ),
    ] = None
    name: Annotated[str | None, Says("what it is named", "told by the text")] = None


class CopyException(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """CR 707.9. How a copy differs: `name`, `has_this_ability`, an index, and `has`, abilities;
    `ability` is the index of the one whose text says name and abilities.
    """

    name: Annotated[str | None, Says("the name that the copy has")] = None
    has_this_ability: Annotated[int | None, Says("index of the ability that it keeps")] = None
    has: Annotated[Sequence[str], Says("texts of abilities that it has")] = ()
    ability: Annotated[int | None, Says("index of the ability that says it")] = None


class Copy(Happening, frozen=True):
    """CR 707.2. Copiable values only: not what effects gave."""

    object: _Object
    of: _Object
    except_: Annotated[
        CopyException | None,
        Says(
            "`name`, `has_this_ability`, an index, and `has`, texts; or `ability`, the index of the"
            " one that says them"
        ),
    ] = msgspec.field(name="except", default=None)
    temporary: Annotated[bool, Says("true or false: whether `end_copy` ends it", "false")] = False


class EndCopy(Happening, frozen=True):
    """CR 613.2a. The effect that made it a copy for a time ends."""

    object: _Object


class Splice(Happening, frozen=True):
    """CR 702.47. The text reads with the name of the spell."""

    card: Annotated[str | GivenCard, Says("an id, or a record")]
    onto: _Object


class Transform(Happening, frozen=True):
    """CR 701.28. A double-faced card shows another face."""

    object: _Object
    face: Annotated[int | str | None, Says("a face", "the other one")] = None


class Flip(Happening, frozen=True):
    """CR 710.4. A flip card has its other half."""

    object: _Object


class Meld(Happening, frozen=True):
    """CR 712.4. Just two different cards meld."""

    objects: Annotated[Sequence[str], Says("two ids")]
    into: Annotated[str | GivenCard, Says("a record, or a name")]
    id: Annotated[str | None, Says("the new id", "that of `into`")] = None


class Mutate(Happening, frozen=True):
    """CR 702.140e. One permanent, the same as before: called as the topmost card, with all
    abilities, which read with its name.
    """

    card: Annotated[str, Says("the id of the card or spell that comes to it")]
    onto: _Onto
    place: _Place = "top"


class Merge(Happening, frozen=True):
    """CR 730.2. One permanent, of the topmost card's values alone."""

    card: Annotated[str, Says("the id of what comes to it")]
    onto: _Onto
    place: _Place = "top"


class FaceDown(Happening, frozen=True):
    """CR 708.2a. Neither name nor text."""

    object: _Object


class FaceUp(Happening, frozen=True):
    """CR 708.8. Its own again."""

    object: _Object


class Unlock(Happening, frozen=True):
    """CR 709.5f. A Room has that half's name and text."""

    object: _Object
    half: _Door


class Lock(Happening, frozen=True):
    """CR 709.5g. It has these no longer."""

    object: _Object
    half: _Door


class Rename(Happening, frozen=True):
    """CR 201.5. Its only name; its text stays, and still means it."""

    object: _Object
    name: Annotated[str, Says("a name")]


class AddNames(Happening, frozen=True):
    """CR 201.2. Names besides its own."""

    object: _Object
    names: Annotated[
        Sequence[str] | Literal["nonlegendary_creatures"],
        Says("a list, or nonlegendary_creatures", also=("name",)),
    ]


class ChangeText(Happening, frozen=True):
    """CR 612.2. Never a name; another word is refused."""

    object: _Object
    from_: Annotated[str, Says("a word of a type or colour")] = msgspec.field(name="from")
    to: Annotated[str, Says("a word of a type or colour")]


class Link(Happening, frozen=True):
    """CR 202.5. Duel Masters: each has the names of all."""

    objects: Annotated[Sequence[str], Says("ids")]


class Cast(Happening, frozen=True):
    """CR 601.2a. The spell that it becomes."""

    object: _Object
    half: Annotated[
        Half | str | Sequence[str] | None, Says("left or right, or both", "both", also=("halves",))
    ] = None
    face: Annotated[int | str | None, Says("a face", "front")] = None
    id: Annotated[str | None, Says("the new id", "its own")] = None


class MovedBy(Struct, frozen=True, omit_defaults=True):
    """CR 201.5a. The ability that moves an object, and follows it."""

    object: _Object
    ability: Annotated[int | None, Says("index of its ability", "all of its abilities")] = None


class Move(Happening, frozen=True):
    """CR 400.7. A new object; it forgets what happened to it."""

    object: _Object
    by: Annotated[MovedBy | None, Says("`object` and `ability`: what moves it")] = None
    id: Annotated[
        str | Sequence[str] | None,
        Says("the new id; of melded and merged cards several", "its own", also=("ids",)),
    ] = None
    zone: Annotated[
        Zone | None,
        Says("a zone", "graveyard from the battlefield, else battlefield", also=("to",)),
    ] = None


_HALVES = Annotated[
    Half | str | Sequence[str] | None, Says("the doors of a Room that are open (CR 709.5)", "none")
]


class CardRecord(Struct, frozen=True, kw_only=True):
    """A card, or a face of one, as a scenario writes it."""

    name: Annotated[str, Says("the face's name in its language")]
    text: Annotated[
        str | Sequence[str],
        Says("rules text, an ability a line; with symbols in quotation marks: “{G}: …”"),
    ] = ""
    type: Annotated[str, Says("type line")] = ""
    lang: Annotated[str, Says("BCP 47 code")] = ""
    name_en: Annotated[str, Says("English name of a card in another language")] = ""
    reading: Annotated[str, Says("printed ruby of the name")] = ""
    faces: Annotated[Sequence[GivenCard | str] | None, Says("names or records of all faces")] = None
    layout: Annotated[str, Says("MTGJSON's or Scryfall's word")] = ""
    alternate: Annotated[Sequence[str], Says("alternate names (CR 201.6)")] = ()
    game: Annotated[str, Says("magic or duelmasters")] = ""
    type_en: Annotated[str, Says("English type line")] = ""
    interchangeable: Annotated[
        Sequence[str], Says("names that count as this one everywhere (CR 201.3)")
    ] = ()


class ScenarioObject(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An object of a scenario: its card, and its state in the game.

    `card` is a card, its faces, its record, or its name in a card file. None means not given;
    docs/scenarios.md has the defaults.
    """

    id: Annotated[str, Says("the id by which events and questions name it")]
    card: Annotated[
        GivenCard | Sequence[GivenCard] | str | None,
        Says(
            "the card: a record with `name`, `text` …, one for each face, a name that `cards`"
            " has, or a record of Scryfall or MTGJSON"
        ),
    ] = None
    back: Annotated[GivenCard | str | None, Says("the other face")] = None
    faces: Annotated[Sequence[GivenCard | str] | None, Says("further faces")] = None
    layout: Annotated[str | None, Says("MTGJSON's or Scryfall's word", "told from the faces")] = (
        None
    )
    lang: Annotated[
        str | None, Says("language of a card that does not say it", "told from the text")
    ] = None
    zone: Annotated[Zone | None, Says("where it is", "battlefield")] = None
    face: Annotated[int | str | None, Says("the face that is up", "0")] = None
    transformed: Annotated[bool | None, Says("whether the back is up", "false")] = None
    flipped: Annotated[bool | None, Says("whether a flip card is flipped (CR 710)", "false")] = None
    face_down: Annotated[
        bool | None, Says("whether it lies face down and has no name (CR 708.2a)", "false")
    ] = None
    unlocked: _HALVES = None
    half: Annotated[
        Half | str | Sequence[str] | None,
        Says("the half that was cast; the object is a spell then", "both", also=("cast",)),
    ] = None
    subtypes: Annotated[
        Sequence[str] | None, Says("in place of a card: a token named by these")
    ] = None
    token: Annotated[bool | None, Says("whether it is a token, and no card", "false")] = None
    level: Annotated[
        Annotated[int, msgspec.Meta(ge=0)] | None,
        Says(
            "the number of its level counters, or the level of a Class (CR 711.2a, 716.2a)",
            "not said: each ability says at which levels it counts",
        ),
    ] = None


_Ids = Annotated[Sequence[str], Says("ids")]


class StateOf(Struct, frozen=True):
    """What is an object called, and what does it say? Answered by a `State`."""

    object: _Object


class SameName(Struct, frozen=True):
    """CR 201.2a. Have all of them a name in common? Answered by a `Verdict`."""

    objects: _Ids


class DifferentNames(Struct, frozen=True):
    """CR 201.2b. Has each a name, and no two of them one in common? Answered by a `Verdict`."""

    objects: _Ids


class DiffersFrom(Struct, frozen=True):
    """CR 201.2c. Has it a name that none of the others has? Answered by a `Verdict`."""

    object: _Object
    others: _Ids


class SameNameAsNamed(Struct, frozen=True):
    """CR 201.2, 201.3. Has it that name, or one that counts as it? Answered by a `Verdict`."""

    object: _Object
    name: Annotated[str, Says("a name")]


class Matches(Struct, frozen=True, omit_defaults=True):
    """Duel Masters. A part of a name (202.3), or the whole with its ruby (202.3a); a part of a race
    (203.2), or a whole one, as it is chosen (203.4); words of its text (205.1a).
    """

    object: _Object
    contains: Annotated[str | None, Says("a part of a name")] = None
    exactly: Annotated[str | None, Says("a whole name")] = None
    reading: Annotated[str, Says("its ruby", "not compared")] = ""
    race: Annotated[str | None, Says("a part of a race")] = None
    chosen_race: Annotated[str | None, Says("a whole race")] = None
    text: Annotated[str | None, Says("words of its text, without keywords before it and notes")] = (
        None
    )


class ChooseName(Struct, frozen=True, omit_defaults=True):
    """CR 201.4. What is chosen by saying a name? Answered by a `Choice`."""

    said: Annotated[str, Says("what is said")]
    lang: Annotated[str, Says("in which language", "any")] = ""
    having: Annotated[Characteristics, Says("characteristics that the card must have", "any")] = (
        msgspec.field(name="with", default=choosing.ANYTHING)
    )
    edition: Annotated[str, Says("edition of the rules", "the current one")] = choosing.CURRENT
    legal: Annotated[tuple[str, ...] | None, Says("names that may be chosen", "all")] = None
    game: Annotated[
        Literal["", "magic", "duelmasters"],
        Says("magic, or duelmasters: of the cards of the scenario", "magic"),
    ] = ""


# Anything that can be asked; `Matches` is answered by a `Verdict`, `ChooseName` by a `Choice`.
Question = (
    StateOf | SameName | DifferentNames | DiffersFrom | SameNameAsNamed | Matches | ChooseName
)


class Scenario(Struct, frozen=True, kw_only=True):
    """Objects, what happens to them, and what is asked; `nanori.bind` answers it."""

    objects: Sequence[ScenarioObject]
    events: Sequence[Happening] = ()
    """What happens, in order: values of this module."""
    questions: Sequence[Question] | None = None
    """What is asked: values of this module; without any, the states of what changed."""
    cards: Sequence[str] = ()
    """Card files from which objects take the cards that they name."""


class Verdict(Struct, frozen=True):
    """Yes or no, and the rule that says so."""

    answer: bool
    rule: str
    """The rule of the game, as `201.2a`."""


class StateReference(SlotMeaning, frozen=True):
    """A reference of an ability, in code points of its text, and the object it means."""

    start: int
    end: int
    text: str
    form: Form
    target: Target
    binds_to: str | None
    """The id of the object meant; None if there is none."""
    rule: str
    """The rule that decides it, such as `201.5b`."""


class StateAbility(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An ability as it reads now."""

    text: str
    references: tuple[StateReference, ...]
    origin: Origin
    """How the object came by it."""
    id: str
    """Unchanged as long as it says the same, whatever its card is called."""
    kind: DetailedKind
    from_: str = msgspec.field(name="from", default="")
    """The id of the object that it came from, if that is another."""
    was: str = ""
    """How it read before its words changed; empty if they did not."""
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4”; empty for always."""
    rules: tuple[str, ...]
    """The rules that led to it."""


class State(Struct, frozen=True, omit_defaults=True):
    """An object's names, and its abilities as they read."""

    object: str
    names: tuple[str, ...]
    abilities: tuple[StateAbility, ...]
    rules: tuple[str, ...]
    """The rules of the events that made it what it is."""
    predefined: tuple[StateAbility, ...] = ()
    """What it has by the rules though no text says so: a Food token (CR 111.10)."""


ScenarioAnswer = State | Verdict | Choice
"""The answer to a typed question."""
