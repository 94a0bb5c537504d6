"""A program as someone else may write it: all of the public library, with types throughout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nanori
from nanori import (
    Card,
    DataFileError,
    Edit,
    KnownNames,
    NameMarkup,
    Names,
    NanoriError,
    results,
    scenarios,
)
from nanori.surfaces.results import (
    Diagnostic,
    Elsewhere,
    Entry,
    FaceEntry,
    FieldChange,
    Fix,
    Hit,
    Leftover,
    Location,
    NameForm,
    Node,
    Plan,
    Printing,
    Reference,
    Token,
)

SOURCE = '[{"name": "Salt Quay", "text": "{T}: Untap Salt Quay.", "type": "Land"}]'
SLIP = Card(name="Salt Quay", text="{T}: Untap Slat Quay.", type="Land")


def references(card: Card) -> Iterator[str]:
    """Yield what a card says of itself, in every way there is to ask."""
    markup = (NameMarkup(0, 1, "full"),)
    names = KnownNames(["Ash Wolf"])
    alone: list[Reference] = nanori.annotate(card, names, markup)
    several: Iterator[list[Reference]] = nanori.annotate_many([card], names)
    for reference in [*alone, *next(several)]:
        values: dict[str, str | int] = reference.as_dict()
        place: tuple[int, int] = reference.start, reference.end
        meant: str | None = reference.refers_to
        yield f"{values} {place} {reference.form} {reference.target} {reference.scope} {meant}"
    yield nanori.to_html(card)
    yield kinds(nanori.parse(card.text, card.lang))


def kinds(part: Node | Token) -> str:
    """Return the kinds of a tree's parts."""
    if isinstance(part, Token):
        return part.type
    children: tuple[Node | Token, ...] = part.children
    return f"({part.kind} {' '.join(map(kinds, children))})"


def rewritten(card: Card) -> Iterator[str]:
    """Yield a card's text in other words, and under another name."""
    edits: tuple[Edit, ...] = nanori.restyle(card, "tilde", edition="", names=None)
    yield nanori.apply(card.text, edits)
    yield nanori.apply(card.text, [Edit(0, 1, "X")])
    plan: Plan = nanori.rename([card], card.name, "Reed Quay", force=False)
    changes: tuple[FieldChange, ...] = plan.changes
    left: tuple[Leftover, ...] = plan.left
    yield from (f"{change.card} {change.field} {change.edit.text}" for change in changes)
    yield from (f"{stays.text}: {stays.reason}" for stays in left)


def answers(scenario: dict[str, Any], names: Names) -> int:
    """Return how many questions of a scenario are answered."""
    return len(nanori.bind(scenario, names=names))


def played(card: Card) -> Iterator[str]:
    """Yield what a card's abilities say on another object, as values."""
    things = [
        scenarios.ScenarioObject(id="A", card=card),
        scenarios.ScenarioObject(id="B", card={"name": "Ash Wolf"}),
    ]
    scenario = scenarios.Scenario(
        objects=things,
        events=[scenarios.Gain("B", from_="A", abilities=[0]), scenarios.Move("A", zone="exile")],
        questions=[
            scenarios.StateOf("B"),
            scenarios.SameName(["A", "B"]),
            scenarios.ChooseName("Ash Wolf", having=scenarios.Characteristics(types=("Creature",))),
        ],
    )
    for answer in nanori.bind(scenario):
        if isinstance(answer, scenarios.State):
            abilities: tuple[scenarios.StateAbility, ...] = answer.abilities
            for ability in abilities:
                references: tuple[scenarios.StateReference, ...] = ability.references
                meant: list[str | None] = [reference.binds_to for reference in references]
                yield f"{answer.names} {ability.text} {ability.from_} {meant}"
        elif isinstance(answer, scenarios.Verdict):
            verdict: bool = answer.answer
            yield f"{verdict} {answer.rule}"
        else:
            choice: scenarios.Choice = answer
            yield choice.answer


def read(source: str | bytes | Path) -> Iterator[str]:
    """Yield where the references of a file's cards stand in it."""
    broken: list[NanoriError] = []
    for record in nanori.read(source, lang="", path="", errors=broken.append):
        found: Entry = record
        for reference in nanori.annotate(found.card, markup=found.markup):
            place: Location | None = found.locate("text", reference.start, reference.end)
            yield f"{place.line}:{place.column}" if place else "in no place"
        edits: list[Edit] = found.edits_of_file(nanori.restyle(found.card, "tilde"))
        yield " ".join(edit.text for edit in edits)


def checked(cards: list[Card]) -> Iterator[str]:
    """Yield what the checks say of cards, and their fixes."""
    diagnostics: list[Diagnostic] = nanori.lint(cards, config={"select": ["own-name/misspelled"]})
    for diagnostic in diagnostics:
        fix: Fix | None = diagnostic.fix
        instead: Elsewhere | None = fix.instead if fix else None
        yield f"{diagnostic.path}:{diagnostic.line} {diagnostic.rule} {diagnostic.message}"
        if fix is not None and fix.safe:
            yield nanori.apply(cards[0].text, fix.edits)
        if instead is not None:
            yield instead.field


def told(article: str, names: Names) -> Iterator[str]:
    """Yield which cards an article names, and cards as records."""
    named: list[results.CardMention] = nanori.mentions(article, names)
    yield from (f"{each.start} {each.status} {each.card}" for each in named)
    yield nanori.convert(SOURCE, "csv").decode()


def looked_up(query: str) -> Iterator[str]:
    """Yield what the database of names knows."""
    with Names.open() as names:
        hits: list[Hit] = names.find(query, "en", limit=3)
        yield from (f"{hit.name_en} {hit.how} {hit.score:.2f}" for hit in hits)
        asked = scenarios.Characteristics(types=("Creature",))
        choice: scenarios.Choice = names.choose(query, characteristics=asked)
        yield " ".join(choice.names)
        entries: list[FaceEntry] = names.show(query)
        for entry in entries:
            forms: tuple[NameForm, ...] = entry.forms
            for form in forms:
                printings: tuple[Printing, ...] = form.printings
                yield f"{form.lang} {form.name} {len(printings)}"
        scenario: dict[str, Any] = {"objects": [], "events": [], "questions": []}
        yield str(answers(scenario, names))
        yield from told("The Ashen Couriers met nobody.", names)


def main() -> int:
    """Print everything; a mistake of a user, or a broken installation, ends in a line."""
    try:
        for line in (
            *references(SLIP),
            *rewritten(SLIP),
            *played(SLIP),
            *read(SOURCE),
            *checked([SLIP]),
            *looked_up("Aru"),
        ):
            print(line)
    except (NanoriError, DataFileError) as error:
        print(error)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
