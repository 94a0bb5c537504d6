"""The command `nanori bind`."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.cli import explanations
from nanori.cli.options import Output, prove_no_input
from nanori.formats.io import writing
from nanori.game.scenarios import answering
from nanori.model import visible

DONE = 0
"""Exit code; what cannot be read or played is an error of the whole."""


def bind(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A YAML or JSON file; - is standard input.")
    ],
    output: Output = None,
    names: Annotated[
        str | None, typer.Option("--names", "--db", metavar="FILE", help="A database of names.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show it for reading, with the rules applied.")
    ] = False,
) -> int:
    """Say what the texts of objects read and mean after what happens in a scenario."""
    prove_no_input(output, scenario, names)
    given = answering.load(scenario)
    answers = answering.answered(given, scenario, names)
    if explain:
        asked = answering.questions(given)
        explanations.show(zip(asked, answers, strict=True), output)
        return DONE
    lines = b",\n".join(visible.json(answer) for answer in answers)
    with writing.output(output) as out:
        out.write(b"[\n" + lines + b"\n]\n" if answers else b"[]\n")
    return DONE
