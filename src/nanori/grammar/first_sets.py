"""What every match of a pattern must have: a first character, and letters somewhere in it."""

import importlib
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

# Classes of characters, as `[a-z]`; if there are none, any character.
Firsts = tuple[str, ...]

# The group that ends where the match of a pattern given to `led` does.
END: Final = "END"


def led(pattern: str, firsts: Firsts) -> str:
    r"""Return a pattern that finds the first characters of all matches of another, and their END.

    `\bthis` whose firsts are `[t]`: `[t](?<=(?=(?:\bthis)(?P<END>))(?s:.))`
                                      ^ skipped to, then looked at from before the “t”
    Python quickly skips to such a class, but only if nothing precedes it, as `\b` does. Without a
    known first character the pattern stays.
    """
    if not firsts or any(map(_OPEN.search, firsts)):
        return f"(?:{pattern})(?P<{END}>)"
    each = "".join(characters[1:-1] for characters in firsts)
    return f"[{each}](?<=(?=(?:{pattern})(?P<{END}>))(?s:.))"


# A class of all characters but some, or with a category: Python does not skip to it.
_OPEN = re.compile(r"^\[\^|(?<!\\)(?:\\\\)*\\[dDsSwW]")


def tails_of_pattern(pattern: str) -> tuple[str, ...]:
    """Return letters with one of which every match ends: `[ab]c` → ("ac", "bc"), `a*` → ("",)."""
    parser: Any = importlib.import_module("re._parser")
    return tuple(sorted(_tails(parser.parse(pattern))))


def _heads(parts: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    """Return letters with one of which every match begins: `(?:to|at) a*` → {“to ”, “at ”}."""
    heads = _EMPTY
    for kind, content in parts:
        name = str(kind)
        if name in _WIDTHLESS:
            continue
        letters = exactly = _exactly(name, content)
        if name == "SUBPATTERN" and not content[1]:
            letters = letters or _heads(content[3])
        elif name == "BRANCH":
            letters = letters or _NONE.union(*map(_heads, content[1]))
        longer = _joined(heads, letters)
        if not longer:
            break
        heads = longer
        if not exactly:
            break
    return heads


_CATEGORIES = {
    "DIGIT": "d",
    "SPACE": "s",
    "WORD": "w",
    "NOT_DIGIT": "D",
    "NOT_SPACE": "S",
    "NOT_WORD": "W",
}
_EVERY = r"[\s\S]"
_WIDTHLESS = ("AT", "ASSERT", "ASSERT_NOT")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def of_pattern(pattern: str) -> Firsts:
    """Return classes that contain every character with which a match can begin: `a|[0-9]x` → two.

    There are none if a match may be empty, or the beginning is not known.
    """
    # Python has no public way to the parts of a regular expression.
    parser: Any = importlib.import_module("re._parser")
    classes, empty = _of_sequence(parser.parse(pattern))
    return () if empty or _EVERY in classes else tuple(sorted(classes))


def _of_sequence(parts: Iterable[tuple[Any, Any]]) -> tuple[set[str], bool]:
    """Return the classes that a sequence can begin with, and whether it may match nothing."""
    classes: set[str] = set()
    for kind, content in parts:
        of_part, empty = _of_part(str(kind), content)
        classes |= of_part
        if not empty:
            return classes, False
    return classes, True


def _of_part(kind: str, content: Any) -> tuple[set[str], bool]:  # noqa: ANN401 - as in `re`
    if kind in _WIDTHLESS:
        return set(), True
    if kind in ("LITERAL", "IN"):
        return {_class_of(content if kind == "IN" else [(kind, content)])}, False
    if kind == "BRANCH":
        ways = [_of_sequence(way) for way in content[1]]
        return set[str]().union(*(way[0] for way in ways)), any(way[1] for way in ways)
    if kind == "SUBPATTERN" and not content[1]:  # no flags
        return _of_sequence(content[3])
    if kind == "ATOMIC_GROUP":
        return _of_sequence(content)
    if kind in _REPEATS:
        classes, empty = _of_sequence(content[2])
        return classes, empty or content[0] == 0
    return {_EVERY}, False


def _class_of(content: Iterable[tuple[Any, Any]]) -> str:
    """Return a class as `re` reads it: `[Tt]`, `[^a-z]`, `[\\d]`."""
    signs = ""
    for kind, what in content:
        match str(kind):
            case "NEGATE":
                signs = "^"
            case "LITERAL":
                signs += re.escape(chr(what))
            case "RANGE":
                signs += "-".join(re.escape(chr(end)) for end in what)
            case _:
                signs += "\\" + _CATEGORIES[str(what).removeprefix("CATEGORY_")]
    return f"[{signs}]"


# Literals of a pattern: to look for more takes as long as to look for the pattern.
MAX_CUES = 40
# Up to so many characters of a class are literals of their own: `[Tt]his` → “This”, “this”.
MAX_LISTED_LETTERS = 8


def cues_of_pattern(pattern: str) -> tuple[str, ...]:
    r"""Return required literals: one of them is in every text with a match of the pattern.

    `an? (?:Fire|Ice)s` → (" Fires", " Ices"); a pattern without any, as `\w+`, → ("",)
    """
    parts: Any = importlib.import_module("re._parser").parse(pattern)
    return tuple(sorted((not parts.state.flags & re.I and _cues_of(parts)) or {""}))


# Marks that begin, separate and end the parts of a pattern, unless escaped or in a class.
_MARKS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)


