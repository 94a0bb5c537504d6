"""The command `nanori bind`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Struct

from nanori.formats.io import writing
from nanori.game.queries import Reply
from nanori.game.scenarios import answering, schema
from nanori.grammar import languages
from nanori.model import visible
from nanori.model.errors import NanoriError
<<<<<<< HEAD
from nanori.surfaces.cli import explanations, one_line_scenarios
=======
from nanori.surfaces.cli import explanations
from nanori.surfaces.cli.arguments import Argument, Option
>>>>>>> main
from nanori.surfaces.cli.options import OutputPath, prove_no_input

EXAMPLES = {
    "nanori bind examples/scenario.yaml --explain": "step by step, with the rules",
    'nanori bind --gain "Lantern Gull" "Mooring Rope" --cards examples/harbor.csv': "by name",
}

DONE = 0
"""Exit code; what cannot be read or played is an error of the whole."""
<<<<<<< HEAD
CardAndWord = tuple[str, str]
"""The words of an option; Typer keeps the last of several, `one_line_scenarios` has all."""


def _pairs(metavar: str, about: str) -> Any:  # noqa: ANN401 - what Typer makes of an option
    return typer.Option(metavar=metavar, help=about)


def bind(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCENARIO",
            help="A YAML or JSON file; - is standard input. Behind --cards more card files, "
            "behind --explain the language to explain in.",
        ),
    ] = None,
    output: OutputPath = None,
    names: Annotated[
        str | None, typer.Option("--names", "--db", metavar="FILE", help="A database of names.")
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="Card files, one or several; objects take the cards they name."
        ),
    ] = None,
    card: Annotated[
        list[str] | None, typer.Option(metavar="CARD", help="A card that nothing else names.")
    ] = None,
    gain: Annotated[CardAndWord | None, _pairs("CARD FROM", "CARD gains all abilities of FROM.")] = None,
    grant: Annotated[CardAndWord | None, _pairs("CARD TO", "CARD grants what it quotes to TO.")] = None,
    copy: Annotated[CardAndWord | None, _pairs("CARD OF", "CARD becomes a copy of OF.")] = None,
    splice: Annotated[CardAndWord | None, _pairs("CARD ONTO", "CARD is spliced onto a spell.")] = None,
    rename: Annotated[CardAndWord | None, _pairs("CARD NAME", "CARD has another name.")] = None,
    token: Annotated[
        list[str] | None, typer.Option(metavar="CARD", help="CARD creates its token.")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(metavar="OLD=NEW", help="A word of all these cards is another."),
    ] = None,
    same_name: Annotated[
        CardAndWord | None, _pairs("CARD CARD", "Ask whether the two have the same name.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show it for reading, step by step, with the rules.")
    ] = False,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of scenarios, for editors.")
    ] = False,
) -> int:
=======
CardAndArgument = tuple[str, str]
EVENTS = "Cards by name"
"""Heading of the options that stand for a scenario."""


class BindOptions(Struct, kw_only=True):
    """What `nanori bind` is asked for."""

    scenario: Annotated[
        str | None, Argument("A YAML or JSON file; - is standard input.", "SCENARIO")
    ] = None
    language: Annotated[
        str | None, Argument("Behind --explain: the language to explain in.", "LANGUAGE")
    ] = None
    output: OutputPath = None
    names: Annotated[str | None, Option("A database of names.", ("--names", "--db"), "FILE")] = None
    cards: Annotated[
        list[str], Option("Card files; objects take the cards that they name.", (), "FILE")
    ] = []
    gain: Annotated[
        CardAndArgument | None,
        Option("CARD gains all abilities of FROM.", (), "CARD FROM", EVENTS),
    ] = None
    grant: Annotated[
        CardAndArgument | None,
        Option("CARD grants what it quotes to TO.", (), "CARD TO", EVENTS),
    ] = None
    copy: Annotated[
        CardAndArgument | None, Option("CARD becomes a copy of OF.", (), "CARD OF", EVENTS)
    ] = None
    rename: Annotated[
        CardAndArgument | None, Option("CARD has another name.", (), "CARD NAME", EVENTS)
    ] = None
    explain: Annotated[bool, Option("Show it for reading, step by step, with the rules.")] = False
    schema: Annotated[bool, Option("Print the JSON Schema of scenarios, for editors.")] = False


def bind(options: BindOptions) -> int:
>>>>>>> main
    """Say what the texts of objects read and mean after what happens in a scenario."""
    output = options.output
    if options.schema:
        return _write([schema.text()], output)
<<<<<<< HEAD
    line = one_line_scenarios.read(context.find_root().obj or ())
    language, files = _language(files or [], explain=explain)
    cards = [*(cards or ()), *(files if line else files[1:] if cards else ())]
    scenario = None if line else next(iter(files), None)
    if not line and len(files) > 1 and not cards:
        raise NanoriError(f"“{files[1]}” is there, one file was wanted")
    prove_no_input(output, scenario, names, *cards)
    if line is not None:
        given = one_line_scenarios.given(line, cards, names)
    elif scenario is not None:
        given = answering.load(scenario)
    else:
        raise NanoriError(
            f"a scenario was wanted, or one of {', '.join(one_line_scenarios.OPTIONS)}"
        )
=======
    names, cards = options.names, options.cards
    given_words = (options.scenario, options.language)
    scenario, language = _sorted_out(*given_words, explain=options.explain)
    events = {kind: pair for kind in FIELDS if (pair := getattr(options, kind))}
    given = _given(scenario, events)
    prove_no_input(output, scenario, names, *cards)
>>>>>>> main
    script = answering.read(given, scenario, cards)
    answers = answering.answers(script, names, _warn)
    if not options.explain:
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


def _language(files: list[str], *, explain: bool) -> tuple[str, list[str]]:
    """Return the language to explain in, which stands behind --explain, and the files."""
    codes = languages.codes()
    code = next((word for word in files if word in codes and not Path(word).exists()), "")
    if code and explain:
        return code, [word for word in files if word != code]
    return languages.reference_language(), files
