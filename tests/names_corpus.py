"""Reads corpus/names/: what there is as `toml`, and questions with their answers as `yaml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import yaml
from markdown_it import MarkdownIt

from nanori import changing, duelmasters, having, languages
from nanori.objects import Name, Object, Values
from nanori.register import Register

ROOT = Path(__file__).parents[1] / "corpus" / "names"
Table = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A heading with questions under it, and the settings in force there."""

    path: Path
    title: str
    settings: Table
    questions: tuple[Table, ...] = ()


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order; a heading's settings hold below it."""
    cases: list[Case] = []
    headings: list[tuple[int, Case]] = [(0, Case(path, path.stem, {}))]
    tokens = MarkdownIt().parse(path.read_text("utf-8"))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == "heading_open":
            level = int(token.tag[1])
            while headings[-1][0] >= level:
                headings.pop()
            headings.append((level, Case(path, following.content, headings[-1][1].settings)))
        elif token.type == "fence":
            level, case = headings.pop()
            if token.info == "toml":
                settings = dict(case.settings)
                for key, value in tomllib.loads(token.content).items():
                    old = settings.get(key)
                    joined = old | value if isinstance(old, dict) else value
                    settings[key] = old + value if isinstance(old, list) else joined
                case = replace(case, settings=settings)
            elif token.info == "yaml":
                case = replace(case, questions=tuple(yaml.safe_load(token.content)))
                cases.append(case)
            headings.append((level, case))
    return cases


def spoken(value: Any, lang: str) -> Any:  # noqa: ANN401 - whatever TOML and YAML can hold
    """Return a value with every table by language replaced by what that language has."""
    if isinstance(value, list):
        return [spoken(one, lang) for one in value]
    if isinstance(value, dict):
        if set(value) == set(languages.codes()):
            return value[lang]
        return {key: spoken(one, lang) for key, one in value.items()}
    return value


def pairs(value: Any, lang: str, **more: Any) -> tuple[Name, ...]:  # noqa: ANN401
    """Return the names that a setting gives, each with its English name and the shown one."""
    both = [spoken(value, code) for code in (languages.pivot(), lang)]
    english, shown = ([one] if isinstance(one, str) else one for one in both)
    return tuple(
        Name(one, "" if one == other else other, **more)
        for one, other in zip(english, shown, strict=True)
    )


def objects(case: Case, lang: str, register: Register | None) -> dict[str, Object]:
    """Return the objects of a case as a print of that language shows them."""
    found: dict[str, Object] = {}
    for id, raw in case.settings.get("objects", {}).items():
        fields = dict(raw)
        shown = fields.pop("lang", lang)
        more = {"also": tuple(fields.pop("also", ())), "reading": fields.pop("reading", "")}
        names = pairs(fields.pop("name"), shown, **more) if "name" in fields else ()
        layout, room = fields.pop("layout", "normal"), fields.pop("room", False)
        thing = Object(id=id, lang=shown, printed=Values(names, layout, room))
        if subtypes := spoken(fields.pop("subtypes", None), shown):
            thing = having.token(subtypes, shown, name=names[0] if names else None, id=id)
        if fields.pop("duelmasters", False):
            both = [spoken(raw["name"], code) for code in (shown, languages.pivot())]
            thing = duelmasters.card(
                both[0], reading=more["reading"], english=both[1], id=id, lang=shown
            )
        of, linked, turned = (fields.pop(key, None) for key in ("copy_of", "link", "transformed"))
        if added := fields.pop("added", None):
            every = [pairs(one, shown)[0] for one in added] if added != "creatures" else ()
            fields["added"] = every or having.creature_names(register)  # type: ignore[arg-type]
        if "renamed" in fields:
            fields["renamed"] = pairs(fields["renamed"], shown)[0]
        thing = replace_fields(thing, fields)
        thing = changing.copy(thing, found[of]) if of else thing
        thing = changing.transform(thing) if turned else thing
        found[id] = changing.link([thing, *(found[one] for one in linked)])[0] if linked else thing
    return found


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


def register(case: Case, folder: Path) -> Register | None:
    """Return a database of the cards of a case."""
    from standin import StandIn

    from nanori.register import Entry, NameForm

    cards = case.settings.get("cards")
    if cards is None:
        return None
    entries = []
    for card in cards:
        face = card["name"]["en"]
        whole = card.get("card", face)
        forms = [NameForm(card=whole, face=face, name=face, lang="en", form="oracle")]
        last = card.get("forms", [{"name": card["name"].get("ja")}])
        for i, form in enumerate(last):
            if form["name"]:
                forms.append(
                    NameForm(
                        card=whole,
                        face=face,
                        name=form["name"],
                        lang="ja",
                        form="printed",
                        official=i == 0,
                    )
                )
        for alt in card.get("alternate", []):
            forms.append(NameForm(card=whole, face=face, name=alt, lang="en", form="alternate"))
        more = {
            k: tuple(v) if isinstance(v, list) else v
            for k, v in card.items()
            if k not in ("name", "forms", "card", "reading")
        }
        entries.append(Entry(face=face, card=whole, forms=tuple(forms), **more))
    return StandIn(entries)
