"""A grammar's text to its productions, and to the same grammar without one of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

RULE = re.compile(r"^(?P<name>_?[a-z][a-z_]*): *(?P<said>[^\n]*(?:\n +\|[^\n]*)*)", re.MULTILINE)
"""A rule with all its alternatives, which hold no patterns."""
OPTIONAL = re.compile(r"(?P<name>\w+)\?")


class Removal(NamedTuple):
    """A production, and a grammar that has all but it."""

    rule: str
    """What it makes."""
    production: str
    """What it is made of, as the grammar says."""
    grammar: str


def removals(grammar: str) -> Iterator[Removal]:
    """Yield the productions of a grammar's text, in order, each with the grammar without it.

    One with something optional is two: with it and without.
    """
    for rule in RULE.finditer(grammar):
        alternatives = [part.strip() for part in re.split(r"\|", rule["said"])]
        for number, said in enumerate(alternatives):
            for production, rest in _parts(said):
                others = [*alternatives[:number], *rest, *alternatives[number + 1 :]]
                written = f"{rule['name']}: {' | '.join(others)}" if others else ""
                without = grammar[: rule.start()] + written + grammar[rule.end() :]
                yield Removal(rule["name"], production, without)


def _parts(said: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each production that an alternative stands for, with what is left without it."""
    optional = OPTIONAL.search(said)
    if optional is None:
        yield said, []
        return
    before, behind = said[: optional.start()], said[optional.end() :]
    there, missing = before + optional["name"] + behind, before + behind
    yield there, [missing]
    yield missing, [there]
