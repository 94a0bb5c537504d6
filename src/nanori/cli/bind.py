"""The command line for scenarios: `nanori bind`."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.model.errors import NanoriError

DONE = 0
"""Exit code; what cannot be read or played is an error of the whole."""


def bind(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A YAML or JSON file; - is standard input.")
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", "--db", metavar="FILE", help="A database of names.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show it for reading, with the rules applied.")
    ] = False,
) -> int:
    """Say what the texts of objects read and mean after what happens in a scenario."""
    import msgspec

    from nanori.formats.io import streams
    from nanori.formats.io import writing
    from nanori.game.scenarios import answering

    if output and any(streams.same(output, one) for one in (scenario, *([names] if names else []))):
        raise NanoriError("is an input, it would be overwritten", path=output)
    given = answering.load(scenario)
    answers = answering.answered(given, scenario, names)
    if explain:
        from nanori.cli import explanations

        asked = answering.questions(given)
        explanations.show(zip(asked, answers, strict=True), output)
        return DONE
    lines = b",\n".join(msgspec.json.encode(one) for one in answers)
    with writing.output(output) as out:
        out.write(b"[\n" + lines + b"\n]\n" if answers else b"[]\n")
    return DONE
