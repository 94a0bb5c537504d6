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
from nanori.model import messages, visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import explanations, one_line_scenarios
from nanori.surfaces.cli.arguments import Argument, InOrder, Option
from nanori.surfaces.cli.options import OutputPath, Overwrite, prove_output

EXAMPLES = {
    "nanori bind examples/scenario.yaml --explain": "step by step, with the rules",
    'nanori bind --gain "Lantern Gull" "Mooring Rope" --cards examples/harbor.csv': "by name",
}

# Exit code; what cannot be read or played is an error of the whole.
DONE = 0
CardAndWord = tuple[str, str]
# Heading of the options that stand for a scenario.
EVENTS = "Cards by name, in the order typed"


class BindOptions(Struct, kw_only=True):
    """What `nanori bind` is asked for."""

    files: Annotated[
        list[str],
        Argument(
            "A YAML or JSON file; - is standard input. Behind --cards more card files, behind "
            "--explain the language to explain in.",
            "SCENARIO",
        ),
    ] = []
    output: OutputPath = None
    force: Overwrite = False
    names: Annotated[str | None, Option("A database of names.", ("--names", "--db"), "FILE")] = None
    cards: Annotated[
        list[str],
        Option("Card files, one or several; objects take the cards they name.", (), "FILE"),
    ] = []
    card: Annotated[list[str], Option("A card that nothing else names.", (), "CARD", EVENTS)] = []
    gain: Annotated[
        list[CardAndWord],
        Option("CARD gains all abilities of FROM.", (), "CARD FROM", EVENTS),
    ] = []
    grant: Annotated[
        list[CardAndWord],
        Option("CARD grants what it quotes to TO.", (), "CARD TO", EVENTS),
    ] = []
    copy: Annotated[
        list[CardAndWord], Option("CARD becomes a copy of OF.", (), "CARD OF", EVENTS)
    ] = []
    splice: Annotated[
        list[CardAndWord], Option("CARD is spliced onto a spell.", (), "CARD ONTO", EVENTS)
    ] = []
    rename: Annotated[
        list[CardAndWord], Option("CARD has another name.", (), "CARD NAME", EVENTS)
    ] = []
    token: Annotated[list[str], Option("CARD creates its token.", (), "CARD", EVENTS)] = []
    change: Annotated[
        list[str], Option("A word of all these cards is another.", (), "OLD=NEW", EVENTS)
    ] = []
    same_name: Annotated[
        list[CardAndWord],
        Option("Ask whether the two have the same name.", (), "CARD CARD", EVENTS),
    ] = []
    in_order: Annotated[tuple[tuple[str, Any], ...], InOrder()] = ()
    explain: Annotated[bool, Option("Show it for reading, step by step, with the rules.")] = False
    schema: Annotated[bool, Option("Print the JSON Schema of scenarios, for editors.")] = False


def bind(options: BindOptions) -> int:
    """Say what the texts of objects read and mean after what happens in a scenario."""
    output = options.output
    if options.schema:
        return _write([schema.text()], output)
    line = one_line_scenarios.read(options.in_order)
    language, files = _language(options.files, explain=options.explain)
    names, cards = options.names, options.cards
    cards = [*cards, *(files if line else files[1:] if cards else ())]
    scenario = None if line else next(iter(files), None)
    if len(files) > 1 and not cards:
        raise NanoriError(f"“{files[1]}” is there, one file was wanted")
    prove_output(output, scenario, names, *cards, force=options.force)
    if line is not None:
        given = one_line_scenarios.given(line, cards, names)
    elif scenario is not None:
        given = answering.load(scenario)
    else:
        ways = ", ".join(f"--{kind.replace('_', '-')}" for kind in one_line_scenarios.OPTIONS)
        raise NanoriError(f"a scenario was wanted, or one of {ways}")
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
    codes = messages.codes()
    code = next((word for word in files if word in codes and not Path(word).exists()), "")
    if explain and not code:
        for word in files:
            if word in languages.codes() and not Path(word).exists():
                raise NanoriError(f"--explain is one of {', '.join(codes)}, not “{word}”")
    if code and explain:
        return code, [word for word in files if word != code]
    return messages.spoken(), files
