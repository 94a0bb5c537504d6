"""The command `nanori bind`."""

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from nanori.formats.io import writing
from nanori.game.scenarios import answering, schema
from nanori.game.scenarios import cards as card_files
from nanori.game.scenarios.given import Given, of_python
from nanori.grammar import languages
from nanori.model import messages, visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import explanations
from nanori.surfaces.cli.arguments import Argument, InOrder, Option
from nanori.surfaces.cli.options import WritingOptions, prove_output

# What each option makes happen, or asks, and what its words mean to it.
OPTIONS: dict[str, tuple[str, ...]] = {
    "card": ("object",),
    "gain": ("object", "from"),
    "grant": ("source", "to"),
    "copy": ("object", "of"),
    "splice": ("card", "onto"),
    "rename": ("object", "name"),
    "token": ("source",),
    "change": ("words",),
    "same_name": ("first", "second"),
}
# Words of options that do not name cards.
FREE = ("name", "words")
# Distinguishes two objects with the same card: `Clone#1`.
_NUMBER = re.compile(r"#\d+$")


# What a command line says: each option with its words, in the order typed.
OneLine = list[tuple[str, tuple[str, ...]]]


def read(options: Iterable[tuple[str, Any]]) -> OneLine:
    """Return what happens by the options of a command line."""
    return [
        (option, (words,) if isinstance(words, str) else tuple(words))
        for option, words in options
        if option in OPTIONS
    ]


def scenario_of(line: OneLine, files: Sequence[str], names: str | None) -> Given:
    """Return the scenario; NanoriError, with a suggestion, for a card that is in none of the files.

    If only names are compared, the name database knows cards, too.
    """
    # The objects named, each once.
    cards = {
        word: _NUMBER.sub("", word)
        for option, words in line
        for field, word in zip(OPTIONS[option], words, strict=True)
        if field not in FREE
    }
    shelf = card_files.of_files(files, set(cards.values()))
    compared = all(option == "same_name" for option, _ in line)
    for name in dict.fromkeys(cards.values()):
        if name not in shelf and not (compared and _is_known(name, names)):
            raise NanoriError(_unknown(name, files, names if compared else None))
    events: list[dict[str, Any]] = []
    questions: list[dict[str, Any]] = []
    for number, (option, words) in enumerate(line):
        if option == "same_name":
            questions.append({"same_name": list(words)})
        elif option == "change":
            events += _changes(words[0], cards)
        elif option != "card":
            fields: dict[str, Any] = dict(zip(OPTIONS[option], words, strict=True))
            if option == "token":  # the second is “token of Muster#2”
                before = line[:number].count((option, words))
                fields["ids"] = f"token of {words[0]}" + (f"#{before + 1}" if before else "")
            events.append({"create" if option == "token" else option: fields})
    scenario: dict[str, Any] = {
        "objects": [{"id": id, "card": name} for id, name in cards.items()],
        "events": events,
    }
    if not events and not questions:
        questions = [{"state": id} for id in cards]
    if questions:
        scenario["questions"] = questions
    return of_python(scenario)


def _changes(words: str, ids: Collection[str]) -> list[dict[str, Any]]:
    """Return the events that change a word of all cards of the line; NanoriError if none is."""
    old, equals, new = words.partition("=")
    if not equals:
        raise NanoriError(f"“{words}” is there, --change OLD=NEW was wanted")
    if not ids:
        raise NanoriError("--change was there without a card; --card CARD names one")
    return [{"change_text": {"object": id, "from": old, "to": new}} for id in ids]


def _is_known(name: str, path: str | None) -> bool:
    from nanori.names.database import Database

    with Database.open(path) as names:
        return bool(names.exact(name))


def _unknown(name: str, files: Sequence[str], path: str | None) -> str:
    from nanori.names.database import Database

    if files:
        near = card_files.nearest(files, name)
    else:
        with Database.open(path) as names:
            near = next((hit.name for hit in names.find(name, None, 1)), "")
    meant = f", perhaps “{near}” is meant" if near else ""
    if files:
        return f"no card “{name}” in {', '.join(files)}{meant}"
    return f"no card “{name}” is known{meant}; --cards FILE was wanted, a file that has it"


