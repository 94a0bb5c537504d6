"""A wrong word of a command line to the nearest right one."""

from __future__ import annotations

import re
from collections.abc import Iterable

CLOSE = 0.75
"""Likeness beyond which a wrong word is taken for a slip of a command."""
_OF_CHOICES = re.compile(r"Value error, '(?P<word>.*)' is not one of (?P<known>'.*')\.?$")
_NO_OPTION = re.compile(r"No such option: (?P<word>-\S+)(?P<known>.*)$")
_NO_COMMAND = re.compile(r"No such command '(?P<word>.*)'\.$")


def said(message: str, commands: Iterable[str] = ()) -> str:
    """Return what is wrong with a command line, with the nearest right word where there is one.

    `commands` are those that might have been meant.
    """
    from nanori.linting.settings.configuration import nearest

    if wrong := _OF_CHOICES.search(message):
        known = re.findall("'([^']*)'", wrong["known"])
        reason = wrong.group().removeprefix("Value error, ").rstrip(".")
        return message[: wrong.start()] + reason + nearest(wrong["word"], known)
    if wrong := _NO_OPTION.search(message):
        known = re.findall(r"-[\w-]+", wrong["known"])
        return f"No such option: {wrong['word']}{nearest(wrong['word'], known)}"
    if wrong := _NO_COMMAND.search(message):
        return f"no command “{wrong['word']}”{_nearest_command(wrong['word'], commands)}"
    return message


def _nearest_command(word: str, commands: Iterable[str]) -> str:
    """Return the command that was meant, of two as near that with the same beginning."""
    from rapidfuzz.distance import JaroWinkler

    likeness = {each: JaroWinkler.similarity(word, each) for each in commands}
    best = max(likeness, key=likeness.__getitem__, default="")
    if likeness.get(best, 0) < CLOSE:
        return "; --help lists them"
    return f", did you mean “{best}”?"
