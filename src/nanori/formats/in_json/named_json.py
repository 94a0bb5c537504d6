"""Any JSON whose objects have a name and a rules text under one of the usual keys.

Card makers and private tools keep their sets this way: Tabletop Simulator (`Nickname`,
`Description`), `cardName` and `rulesText`, `title` and `rules`, each with a `text`. Comments and
trailing commas are skipped in reading, and stay in writing; so is a name before the value, as in
modules of JavaScript.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, cast

from msgspec.structs import replace

from nanori.formats import fields, headings
from nanori.formats.detection import ASSIGNED, Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import json_about
from nanori.formats.headings import FieldKey
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io.streams import Source
from nanori.formats.json import words
from nanori.formats.json.stream import strict
from nanori.formats.json.words import folded, said, under
from nanori.formats.words import Words, entry, parts
from nanori.model.errors import NanoriError

# Keys without blanks, strokes and capitals; the first that an object has counts.
NAMES = ("nickname", "name", "cardname", "cardtitle", "title")
RULES = (
    *("text", "rulestext", "oracletext", "cardtext", "rules", "oracle"),
    *("effect", "effects", "effecttext", "ability", "abilities"),
)
_DESCRIPTIONS = ("description", "desc")
TEXTS = (*RULES, *_DESCRIPTIONS)
TYPES = ("type", "typeline", "cardtype", "types")
# Keys of a set, a deck or a bag for its cards: what is said of the container is not a card.
CONTAINERS = frozenset({"containedobjects", "objectstates", "cards", "deck", "decks"})
# What a box of words drawn on a card has, which has a name and a text, too; at least this many of
# them. A picture has its width and height.
_DRAWN = frozenset(f"{key}{words.BARE}" for key in ("x", "y", "width", "height", "size"))
MIN_BOX_KEYS = 3
_BEGINS = re.compile(rf"(?:{ASSIGNED.pattern})?\s*+[\[{{]\s*+[\[{{\"]")


class CardKeys(NamedTuple):
    """The keys of an object's fields, folded; for each field the first that it has counts."""

    names: tuple[str, ...] = NAMES
    texts: tuple[str, ...] = TEXTS
    types: tuple[str, ...] = TYPES

    @property
    def filled(self) -> tuple[str, ...]:
        """The keys of texts that count only with words: other things have descriptions, too."""
        return tuple(key for key in self.texts if key in _DESCRIPTIONS)

    def wants(self, own: set[str]) -> bool:
        """Tell whether an object with these keys has a name and a text, in any language."""
        if not own.isdisjoint(CONTAINERS) or len(own & _DRAWN) >= MIN_BOX_KEYS:
            return False
        if not own.isdisjoint(self.names) and not own.isdisjoint(self.texts):
            return True
        # A name or a text that is a number, null, true or false is said to be wrong.
        bare = {key.removesuffix(words.BARE) for key in own if key.endswith(words.BARE)}
        texts = {*self.texts}.difference(_DESCRIPTIONS)
        if not own.isdisjoint(self.names) and not bare.isdisjoint(texts):
            return True
        if not bare.isdisjoint(self.names) and not own.isdisjoint(texts):
            return True
        # “kartenname”, “regeltext”: words for the fields in some language.
        spoken = {_spoken().get(key, _NOTHING).field for key in own}
        has_name = not own.isdisjoint(self.names) or "name" in spoken
        return has_name and "text" in spoken


@lru_cache(16)
def keys_of(columns: str) -> CardKeys:
    """Return the keys of fields, or only the one the user names; NanoriError as there."""
    keys = {key.field: (folded(named),) for key, named in headings.given(columns).items()}
    return CardKeys(keys.get("name", NAMES), keys.get("text", TEXTS), keys.get("type", TYPES))


_NOTHING = FieldKey("", "", 1)


@cache
def _spoken() -> dict[str, FieldKey]:
    """Return the folded keys that name a language, or are of one: `text_jp`, `jaText`, `texte`."""
    words = [(folded(word), code) for word, code in headings.called().items()]
    fields = {"name": NAMES, "text": TEXTS, "type": TYPES}
    foreign = headings.foreign().items()
    return {folded(word): FieldKey(field, "", 1) for word, field in foreign if field in fields} | {
        spoken: FieldKey(field, code, 1)
        for field, keys in fields.items()
        for key in keys
        for word, code in words
        for spoken in (word + key, key + word)
    }


def _by_key(card: Mapping[str, object]) -> dict[str, object]:
    """Return the values of an object by its folded keys; of several the first."""
    by_key: dict[str, object] = {}
    for key, value in card.items():
        by_key.setdefault(folded(key), value)
    return by_key


def _by_language(by_key: Mapping[str, object]) -> dict[str, object]:
    """Return what is said in objects by language, by keys that name it.

    `text: {ja: …}`, or `languages: {ja: {text: …}}`
    """
    spoken = {
        folded(key + lang): words
        for key in (*NAMES, *TEXTS, *TYPES)
        for lang, words in _members(by_key.get(key))
        if headings.language(lang)
    }
    for value in by_key.values():
        every = list(_members(value))
        for lang, inner in every if all(headings.language(key) for key, _ in every) else ():
            spoken |= {folded(key + lang): words for key, words in _members(inner)}
    return spoken


