"""Answers for people: old and new text side by side, who is meant, and the rules in words."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from nanori.game import door, explaining
from nanori.game.answering import Reply
from nanori.game.scenarios import Question, Scenario
from nanori.surfaces.cli.rendering import Terminal, shown

# Cells of a row in a file.
WIDTH = 100


def show(
    answered: Iterable[tuple[Question, Reply]],
    output: str | None = None,
    scenario: Scenario | None = None,
    lang: str = "",
) -> None:
    """Print what happens and the answers, or write them to a file, then without colors.

    `lang` is the language of the explanation; English if empty.
    """
    from nanori.formats.io import streams, writing

    file = io.StringIO()
    shown_at_once = output is None or output == streams.STDIN
    console = Terminal() if shown_at_once else Console(file=file, width=WIDTH, highlight=False)
    for part in explained(answered, scenario, lang):
        console.print(part)
    if shown_at_once:
        return
    rows = (row.rstrip() for row in file.getvalue().split("\n"))
    with writing.output(output) as out:
        out.write("\n".join(rows).encode())


def explained(
    answered: Iterable[tuple[Question, Reply]], scenario: Scenario | None = None, lang: str = ""
) -> Iterator[RenderableType]:
    """Yield each step with its rule, each question with its answer, and finally the rules."""
    words = explaining.words(lang)
    rules: dict[str, None] = {}
    for number, (step, rule) in enumerate(explaining.steps(scenario, lang) if scenario else (), 1):
        yield Text(f"{number}. {shown(step)}").append(f"  {rule}", "dim")
        rules[rule] = None
    if rules:
        yield Text()
    for question, answer in answered:
        yield from (
            _state(answer, words) if "abilities" in answer else _plain(question, answer, words)
        )
        rules.update(dict.fromkeys(_cited(answer)))
        yield Text()
    if rules:
        yield _rules(rules, lang)


def _state(answer: Reply, words: Mapping[str, str]) -> Iterator[RenderableType]:
    names = " · ".join(answer["names"]) or words["no_name"]
    yield Text(shown(answer["object"]), "bold").append(f" — {shown(names)}", "not bold")
    for number, ability in enumerate([*answer["abilities"], *answer.get("predefined", ())]):
        yield _ability(number, ability, words)


def _ability(number: int, ability: dict[str, Any], words: Mapping[str, str]) -> Table:
    """Return a table: the text before and now, or only now, and whom its references mean."""
    table = Table(
        box=box.SIMPLE, expand=False, padding=(0, 1), show_header=bool(ability.get("was"))
    )
    where = words[ability["origin"]]
    if ability.get("from"):
        where = words["from"].format(origin=where, giver=ability["from"])
    heading = f"{number}  {shown(where)}"
    table.add_column("", style="dim", min_width=min(len(heading), 12), overflow="fold")
    new = Text(shown(ability["text"]), overflow="fold")
    if ability.get("was"):
        table.add_column(words["before"], ratio=1, overflow="fold")
        old = Text(shown(ability["was"]), overflow="fold")
        # What differs between the two texts is colored.
        for spans in explaining.changed_words(old.plain, new.plain):
            for text, span, style in zip((old, new), spans, ("red", "bold green"), strict=True):
                text.stylize(style, *span)
        table.add_column(words["now"], ratio=1, overflow="fold")
        table.add_row(heading, old, new)
    else:
        table.add_column(words["now"], overflow="fold")
        table.add_row(heading, new)
    blanks = [""] if ability.get("was") else []
    for reference in ability["references"]:
        nobody = words["no_object" if reference["target"] == "name" else "nobody"]
        row = Text(f"“{shown(reference['text'])}” → ", "dim")
        row.append(shown(reference["binds_to"] or nobody), "not dim bold")
        table.add_row("", *blanks, row.append(f"  {reference['rule']}", "dim not bold"))
    return table


def _plain(question: Question, answer: Reply, words: Mapping[str, str]) -> Iterator[RenderableType]:
    kind, question_asked = next(iter(door.asked(question).items()))
    verdict = {True: words["yes"], False: words["no"]}.get(answer["answer"], str(answer["answer"]))
    listed = " · ".join(answer.get("names") or answer.get("candidates") or ())
    row = Text(f"{kind} {shown(_listed(question_asked))}: ").append(verdict, "bold")
    yield row.append(f"  {shown(listed)}" if listed else "").append(f"  {answer['rule']}", "dim")


def _listed(values: object) -> str:
    if isinstance(values, dict):
        return ", ".join(f"{key} {_listed(value)}" for key, value in values.items())  # type: ignore[misc]
    if isinstance(values, list):
        return ", ".join(map(_listed, values))  # type: ignore[arg-type]
    return str(values)


def _rules(rules: Iterable[str], lang: str) -> Table:
    table = Table(box=None, padding=(0, 1), show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for rule in sorted(rules, key=_order):
        table.add_row(rule, explaining.sentence(rule, lang))
    return table


def _order(rule: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"(\d+)([a-z]?)", rule)
    return tuple((int(number), letter) for number, letter in parts)


def _cited(answer: Reply) -> Iterator[str]:
    """Yield the rules that an answer cites, including those of its references."""
    if "rule" in answer:
        yield answer["rule"]
    yield from answer.get("rules", ())
    for ability in answer.get("abilities", ()):
        yield from ability["rules"]
        for reference in ability["references"]:
            yield reference["rule"]
