"""A text to particles that its verbs do not take, and to two that never meet."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from nanori.grammar import first_sets
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, replaced
from nanori.linting.lexicon import Frame, lint_words


class Frames(NamedTuple):
    """Which particles the verbs of a language take, and behind what."""

    heads: re.Pattern[str]
    """The words with a frame."""
    by_head: dict[str, Frame]
    arguments: re.Pattern[str]
    """What ends with a word that may have such a particle, in a group for each sort of words."""
    ends: frozenset[str]
    """The letters that those words end with, none if they are not known: behind another letter
    the pattern need not be tried."""


# Particles in a row, right or wrong, have no more letters than this.
MAX_LETTERS_OF_PARTICLES = 4
# The class of arguments that names belong to: they are used like pronouns.
CLASS_OF_NAMES = "pron"


def find(text: str, language: Language, names: Collection[int]) -> Iterator[Finding]:
    """Yield what is wrong between two words of a text, in order; of what overlaps the first.

    `names` is where names of cards end in it.
    """
    end = 0
    every = [*_out_of_frame(text, language, names), *_in_a_row(text, language)]
    for finding in sorted(every, key=attrgetter("start")):
        if finding.start >= end:
            end = finding.end
            yield finding


def _in_a_row(text: str, language: Language) -> Iterator[Finding]:
    """Yield two particles that are never next to each other."""
    checks = lint_words(language)
    pairs, ends = checks.particle_pairs, checks.particle_pair_ends
    for match in pairs.finditer(text):
        if ends.match(text, match.end()):
            yield Finding(*match.span(), f"“{match[0]}” never stand beside each other")


def _out_of_frame(text: str, language: Language, names: Collection[int]) -> Iterator[Finding]:
    """Yield particles that a verb does not take after such a word, and missing ones."""
    if not lint_words(language).frames:
        return
    particles = lint_words(language).particles
    pairs = lint_words(language).particle_pairs
    frames = _frames(language)
    for head in frames.heads.finditer(text):
        end = head.start()
        for start in range(end, max(0, end - MAX_LETTERS_OF_PARTICLES) - 1, -1):
            may_end = not frames.ends or text[start - 1 : start] in frames.ends
            argument = frames.arguments.match(text, start) if may_end else None
            sort = argument.lastgroup if argument else CLASS_OF_NAMES if start in names else None
            if sort is None:
                continue
            words, fitting = text[start:end], frames.by_head[head[0]].takes.get(sort, ())
            if (
                fitting
                and words not in fitting
                and (not words or particles.fullmatch(words) or pairs.fullmatch(words))
            ):
                kept = (particle for particle in fitting if particle and particle in words)
                replacement = next(kept, fitting[0])
                message = f"“{words}” does not go with “{head[0]}” here, “{replacement}” does"
                if not words:
                    message = f"“{replacement}” is missing before “{head[0]}”"
                    replacement = text[start - 1] + replacement + text[end]
                    start, end = start - 1, end + 1
                yield replaced(start, end, replacement, message, safe=False)
            break


@cache
def _frames(language: Language) -> Frames:
    checks = lint_words(language)
    by_head = {
        head + end: frame for frame in checks.frames for head in frame.heads for end in frame.ends
    }
    by_letter: dict[str, list[str]] = {}  # hundreds of words: few are tried at a place then
    for head in sorted(by_head, key=len, reverse=True):
        by_letter.setdefault(head[0], []).append(re.escape(head[1:]))
    heads = (f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_letter.items())
    sorts = (
        f"(?P<{sort}>{'|'.join(f'(?<={word.pattern})' for word in words)})"
        for sort, words in checks.arguments.items()
    )
    ends = frozenset(
        tail[-1:]
        for words in checks.arguments.values()
        for word in words
        for tail in first_sets.tails_of_pattern(word.pattern)
    )
    return Frames(
        re.compile("|".join(heads)),
        by_head,
        re.compile("|".join(sorts)),
        ends if "" not in ends else frozenset(),
    )
