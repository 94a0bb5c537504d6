"""The settings of a case of corpus/names/ to what its questions are about."""

import json
from pathlib import Path
from typing import Any

import msgspec
import yaml

import corpus
from corpus import Case, spoken
from failing import fail
from nanori.game import duel_masters, naming, state_changes
from nanori.game.objects import Name, Object, Values
from nanori.grammar import languages
from nanori.names import building
from nanori.names.database import Database

Table = dict[str, Any]


def questions(case: Case) -> list[Table]:
    """Return the questions of a case with their answers."""
    return [one for fence in case.texts for one in yaml.safe_load(fence.content)]


def pairs(value: Any, lang: str, **more: Any) -> tuple[Name, ...]:  # noqa: ANN401
    """Return the names that a setting gives, each with its English name and the shown one."""
    both = [spoken(value, code) for code in (languages.reference_language(), lang)]
    english, shown = ([name] if isinstance(name, str) else name for name in both)
    return tuple(
        Name(english, "" if english == other else other, **more)
        for english, other in zip(english, shown, strict=True)
    )


def objects(case: Case, lang: str, register: Database | None) -> dict[str, Object]:
    """Return the objects of a case as a print of that language shows them."""
    things: dict[str, Object] = {}
    for id, raw in case.settings.get("objects", {}).items():
        fields = dict(raw)
        shown = fields.pop("lang", lang)
        more = {"also": tuple(fields.pop("also", ())), "reading": fields.pop("reading", "")}
        names = pairs(fields.pop("name"), shown, **more) if "name" in fields else ()
        layout, room = fields.pop("layout", "normal"), fields.pop("room", False)
        thing = Object(id=id, lang=shown, printed=Values(names, layout, room))
        if subtypes := spoken(fields.pop("subtypes", None), shown):
            language = languages.load(shown)
            thing = naming.token(subtypes, language, name=names[0] if names else None, id=id)
        if fields.pop("duelmasters", False):
            both = [spoken(raw["name"], code) for code in (shown, languages.reference_language())]
            names = twinpact(both[0], more["reading"], both[1])
            values = Values(names, "twinpact" if len(names) > 1 else "normal")
            thing = Object(id=id, lang=shown, printed=values, game="duelmasters")
        of, linked, turned = (fields.pop(key, None) for key in ("copy_of", "link", "transformed"))
        if added := fields.pop("added", None):
            every = [pairs(name, shown)[0] for name in added] if added != "creatures" else ()
            fields["added"] = every or naming.creature_names(register)  # type: ignore[arg-type]
        if "renamed" in fields:
            fields["renamed"] = pairs(fields["renamed"], shown)[0]
        thing = replace_fields(thing, fields)
        thing = state_changes.copy(thing, things[of]) if of else thing
        thing = state_changes.transform(thing) if turned else thing
        things[id] = (
            state_changes.link([thing, *(things[id] for id in linked)])[0] if linked else thing
        )
    return things


def twinpact(name: str, reading: str, english: str) -> tuple[Name, ...]:
    """Return the names of a card, each with its ruby and English name, if these are as many."""
    parts = duel_masters.halves(name)
    rubies, others = (
        found if len(found := duel_masters.halves(words)) == len(parts) else [""] * len(parts)
        for words in (reading, english)
    )
    return tuple(
        Name(other or part, part if other not in ("", part) else "", (), ruby)
        for part, ruby, other in zip(parts, rubies, others, strict=True)
    )


def replace_fields(thing: Object, fields: Table) -> Object:
    """Return the object with these fields, checked; an unknown one is an error."""
    checked = {
        field.name: msgspec.convert(fields[field.name], field.type, from_attributes=True)
        if field.name not in {"added", "renamed"}
        else fields[field.name]
        for field in msgspec.structs.fields(Object)
        if field.name in fields
    }
    assert checked.keys() == fields.keys(), f"unknown: {fields.keys() - checked.keys()}"
    return msgspec.structs.replace(thing, **checked)


def register(case: Case, folder: Path) -> Database | None:
    """Return a database of the cards of a case, built in that folder; none if it has no cards."""
    rows = [row(card) for card in case.settings.get("cards", [])]
    if not rows:
        return None
    source, place = folder / "names.jsonl", folder / "names.sqlite"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    building.build([str(source)], place, building.Reports(fail, fail, fail))
    return Database.open(place)


def row(card: Table) -> Table:
    """Return a card of a case as a line of a names file."""
    facts = {key: value for key, value in card.items() if key not in {"name", "forms", "reading"}}
    line: Table = facts | {"name": card["name"][languages.reference_language()]}
    for lang in set(corpus.LANGUAGES) - {languages.reference_language()}:
        reading = card.get("reading", {}).get(lang)
        forms = [
            {"name": form["name"], "reading": reading, "printings": [form]}
            for form in card.get("forms", [{"name": card["name"][lang]}])
        ]
        line[lang] = forms
    return line
