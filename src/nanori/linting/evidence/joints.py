"""A text to what may not stand between two words of it, or inside one, and to terms a sign off."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product, repeat
from operator import itemgetter
from typing import NamedTuple

from rapidfuzz.distance import OSA

from nanori.grammar import firsts
from nanori.grammar.automata import Presence
from nanori.grammar.languages import Language
from nanori.linting.evidence import typos, usage_slips
from nanori.linting.lexicon import Frame, lint_words
from nanori.names.lexicon import term_words

WrongJoint = tuple[int, int, str | None, str]
"""Where it is, what is meant if only one thing can be, and what to say."""


class WrongSeam(NamedTuple):
    """Words that no rules text has one behind the other."""

    said: str
    meant: str
    first: int
    """How much of its beginning is right,"""
    last: int
    """and of its end."""


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
LONGEST = 4
# The class of arguments that names belong to: they are used like pronouns.
NAMED = "pron"
LATIN = re.compile(r"[A-Za-z](?<![A-Za-z{/&<\\].)[A-Za-z]+(?![A-Za-z}/;>])")
# A loanword of fewer signs is like others.
LOAN = 4
# A term of so many signs has no name that lacks one of them or has one more, a longer one none that
# has another, and of so many none whose middle is two signs off: all names of cards were looked at.
LONG, LONGEST_TERM = 5, 8
# Words of other texts that are remembered.
KEPT = 1024


def find(
    texts: Sequence[str], language: Language, names: Sequence[Collection[int]]
) -> Iterator[list[WrongJoint]]:
    """Yield for each of several texts what is wrong between two words, in order.

    `names` is where names of cards end in each. One thing is looked for in all texts before the
    next, which saves a quarter of the time.
    """
    written = [text.encode("utf-8", "replace") for text in texts]
    each = repeat(language)
    sorts = [map(_at_seams, texts, written, each), map(_out_of_frame, texts, each, names)]
    sorts.append(map(_in_a_row, texts, each))  # behind these, which tell what is meant
    if lint_words(language).frames:  # words are not divided
        sorts += (map(of_sort, texts, each) for of_sort in (_parted, _damaged, _left))
        sorts += (map(_misconverted, texts, written, each), map(_misread, texts, each))
    joints: list[list[WrongJoint]] = [[] for _ in texts]
    for of_sort in sorts:
        for of_text, wrong in zip(joints, of_sort, strict=True):
            of_text += wrong
    return map(_apart, joints)


def _apart(joints: list[WrongJoint]) -> list[WrongJoint]:
    """Return joints in order; of those that overlap, the first."""
    kept: list[WrongJoint] = []
    for joint in sorted(joints, key=itemgetter(0)):
        if not kept or joint[0] >= kept[-1][1]:
            kept.append(joint)
    return kept


def _in_a_row(text: str, language: Language) -> Iterator[WrongJoint]:
    """Yield two particles that are never next to each other."""
    checks = lint_words(language)
    pairs, ends = checks.particle_pairs, checks.particle_pair_ends
    for match in pairs.finditer(text):
        if ends.match(text, match.end()):
            yield *match.span(), None, f"“{match[0]}” never stand beside each other"


def _out_of_frame(text: str, language: Language, names: Collection[int]) -> Iterator[WrongJoint]:
    """Yield particles that a verb does not take after such a word, and missing ones."""
    if not lint_words(language).frames:
        return
    particles = lint_words(language).particles
    pairs = lint_words(language).particle_pairs
    frames = _frames(language)
    for head in frames.heads.finditer(text):
        end = head.start()
        for start in range(end, max(0, end - LONGEST) - 1, -1):
            may_end = not frames.ends or text[start - 1 : start] in frames.ends
            argument = frames.arguments.match(text, start) if may_end else None
            sort = argument.lastgroup if argument else NAMED if start in names else None
            if sort is None:
                continue
            said, taken = text[start:end], frames.by_head[head[0]].takes.get(sort, ())
            if (
                taken
                and said not in taken
                and (not said or particles.fullmatch(said) or pairs.fullmatch(said))
            ):
                kept = (particle for particle in taken if particle and particle in said)
                meant = next(kept, taken[0])
                message = f"“{said}” does not go with “{head[0]}” here, “{meant}” does"
                if not said:
                    message = f"“{meant}” is missing before “{head[0]}”"
                    meant = text[start - 1] + meant + text[end]
                    start, end = start - 1, end + 1
                yield start, end, meant, message
            break


def _parted(text: str, language: Language) -> Iterator[WrongJoint]:
    """Yield blanks inside words that are no two words of the language."""
    known, parted = _known(language), lint_words(language).parted
    for blank in parted.finditer(text) if parted.may_be_in(text) else ():
        before, behind = blank["before"], blank["behind"]
        if any(
            before[-first:] + behind[:last] in known
            for first in range(1, len(before) + 1)
            for last in range(1, len(behind) + 1)
        ):
            yield blank.end("before"), blank.start("behind"), "", "a space inside a word"


@cache
def _known(language: Language) -> frozenset[str]:
    """Return the words of the language, those of translations included."""
    return typos.listed(language).union(lint_words(language).alone)


def _damaged(text: str, language: Language) -> Iterator[WrongJoint]:
    """Yield loanwords a sign from a long term that are no words of the language."""
    known = typos.listed(language)
    for match in lint_words(language).loan.finditer(text):
        long = len(match[0]) >= LOAN and match[0] not in known
        if long and (meant := _term(match[0], language)):
            yield *match.span(), meant, f"“{match[0]}” is a sign from “{meant}”"


def _left(text: str, language: Language) -> Iterator[WrongJoint]:
    """Yield terms of the language of originals inside a sentence."""
    for match in LATIN.finditer(text):
        before, behind = (
            text[match.start() - 1 : match.start()],
            text[match.end() : match.end() + 1],
        )
        joint = language.lexicon.subtype_joint
        if not any(
            (sign.isalnum() and not sign.isascii()) or sign == joint for sign in (before, behind)
        ):
            continue
        word = match[0].lower()
        if meant := _originals(language).get(word):
            yield *match.span(), meant, f"“{match[0]}” is left untranslated: “{meant}”"


@cache
def _originals(language: Language) -> dict[str, str]:
    """Return terms of the language of originals to the one that is said for each."""
    checks = lint_words(language)
    alone = {originals[0]: word for word, originals in reversed(checks.alone.items()) if originals}
    return alone | {term: words[0] for term, words in term_words(language).terms.items() if words}


def _misconverted(text: str, written: bytes, language: Language) -> Iterator[WrongJoint]:
    """Yield words that are written for those of the same sound."""
    pattern, meant, presence = _conversions(language)
    for match in pattern.finditer(text) if presence.within(written) else ():
        word = meant[match[0]]
        yield *match.span(), word, f"“{match[0]}” is written for “{word}”"


@cache
def _conversions(language: Language) -> tuple[re.Pattern[str], dict[str, str], Presence]:
    """Return the pattern of such words, what is meant by each, and what tells if a text has any."""
    table = lint_words(language).misconverted
    meant = {word: right for right, words in table.items() for word in words}
    return re.compile("|".join(map(re.escape, meant)) or r"(?!)"), meant, Presence([*meant])


def _misread(text: str, language: Language) -> Iterator[WrongJoint]:
    """Yield letters that no word has beside such a one, where one that is like it may stand."""
    letters = _look_alikes(language)
    for match in letters.finditer(text):
        place = match.start()
        before, behind = text[max(0, place - 1) : place], text[place + 1 : place + 2]
        fitting = [
            letter
            for letter in _fitting(before, match[0], behind, language)
            if _is_in_loan(text, place, letter, language)
        ]
        if len(fitting) == 1:
            yield *match.span(), fitting[0], f"“{match[0]}” is written for “{fitting[0]}”"


def _is_in_loan(text: str, place: int, letter: str, language: Language) -> bool:
    """Tell whether a letter, if it is one of loanwords, makes a known one of those around it."""
    loan = lint_words(language).loan
    if not loan.fullmatch(letter):
        return True
    mended = text[:place] + letter + text[place + 1 :]
    words = (match for match in loan.finditer(mended) if match.start() <= place < match.end())
    return any(word[0] in _known(language) for word in words)


@lru_cache(KEPT)
def _fitting(before: str, said: str, behind: str, language: Language) -> str:
    """Return the letters for which one may be written there; none if words have it so."""
    known, stem = usage_slips.beside(language), lint_words(language).stem
    if not (before.isalpha() and stem.match(before)):  # an ending or a particle
        before = ""
    if not behind.isalpha():
        behind = ""
    if before + said in known or said + behind in known:
        return ""
    return "".join(
        right
        for right, letters in lint_words(language).misread.items()
        if said in letters
        and ((before and before + right in known) or (behind and right + behind in known))
    )


@cache
def _look_alikes(language: Language) -> re.Pattern[str]:
    """Return the pattern of letters that are taken for others."""
    letters = sorted({*"".join(lint_words(language).misread.values())})
    return re.compile(f"[{re.escape(''.join(letters))}]" if letters else r"(?!)")


@lru_cache(KEPT)
def _term(word: str, language: Language) -> str:
    """Return the one long term that is a sign from a word, or nothing."""
    if any(word.startswith(each) or word.endswith(each) for each in _terms(language)):
        return ""  # a compound with the term itself
    near = [
        term
        for term in _terms(language)
        if (typos.is_near(word, term) and (len(word) != len(term) or len(word) > LONG))
        or (len(term) >= LONGEST_TERM and _has_ends(word, term))
    ]
    return near[0] if len(near) == 1 else ""


def _has_ends(word: str, term: str) -> bool:
    """Tell whether a word is two slips from a term, between the same signs."""
    return word[0] == term[0] and word[-1] == term[-1] and OSA.distance(word, term) <= 2


@cache
def _terms(language: Language) -> tuple[str, ...]:
    """Return the loanwords of the rules that are long enough to be like nothing else."""
    words = {word for words in language.lexicon.words.values() for word in words}
    words |= lint_words(language).alone.keys()
    loan = lint_words(language).loan
    return tuple(word for word in words if len(word) >= LONG and loan.fullmatch(word))


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
        for tail in firsts.tails_of_pattern(word.pattern)
    )
    return Frames(
        re.compile("|".join(heads)),
        by_head,
        re.compile("|".join(sorts)),
        ends if "" not in ends else frozenset(),
    )


def _at_seams(text: str, written: bytes, language: Language) -> Iterator[WrongJoint]:
    """Yield what no rules text has between two words, with an adjacent letter."""
    seams, presence = _seams(language)
    if not seams:
        return
    until = 0
    hits = (
        (start.start(), -len(seam.said), seam)
        for seam in map(seams.__getitem__, presence.within(written))
        for start in re.finditer(re.escape(seam.said), text)
    )
    for begin, _, (said, meant, first, last) in sorted(hits):
        if begin >= until:
            until = begin + len(said)
            words = meant[first : len(meant) - last]
            message = f"“{said}” is said in no rules text, “{meant}” is"
            yield begin + first, until - last, words, message


@cache
def _seams(language: Language) -> tuple[list[WrongSeam], Presence]:
    """Return words with their correction, and what tells which of them a text has."""
    known: dict[str, WrongSeam] = {}
    for seam in lint_words(language).seams:
        for before, wrong, behind in product(seam.before, seam.said, seam.behind):
            right = len(before) - 1, max(0, len(behind) - 1)
            words = WrongSeam(before + wrong + behind, before + seam.meant + behind, *right)
            known[words.said] = min(words, known.get(words.said, words))
    return [*known.values()], Presence([*known])
