"""The command `nanori bind`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from nanori.formats.io import writing
from nanori.game.queries import Reply
from nanori.game.scenarios import answering, schema
from nanori.game.scenarios.given import Given, of_python
from nanori.grammar import languages
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import explanations
from nanori.surfaces.cli.options import OutputPath, prove_no_input

PANEL = "Look"
EXAMPLES = {
    "nanori bind examples/scenario.yaml --explain": "step by step, with the rules",
    'nanori bind --gain "Lantern Gull" "Mooring Rope" --cards examples/harbor.csv': "by name",
}

DONE = 0
"""Exit code; what cannot be read or played is an error of the whole."""
CardAndArgument = tuple[str, str]
GainOption = Annotated[
    CardAndArgument | None,
    typer.Option(metavar="CARD FROM", help="CARD gains all abilities of FROM."),
]
GrantOption = Annotated[
    CardAndArgument | None,
    typer.Option(metavar="CARD TO", help="CARD grants what it quotes to TO."),
]
CopyOption = Annotated[
    CardAndArgument | None, typer.Option(metavar="CARD OF", help="CARD becomes a copy of OF.")
]
RenameOption = Annotated[
    CardAndArgument | None, typer.Option(metavar="CARD NAME", help="CARD has another name.")
]


def bind(
    scenario: Annotated[
        str | None,
        typer.Argument(metavar="SCENARIO", help="A YAML or JSON file; - is standard input."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Argument(metavar="LANGUAGE", help="Behind --explain: the language to explain in."),
    ] = None,
    output: OutputPath = None,
    names: Annotated[
        str | None, typer.Option("--names", "--db", metavar="FILE", help="A database of names.")
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Card files; objects take the cards that they name."),
    ] = None,
    gain: GainOption = None,
    grant: GrantOption = None,
    copy: CopyOption = None,
    rename: RenameOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show it for reading, step by step, with the rules.")
    ] = False,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of scenarios, for editors.")
    ] = False,
) -> int:
    """Say what the texts of objects read and mean after what happens in a scenario."""
    if show_schema:
        return _write([schema.text()], output)
    scenario, language = _sorted_out(scenario, language, explain=explain)
    events = {"gain": gain, "grant": grant, "copy": copy, "rename": rename}
    given = _given(scenario, {key: pair for key, pair in events.items() if pair})
    prove_no_input(output, scenario, names, *(cards or ()))
    script = answering.read(given, scenario, cards or ())
    answers = answering.answers(script, names, _warn)
    if not explain:
        return _write(_as_json(answers), output)
    asked = zip(answering.questions(script.scenario), answers, strict=True)
    explanations.show(asked, output, script.scenario, language)
    return DONE


def _as_json(answers: Sequence[Reply]) -> list[bytes]:
    lines = b",\n".join(visible.json(answer) for answer in answers)
    return [b"[\n" + lines + b"\n]\n" if answers else b"[]\n"]


def _write(parts: list[bytes], output: str | None) -> int:
    with writing.output(output) as out:
        for part in parts:
            out.write(part)
    return DONE


def _warn(warning: NanoriError) -> None:
    """Say on standard error what is odd in a scenario."""
    print(f"warning: {warning}", file=sys.stderr)


def _sorted_out(
    scenario: str | None, language: str | None, *, explain: bool
) -> tuple[str | None, str]:
    """Return the file and the language to explain in: what stands right behind --explain."""
    codes = languages.codes()
    if explain and scenario in codes and not Path(scenario or "").exists():
        scenario, language = language, scenario
    if language is not None and (not explain or language not in codes):
        raise NanoriError(f"“{language}” is there, one file was wanted")
    return scenario, language or languages.reference_language()


def _given(scenario: str | None, events: dict[str, CardAndArgument]) -> Given:
    """Return the scenario of a file, or of what the options say of cards by their names."""
    if (scenario is None) == (not events):
        raise NanoriError("a scenario was wanted, or one of --gain, --grant, --copy, --rename")
    if scenario is not None:
        return answering.load(scenario)
    made: list[dict[str, Any]] = []
    things: dict[str, None] = {}
    for kind, (first, second) in events.items():
        things.update(dict.fromkeys((first,) if kind == "rename" else (first, second)))
        made.append({kind: dict(zip(FIELDS[kind], (first, second), strict=True))})
    objects = [{"id": name, "card": name} for name in things]
    return of_python({"objects": objects, "events": made})


FIELDS = {
    "gain": ("object", "from"),
    "grant": ("source", "to"),
    "copy": ("object", "of"),
    "rename": ("object", "name"),
}
"""What the two cards of an option are to its event."""
