"""The JSON Schema of scenarios, for editors: generated from the types of `scenarios`."""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from nanori.game.door import EVENTS, NOTES, QUESTIONS, ScenarioField, fields_of
from nanori.game.scenarios import CardRecord, ChooseName, Matches, ScenarioObject

JsonSchema = dict[str, Any]

SCALARS: Mapping[Any, tuple[str, ...]] = {
    str: ("string", "number"),  # a name, or an id, may be written like a number
    int: ("integer",),
    bool: ("boolean",),
}


def text() -> bytes:
    """Return the schema (JSON JsonSchema 2020-12), a line for each key."""
    return json.dumps(schema(), ensure_ascii=False, indent=2).encode() + b"\n"


def schema() -> JsonSchema:
    """Return what a scenario may have, key by key."""
    thing = {"$ref": "#/$defs/object"}
    by_id = {"anyOf": [thing, {"type": "string"}]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "nanori scenario",
        "description": "Objects, what happens to them, and questions about them.",
        "type": "object",
        "properties": {
            "objects": {
                "description": "the objects",
                "anyOf": [
                    {"type": "array", "items": thing},
                    {"type": "object", "additionalProperties": by_id},
                ],
            },
            "events": {
                "description": "what happens, in its order",
                "type": ["array", "null"],
                "items": {"$ref": "#/$defs/event"},
            },
            "questions": {
                "description": "what is asked; the states of changed objects without it",
                "type": ["array", "null"],
                "items": {"$ref": "#/$defs/question"},
            },
            "cards": {
                "description": "card files from which objects take the cards they name",
                "type": ["string", "array"],
            },
        },
        "$defs": {
            "object": {"type": "object", "properties": _properties(ScenarioObject, other=False)},
            "card": {"type": "object", "properties": _properties(CardRecord)},
            "event": _one_of({kind: _fields(event) for kind, event in EVENTS.items()}),
            "question": _one_of({kind: _question(asked) for kind, asked in QUESTIONS.items()}),
        },
    }


def _one_of(kinds: JsonSchema) -> JsonSchema:
    return {
        "type": "object",
        "minProperties": 1,
        "properties": kinds | _remarks(),
        "additionalProperties": False,
    }


def _remarks() -> JsonSchema:
    return {key: {"description": "a remark"} for key in sorted(NOTES)}


def _fields(kind: type[Struct], *types: str) -> JsonSchema:
    """Return the schema of a table of fields, for which an id, or several, may stand."""
    return {
        "type": ["object", *(types or ("string", "array"))],
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": _properties(kind),
        "required": [
            field.key for field in fields_of(kind) if field.required and not field.says.also
        ],
        "additionalProperties": False,
    }


def _question(kind: type[Struct]) -> JsonSchema:
    """Return the schema of a question: an id, or a list; a table where it has fields of its own."""
    if kind in (Matches, ChooseName):
        return {**_fields(kind), "type": "object"}
    about = " ".join((kind.__doc__ or "").split())
    fields = fields_of(kind)
    alone = len(fields) == 1 and fields[0].items is None
    return {"description": about, "type": list(SCALARS[str]) if alone else "array"}


def _properties(kind: type[Struct], *, other: bool = True) -> JsonSchema:
    """Return the schema of each field, and of the other keys under which it may be given."""
    described = {field.key: _property(field) for field in fields_of(kind)}
    for field in fields_of(kind) if other else ():
        described |= {key: {"description": field.key} for key in field.says.also}
    return described | _remarks()


def _property(field: ScenarioField) -> JsonSchema:
    described: JsonSchema = {"description": field.says.about}
    if field.says.default:
        described["default"] = field.says.default
    if field.struct is not None:
        return {**_fields(field.struct, *(("string",) if field.short else ())), **described}
    if field.card:
        return {**described, "anyOf": [{"$ref": "#/$defs/card"}, {"type": ["string", "array"]}]}
    plain = [member for member in field.members if member is not type(None)]
    if len(plain) == 1 and field.words:
        return {**described, "enum": field.words}
    types = [name for member in plain for name in SCALARS.get(member, ())]
    if field.items is not None:
        types += [*SCALARS.get(field.items, ()), "array"]
    if field.words:
        types.append("string")
    if type(None) in field.members:
        types.append("null")  # as if it were not there
    return {**described, "type": list(dict.fromkeys(types))}
