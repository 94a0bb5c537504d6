"""What every match of a pattern must have: a first character, and letters somewhere in it."""

import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple


class Characters(NamedTuple):
    """A class of characters."""

    ranges: tuple[tuple[str, str], ...]
    """The first and the last character of each range in it."""
    categories: tuple[str, ...] = ()
    """Categories in it, as Python's regular expressions call them."""
    negated: bool = False
    """Whether it contains all characters that are not in these."""

    def has(self, character: str) -> bool:
        """Tell whether a character is in the class."""
        inside = any(first <= character <= last for first, last in self.ranges) or any(
            _CATEGORIES[category](character) for category in self.categories
        )
        return inside != self.negated


# Classes of characters; if empty, any character.
Firsts = tuple[Characters, ...]

# Characters of a range up to which each has its own list of patterns.
MAX_LISTED_RANGE = 64


# The group that ends where the match of a pattern given to `led` does.
END: Final = "END"


def led(pattern: str, firsts: Firsts) -> str:
    r"""Return a pattern that finds the first characters of all matches of another, and their END.

    `\bthis` whose firsts are “t”: `[t-t](?<=(?=(?:\bthis)(?P<END>))(?s:.))`
                                    ^ skipped to, then looked at from before the “t”
    Python quickly skips to such a class, but only if nothing precedes it, as `\b` does. Without a
    known first character the pattern stays.
    """
    characters = not any(characters.negated or characters.categories for characters in firsts)
    ranges = sorted({each for characters in firsts for each in characters.ranges})
    if not ranges or not characters:
        return f"(?:{pattern})(?P<{END}>)"
    each = "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in ranges)
    return f"[{each}](?<=(?=(?:{pattern})(?P<{END}>))(?s:.))"


class ByFirst:
    """Finds which of some patterns can begin with a character, without asking every pattern."""

    def __init__(self, patterns: Sequence[Firsts]) -> None:
        """Keep the classes of characters that each pattern can begin with."""
        self._single: dict[str, list[int]] = {}
        """The patterns of each character that is one of few in a range."""
        self._wide: list[tuple[int, Firsts]] = []
        """The other classes, which are asked."""
        self._always = [number for number, firsts in enumerate(patterns) if not firsts]
        for number, firsts in enumerate(patterns):
            wide = tuple(characters for characters in firsts if not _is_small(characters))
            if wide:
                self._wide.append((number, wide))
            for character in {
                c for characters in firsts if _is_small(characters) for c in _each(characters)
            }:
                self._single.setdefault(character, []).append(number)

    def at(self, character: str) -> tuple[int, ...]:
        """Return the numbers of the patterns that can begin with it, or with nothing, if empty."""
        if not character:
            return tuple(self._always)
        lasting = [
            number
            for number, classes in self._wide
            if any(characters.has(character) for characters in classes)
        ]
        return tuple(sorted({*self._always, *self._single.get(character, ()), *lasting}))


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


def _class_of(kind: str, content: Any) -> Characters | None:  # noqa: ANN401 - as in `re`
    if kind == "LITERAL":
        return Characters(((chr(content), chr(content)),))
    return _of_class(content) if kind == "IN" else None


def _is_small(characters: Characters) -> bool:
    small = all(ord(last) - ord(first) < MAX_LISTED_RANGE for first, last in characters.ranges)
    return small and not characters.categories and not characters.negated


def _each(characters: Characters) -> Iterable[str]:
    for first, last in characters.ranges:
        yield from map(chr, range(ord(first), ord(last) + 1))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_NOT_DIGIT": lambda character: not character.isdecimal(),
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda character: not character.isspace(),
    "CATEGORY_WORD": _is_word,
    "CATEGORY_NOT_WORD": lambda character: not _is_word(character),
}
_EVERY = Characters((), negated=True)
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


def _of_sequence(parts: Iterable[tuple[Any, Any]]) -> tuple[set[Characters], bool]:
    """Return the classes that a sequence can begin with, and whether it may match nothing."""
    classes: set[Characters] = set()
    for kind, content in parts:
        of_part, empty = _of_part(str(kind), content)
        classes |= of_part
        if not empty:
            return classes, False
    return classes, True


def _of_part(kind: str, content: Any) -> tuple[set[Characters], bool]:  # noqa: ANN401 - as in `re`
    if kind in _WIDTHLESS:
        return set(), True
    if characters := _class_of(kind, content):
        return {characters}, False
    if kind == "BRANCH":
        ways = [_of_sequence(way) for way in content[1]]
        return set[Characters]().union(*(way[0] for way in ways)), any(way[1] for way in ways)
    if kind == "SUBPATTERN" and not content[1]:  # no flags
        return _of_sequence(content[3])
    if kind == "ATOMIC_GROUP":
        return _of_sequence(content)
    if kind in _REPEATS:
        classes, empty = _of_sequence(content[2])
        return classes, empty or content[0] == 0
    return {_EVERY}, False


def _of_class(content: Iterable[tuple[Any, Any]]) -> Characters:
    ranges: list[tuple[str, str]] = []
    categories: list[str] = []
    negated = False
    for kind, what in content:
        match str(kind):
            case "NEGATE":
                negated = True
            case "LITERAL":
                ranges.append((chr(what), chr(what)))
            case "RANGE":
                ranges.append((chr(what[0]), chr(what[1])))
            case _:
                categories.append(str(what))
    return Characters(tuple(ranges), tuple(categories), negated)


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


def _ways(parts: Sequence[tuple[Any, Any]]) -> Iterable[Sequence[tuple[Any, Any]]]:
    if len(parts) == 1:
        kind, content = parts[0]
        if str(kind) == "BRANCH":
            for way in content[1]:
                yield from _ways(way)
            return
        if str(kind) == "SUBPATTERN" and not content[1]:
            yield from _ways(content[3])
            return
    yield parts


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