def _members(value: object) -> Iterable[tuple[str, object]]:
    return cast("dict[str, object]", value).items() if isinstance(value, dict) else ()


def _said(by_key: Mapping[str, object], keys: tuple[str, ...], *, lines: bool = True) -> str:
    """Return what an object says under the first of these keys that it has; `lines` as a list."""
    value = next((by_key[key] for key in keys if key in by_key), None)
    inner = under(value, "text")
    words = said(value if inner is None else inner, "bracketed")
    is_list = isinstance(words, Words) and words.way == "listed"
    return " ".join(words.split("\n")) if is_list and not lines else words


def _has_no_text(head: Head) -> bool:
    """Tell whether the first of several lines is a card record that lacks its text.

    A single line may be a whole set, which has a name and its cards.
    """
    if head.outline is None or head.outline.arrangement != "lines":
        return False
    keys = {folded(key) for key in head.keys}
    return "name" in keys and not keys & {*TEXTS, *CONTAINERS}


class NamedJson(ObjectFormat):
    """JSON whose objects have a name and a rules text."""

    ABOUT = json_about(
        title="any JSON whose objects have a name and a rules text, as Tabletop Simulator's",
        alternates=False,
        columns=True,
    )
    KIND = dict[str, object]
    ONCE = (*NAMES, *TEXTS, "cardName", "rulesText", "oracle_text", "Nickname", "Description")
    LOOSE = True

    def recognises(self, head: Head) -> bool:
        """Tell whether it has an object with a name and a text."""
        if _has_no_text(head):
            return False
        text = strict(head.text)
        if not _BEGINS.match(text):
            return False
        keys = keys_of(head.columns)
        objects = words.outermost(text, keys.wants, keys.filled)
        return any(_is_card(text[start:end], keys) for start, end in objects)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each outermost object with a name and a text."""
        keys = keys_of(head.columns)
        return words.outermost_elements(source, head, keys.wants, keys.filled)

    def texts(self, card: dict[str, object], element: Element) -> Iterator[Entry]:
        """Yield the text of a card; nothing for an object whose name or text is not a string."""
        card_keys, by_key = keys_of(element.context), _by_key(card)
        by_key |= _by_language(by_key)
        spoken = {key: field for key in by_key if (field := _spoken().get(key))}
        if not element.context and any(said(by_key[key]) for key in spoken):
            yield from _translated(by_key, spoken)
            return
        for keys in (card_keys.names, card_keys.texts):
            value = next((by_key[key] for key in keys if key in by_key), None)
            if isinstance(value, bool | int | float):
                raise NanoriError(f"words were wanted, got {value}")
        name, text, kind = (
            _said(by_key, keys, lines=keys is card_keys.texts) for keys in card_keys
        )
        if not name:
            if text:
                raise NanoriError("no name")
            return
        # Deck importers put the type line below the name.
        name, *below = parts(name, "\n")
        made_entry = entry({"name": name, "text": text, "type": kind or next(iter(below), "")})
        unread = _unread(by_key, card_keys)
        yield (
            replace(made_entry, remark=f"the texts under “{unread}” are not read")
            if unread
            else made_entry
        )


def _unread(by_key: Mapping[str, object], keys: CardKeys) -> str:
    """Return a key for texts of parts of a card, as attacks beside the abilities that are read."""
    text = next((by_key[key] for key in keys.texts if key in by_key), None)
    if not any(under(part, "text") for part in items(text)):
        return ""
    others = ((key, value) for key, value in by_key.items() if value is not text)
    return next(
        (key for key, value in others if any(said(under(part, "text")) for part in items(value))),
        "",
    )


def items(value: object) -> list[object]:
    """Return the items of a value; none of what is no list."""
    return cast("list[object]", value) if isinstance(value, list) else []


def _translated(by_key: Mapping[str, object], spoken: Mapping[str, FieldKey]) -> Iterator[Entry]:
    """Yield the entries of a card in several languages, as of a row with such columns."""
    said_of = {
        field: _said(by_key, keys, lines=field.field == "text")
        for field, keys in (
            (FieldKey("name", "", 1), NAMES),
            (FieldKey("text", "", 1), TEXTS),
            (FieldKey("type", "", 1), TYPES),
        )
        if not by_key.keys().isdisjoint(keys)
    }
    said_of |= {
        field: _said(by_key, (key,), lines=field.field == "text") for key, field in spoken.items()
    }
    said_of[FieldKey("id", "", 1)] = str(by_key.get("id") or "")
    return fields.entries(said_of, {})


def _is_card(text: str, keys: CardKeys) -> bool:
    try:
        card = _by_key(words.located(text, dict[str, object]))
        card |= _by_language(card)
    except NanoriError:
        return False
    spoken = {field.field for key in card if (field := _spoken().get(key)) and said(card[key])}
    has_name = "name" in spoken or _said(card, keys.names, lines=False)
    return bool(has_name and ("text" in spoken or _said(card, keys.texts)))


FORMAT = NamedJson()