EXAMPLES = {
    "nanori bind examples/scenario.yaml --explain": "step by step, with the rules",
    'nanori bind --gain "Lantern Gull" "Mooring Rope" --cards examples/harbor.csv': "by name",
}

CardAndWord = tuple[str, str]
# Heading of the options that make up a scenario.
EVENTS = "Cards by name, applied in order"


class BindOptions(WritingOptions, kw_only=True):
    """What `nanori bind` is asked for."""

    files: Annotated[
        list[str],
        Argument(
            "A YAML or JSON file; - is standard input. After --cards, more card files; after "
            "--explain, the language to explain in.",
            "SCENARIO",
        ),
    ] = []
    names: Annotated[str | None, Option("A name database.", ("--names", "--db"), "FILE")] = None
    cards: Annotated[
        list[str],
        Option("One or more card files; objects refer to their cards by name.", (), "FILE"),
    ] = []
    card: Annotated[
        list[str], Option("Add a card that nothing else mentions.", (), "CARD", EVENTS)
    ] = []
    gain: Annotated[
        list[CardAndWord],
        Option("CARD gains all abilities of FROM.", (), "CARD FROM", EVENTS),
    ] = []
    grant: Annotated[
        list[CardAndWord],
        Option("CARD grants its quoted ability to TO.", (), "CARD TO", EVENTS),
    ] = []
    copy: Annotated[
        list[CardAndWord], Option("CARD becomes a copy of OF.", (), "CARD OF", EVENTS)
    ] = []
    splice: Annotated[
        list[CardAndWord], Option("CARD is spliced onto a spell.", (), "CARD ONTO", EVENTS)
    ] = []
    rename: Annotated[
        list[CardAndWord], Option("CARD gets another name.", (), "CARD NAME", EVENTS)
    ] = []
    token: Annotated[list[str], Option("CARD creates its token.", (), "CARD", EVENTS)] = []
    change: Annotated[
        list[str], Option("A word on all these cards changes.", (), "OLD=NEW", EVENTS)
    ] = []
    same_name: Annotated[
        list[CardAndWord],
        Option("Ask whether both have the same name.", (), "CARD CARD", EVENTS),
    ] = []
    in_order: Annotated[tuple[tuple[str, Any], ...], InOrder()] = ()
    explain: Annotated[bool, Option("Explain step by step, with the rules.")] = False
    schema: Annotated[bool, Option("Print the JSON Schema of scenarios, for editors.")] = False


def bind(options: BindOptions) -> None:
    """Show what the texts of objects say and mean after the events of a scenario."""
    output = options.output
    if options.schema:
        _write(schema.text(), output)
        return
    line = read(options.in_order)
    language, files = _language(options.files, explain=options.explain)
    names, cards = options.names, options.cards
    cards = [*cards, *(files if line else files[1:] if cards else ())]
    scenario = None if line else next(iter(files), None)
    if len(files) > 1 and not cards:
        raise NanoriError(f"“{files[1]}” is there, one file was wanted")
    prove_output(output, scenario, names, *cards)
    if line:
        given = scenario_of(line, cards, names)
    elif scenario is not None:
        given = answering.load(scenario)
    else:
        ways = ", ".join(f"--{kind.replace('_', '-')}" for kind in OPTIONS)
        raise NanoriError(f"a scenario was wanted, or one of {ways}")
    script = answering.read(given, scenario, cards)
    answers = answering.answers(
        script, names, lambda warning: print(f"warning: {warning}", file=sys.stderr)
    )
    if not options.explain:
        lines = b",\n".join(visible.json(answer) for answer in answers)
        _write(b"[\n" + lines + b"\n]\n" if answers else b"[]\n", output)
        return
    asked = zip(answering.questions(script.scenario), answers, strict=True)
    explanations.show(asked, output, script.scenario, language)


def _write(content: bytes, output: str | None) -> None:
    with writing.output(output) as out:
        out.write(content)


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
