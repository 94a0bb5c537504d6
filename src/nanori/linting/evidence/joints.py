"""A text to what stands between two words of it and may not: a particle, an ending, nothing."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.checks import Frame

Joint = tuple[int, int, str | None, str]
"""Where it is, what is meant if only one thing can be, and what to say."""
Letters = tuple[str, str, str]

# Particles in a row, right or wrong, have no more letters than this.
LONGEST = 4
# The class of arguments that names belong to: they stand for what pronouns stand for.
NAMED = "pron"


def find(text: str, language: Language, names: Collection[int]) -> Iterator[Joint]:
    """Yield what stands between two words; `names` is where names of cards end."""
    until = 0
    found = [*_at_seams(text, language), *_out_of_frame(text, language, names)]
    found += _in_a_row(text, language)  # last: these do not tell what is meant
    for joint in sorted(found, key=lambda one: one[0]):
        if joint[0] >= until:
            until = joint[1]
            yield joint


def _in_a_row(text: str, language: Language) -> Iterator[Joint]:
    """Yield two particles that never stand beside each other."""
    checks = language.lexicon.checks
    pairs, ends = checks.particle_pairs, checks.particle_pair_ends
    for match in pairs.finditer(text) if pairs.may_be_in(text) else ():
        if ends.match(text, match.end()):
            yield *match.span(), None, f"“{match[0]}” never stand beside each other"


def _out_of_frame(text: str, language: Language, names: Collection[int]) -> Iterator[Joint]:
    """Yield particles that a verb does not take behind such a word, and those that it lacks."""
    if not language.lexicon.checks.frames:
        return
    particles = language.lexicon.checks.particles
    pairs = language.lexicon.checks.particle_pairs
    heads, frames, arguments = _frames(language)
    for head in heads.finditer(text):
        end = head.start()
        for start in range(end, max(0, end - LONGEST) - 1, -1):
            argument = arguments.match(text, start)
            sort = argument.lastgroup if argument else NAMED if start in names else None
            if sort is None:
                continue
            said, taken = text[start:end], frames[head[0]].takes.get(sort, ())
            if (
                taken
                and said not in taken
                and (not said or particles.fullmatch(said) or pairs.fullmatch(said))
            ):
                meant = next((one for one in taken if one and one in said), taken[0])
                message = f"“{said}” does not go with “{head[0]}” here, “{meant}” does"
                if not said:
                    message = f"“{meant}” is missing before “{head[0]}”"
                    meant = text[start - 1] + meant + text[end]
                    start, end = start - 1, end + 1
                yield start, end, meant, message
            break


@cache
def _frames(language: Language) -> tuple[re.Pattern[str], dict[str, Frame], re.Pattern[str]]:
    """Return the pattern of the words with a frame, these, and what ends where particles begin."""
    checks = language.lexicon.checks
    frames = {
        head + end: frame for frame in checks.frames for head in frame.heads for end in frame.ends
    }
    sorts = (
        f"(?P<{sort}>{'|'.join(f'(?<={word.pattern})' for word in words)})"
        for sort, words in checks.arguments.items()
    )
    heads = map(re.escape, sorted(frames, key=len, reverse=True))
    return re.compile("|".join(heads)), frames, re.compile("|".join(sorts))


def _at_seams(text: str, language: Language) -> Iterator[Joint]:
    """Yield what no rules text has between two words, with a letter beside it."""
    seams = _seams(language)
    until = 0
    hits = (
        (start.start(), -len(said), said, meant, first, last)
        for letters in seams.keys() & zip(text, text[1:], text[2:], strict=False)
        for said, meant, first, last in seams[letters]
        for start in (re.finditer(re.escape(said), text) if said in text else ())
    )
    for begin, _, said, meant, first, last in sorted(hits):
        if begin >= until:
            until = begin + len(said)
            words = meant[first : len(meant) - last]
            message = f"“{said}” is said in no rules text, “{meant}” is"
            yield begin + first, until - last, words, message


@cache
def _seams(language: Language) -> dict[Letters, list[tuple[str, str, int, int]]]:
    """Return words with what is meant, and how much of both ends is right, by three letters.

    These are at the seam, where hardly any text has them: few words are then looked for.
    """
    known: defaultdict[Letters, list[tuple[str, str, int, int]]] = defaultdict(list)
    for seam in language.lexicon.checks.seams:
        for before, wrong, behind in product(seam.before, seam.said, seam.behind):
            said = before + wrong + behind
            at = min(len(before) - 1, len(said) - 3)
            right = len(before) - 1, max(0, len(behind) - 1)
            words = said, before + seam.meant + behind, *right
            known[said[at], said[at + 1], said[at + 2]].append(words)
    return dict(known)
