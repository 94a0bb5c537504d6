"""The command `nanori bind`."""

import sys
from typing import Annotated

from nanori.formats.io import writing
from nanori.game import answering, schema
from nanori.model import messages, visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import explanations
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.options import WritingOptions, prove_output

EXAMPLES = {
    "nanori bind examples/scenario.yaml --explain": "step by step, with the rules",
    'nanori bind --state "Lantern Gull" --card examples/harbor.csv': "a card by its name",
}


class Options(WritingOptions, kw_only=True):
    """What `nanori bind` is asked for."""

    scenario: Annotated[str, Argument("A YAML or JSON file; - is standard input.", "SCENARIO")] = ""
    names: Annotated[str | None, Option("A name database.", ("--names", "--db"), "FILE")] = None
    card: Annotated[
        list[str],
        Option("A card file; objects refer to its cards by name; repeatable.", (), "FILE"),
    ] = []
    state: Annotated[
        list[str],
        Option("Instead of a scenario, a card whose text is to be shown; repeatable.", (), "CARD"),
    ] = []
    explain: Annotated[bool, Option("Explain step by step, with the rules.")] = False
    schema: Annotated[bool, Option("Print the JSON Schema of scenarios, for editors.")] = False


def bind(options: Options) -> None:
    """Show what the texts of objects say and mean after the events of a scenario."""
    output, path = options.output, options.scenario or None
    if options.schema:
        _write(schema.text(), output)
        return
    if (path is None) == (not options.state):
        raise NanoriError("a scenario was wanted, or --state with the name of a card")
    prove_output(output, path, options.names, *options.card)
    if path is None:
        objects = [{"id": name, "card": name} for name in options.state]
        questions = [{"state": name} for name in options.state]
        script = answering.read({"objects": objects, "questions": questions}, options.card)
    else:
        script = answering.read(path, options.card)
    answers = answering.answers(
        script, options.names, lambda warning: print(f"warning: {warning}", file=sys.stderr)
    )
    if not options.explain:
        lines = b",\n".join(visible.json(answer) for answer in answers)
        _write(b"[\n" + lines + b"\n]\n" if answers else b"[]\n", output)
        return
    answered = zip(answering.questions(script.scenario), answers, strict=True)
    explanations.show(answered, output, script.scenario, messages.spoken())


def _write(content: bytes, output: str | None) -> None:
    with writing.output(output) as out:
        out.write(content)