def ways_of_pattern(pattern: str) -> list[str]:
    """Return the alternatives of a pattern: `a|(?:b|c(d|e))` → ["a", "b", "c(d|e)"]."""
    ways: list[str] = []
    start, depth, bracketed = 0, 0, pattern.startswith("(?:")
    for match in _MARKS.finditer(pattern):
        mark = match[0]
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            bracketed = bracketed and match.end() == len(pattern)
            if mark == "|":
                ways.append(pattern[start : match.start()])
                start = match.end()
    if ways:
        return [each for way in (*ways, pattern[start:]) for each in ways_of_pattern(way)]
    return ways_of_pattern(pattern[3:-1]) if bracketed else [pattern]


def _cues_of(parts: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    """Return the best of what a sequence cannot do without; empty if all may be absent."""
    return max(_candidates(parts), key=_worth, default=_NONE)


def _candidates(parts: Iterable[tuple[Any, Any]]) -> list[frozenset[str]]:
    """Return what a sequence cannot do without: of each some letters."""
    candidates: list[frozenset[str]] = []
    runs: frozenset[str] = _EMPTY
    for kind, content in parts:
        name = str(kind)
        if name == "ASSERT":
            candidates += _candidates(content[1])
            if content[0] > 0:  # `by (?=draw)`: the text goes on with “draw”
                candidates.append(_joined(runs, _heads(content[1])))
            elif runs == _EMPTY:  # `(?<=by )draw`: “by ” stands before it
                runs = _joined(_tails(content[1]), runs) or _EMPTY
        if name in _WIDTHLESS:
            continue  # letters on either side of it touch
        letters = _exactly(name, content)
        if longer := _joined(runs, letters):
            runs = longer
            continue
        candidates += [runs, letters or _cues_of_part(name, content)]
        runs = _EMPTY
    return [literals for literals in (*candidates, runs) if literals and "" not in literals]


def _joined(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """Return {“ac”, “bc”} of {“a”, “b”} and {“c”}; nothing if that is too many."""
    if len(left) * len(right) > MAX_CUES:
        return _NONE
    return frozenset(first + second for first in left for second in right)


def _tails(parts: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    tails: frozenset[str] = _EMPTY
    for kind, content in reversed(parts):
        longer = _joined(_exactly(str(kind), content), tails)
        if not longer:
            break
        tails = longer
    return tails


_EMPTY = frozenset({""})
_NONE = frozenset[str]()


def _exactly(kind: str, content: Any) -> frozenset[str]:  # noqa: ANN401 - as in `re`
    """Return all that a part can match, if it is few letters or words; otherwise empty."""
    if kind == "LITERAL":
        return frozenset({chr(content)})
    if kind == "SUBPATTERN" and not content[1]:
        return _sequence_exactly(content[3])
    if kind == "ATOMIC_GROUP":
        return _sequence_exactly(content)
    if kind == "BRANCH":
        ways = [_sequence_exactly(way) for way in content[1]]
        every = _NONE.union(*ways)
        return every if all(ways) and len(every) <= MAX_CUES else _NONE
    few = kind == "IN" and len(content) <= MAX_LISTED_LETTERS
    if few and all(str(sort) == "LITERAL" for sort, _ in content):
        return frozenset(chr(letter) for _, letter in content)
    return _NONE


def _sequence_exactly(parts: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    runs: frozenset[str] = _EMPTY
    for kind, content in parts:
        runs = _joined(runs, _exactly(str(kind), content))
    return runs


def _cues_of_part(kind: str, content: Any) -> frozenset[str]:  # noqa: ANN401 - as in `re`
    if kind == "BRANCH":
        ways = [_cues_of(way) for way in content[1]]
        every = _NONE.union(*ways)
        return every if all(ways) and len(every) <= MAX_CUES else _NONE
    if kind == "SUBPATTERN" and not content[1]:
        return _cues_of(content[3])
    if kind == "ATOMIC_GROUP":
        return _cues_of(content)
    if kind == "ASSERT":
        return _cues_of(content[1])
    if kind in _REPEATS and content[0] > 0:
        return _cues_of(content[2])
    return _NONE


def _worth(cues: frozenset[str]) -> tuple[int, bool, int, int]:
    """Return how telling cues are: more if they are long, begin no small word, are few."""
    shortest = min((len(cue.strip()) for cue in cues), default=0)
    small = any(cue.startswith(" ") and not cue.endswith(" ") for cue in cues)
    return shortest, not small, min(map(len, cues), default=0), -len(cues)
