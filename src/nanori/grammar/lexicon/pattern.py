"""Regular expressions and lists of words of a language's `.toml` file, compiled when first used.

Most texts need a few of a language's hundreds, and compiling takes longer than annotating a card.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import cast

from msgspec import Struct

from nanori.grammar import first_sets
from nanori.model import data_files, typed_values
from nanori.model.errors import DataFileError

# What matches nothing, not even an empty text.
NEVER = r"(?!)"


Match = re.Match[str]


class Finder(ABC):
    """What finds things in texts by a pattern that is compiled when it is first asked for.

    It has the methods of `re.Pattern`, each kept once it was asked for, so that a call goes right
    to the compiled pattern's own.
    """

    search: Callable[..., Match | None]
    match: Callable[..., Match | None]
    fullmatch: Callable[..., Match | None]
    finditer: Callable[..., Iterator[Match]]
    split: Callable[[str], list[str]]
    sub: Callable[[str | Callable[[Match], str], str], str]
    subn: Callable[..., tuple[str, int]]

    @cached_property
    @abstractmethod
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern."""

    def __getattr__(self, name: str) -> Callable[..., object]:
        """Return a method of the compiled pattern."""
        if name.startswith("_"):
            raise AttributeError(name)
        method = getattr(self.compiled, name)
        setattr(self, name, method)
        return method


class WordList(Finder):
    """Words and phrases that are found as they are listed, or with a capital letter.

    Where a language divides its words, none is found within another. A list without words finds
    nothing, and is false.
    """

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        """Keep the words as they are listed."""
        self.words = words
        self.file = _ALONE

    def __bool__(self) -> bool:
        """Tell whether the language has such words at all."""
        return bool(self.words)

    def __repr__(self) -> str:
        """Return it as Python writes it."""
        return f"WordList({self.words!r})"

    @cached_property
    def alternation(self) -> str:
        """A pattern of any of the words, the longest first, to be a part of another."""
        cased = {word[:1].upper() + word[1:] for word in self.words}
        every = sorted({*self.words, *cased}, key=lambda word: (-len(word), word))
        return f"(?:{'|'.join(map(self._whole, every))})" if every else NEVER

    def _whole(self, word: str) -> str:
        escaped = re.escape(word)
        if not self.file.divided:
            return escaped
        boundary = r"(?<!\w)" if re.match(r"\w", word) else ""
        return boundary + escaped + (r"(?!\w)" if re.search(r"\w$", word) else "")

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern of the words."""
        return re.compile(self.alternation)


# A sign that stands for itself, a set of signs, or how often the one before is repeated.
_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[\d,]+\}[?+]?|\?[?+]?|[*+][?+]?", re.DOTALL)


def bounded(pattern: str, reach: int) -> str:
    """Return a pattern that repeats nothing oftener: it takes time linear in the text.

    “[^.]* would” looks from every place on through the whole text, `bounded` through a part of it.
    """

    def repeated(match: Match) -> str:
        part = match[0]
        if part[0] == "{":
            return part.replace(",}", f",{reach}}}")
        least = {"*": 0, "+": 1}.get(part[0])
        return part if least is None else f"{{{least},{reach}}}{part[1:]}"

    return _PART.sub(repeated, pattern)


# Finding out a pattern's cues takes as long as looking for it in so many texts.
SAMPLE_TEXTS = 32


class Pattern(Finder):
    """A regular expression of a language; an empty one matches nothing, and is false.

    It has the methods of `re.Pattern`. DataFileError, with file and field, from the first of
    them that is used if it is no regular expression.
    """

    def __init__(self, pattern: str = "", of: "Pattern | Template | None" = None) -> None:
        """Keep what is written, and what in a language's file it was made of."""
        self.pattern = pattern
        self.file = _ALONE if of is None else of.file
        self._of = of
        self.parts: Mapping[str, Pattern] = {}
        """What stands for `<name>` in it, where its table has parts of that name."""
        self.reach = 0
        """How often anything in it is repeated at most; 0 if that is as written."""
        self._asked = 0

    def __bool__(self) -> bool:
        """Tell whether the language has such a pattern at all."""
        return bool(self.pattern)

    def __repr__(self) -> str:
        """Return it as Python writes it."""
        return f"Pattern({self.pattern!r})"

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern."""
        try:
            return re.compile(self._written)
        except re.error as error:
            raise self.file.error(self if self._of is None else self._of, error) from None

    @property
    def _written(self) -> str:
        written = self.pattern.replace("{particles}", self.file.particles)
        for name, part in self.parts.items():
            written = written.replace(f"<{name}>", f"(?:{part.pattern})")
        return (bounded(written, self.reach) if self.reach else written) or NEVER

    @cached_property
    def cues(self) -> tuple[str, ...]:
        """Letters some of which stand in every text that it matches in; one is empty if none do."""
        if not self.pattern:
            return ()
        try:
            return first_sets.cues_of_pattern(self._written)
        except re.error:
            return ("",)  # who matches with it is told what is wrong with it

    def may_be_in(self, text: str) -> bool:
        """Tell whether it may match in a text: a look that is quicker than the pattern.

        Of the first texts nothing is told: to find out what a match must have takes longer.
        """
        if self._asked < SAMPLE_TEXTS:
            self._asked += 1
            return bool(self.pattern)
        for cue in self.cues:  # noqa: SIM110 — it is asked of every card
            if cue in text:
                return True
        return False

    def findall(self, text: str) -> list[str]:
        """Return what is matched in a text, each time."""
        if not self.compiled.groups:
            return self.compiled.findall(text)
        return [match[0] for match in self.finditer(text)]


class Template:
    """A pattern of a language with `{}` for what it is asked for with."""

    def __init__(self, template: str = "") -> None:
        """Keep what is written."""
        self.template = template
        self.file = _ALONE
        self._made: dict[str, Pattern] = {}

    def of(self, pattern: str) -> Pattern:
        """Return the pattern with another one in the place of `{}`; made once for each."""
        pattern_made = self._made.get(pattern)
        if pattern_made is None:
            pattern_made = Pattern(self.template.replace("{}", pattern), self)
            self._made[pattern] = pattern_made
        return pattern_made


class LanguageFile:
    """The `.toml` file that patterns and lists are read from, and what it says of all of them."""

    def __init__(self, path: str = "") -> None:
        """Begin with nothing read of a file."""
        self.path = path
        self.table: object = None
        """All that is read."""
        self.divided = True
        """Whether the language divides its words."""
        self.particles = NEVER
        """What stands for `{particles}` in patterns."""

    def decoded(self, kind: type, value: object) -> Pattern | Template | WordList:
        """Return what the file has in a field of one of these types; a hook for msgspec."""
        if kind is Finder:
            kind = Pattern if isinstance(value, str) else WordList
        if kind is WordList:
            decoded_value = WordList(typed_values.from_plain(value, tuple[str, ...]))
        elif kind not in (Pattern, Template):
            raise NotImplementedError(kind)
        elif not isinstance(value, str):
            raise TypeError(f"Expected `str`, got `{type(value).__name__}`")
        else:
            decoded_value: Pattern | Template | WordList = kind(value)
        decoded_value.file = self
        return decoded_value

    def learn(self, table: object, particles: str, *, divided: bool) -> None:
        """Keep what was read, and what the language's own words say of patterns and lists."""
        self.table, self.divided, self.particles = table, divided, particles or NEVER

    def error(self, written: Pattern | Template, fault: re.error) -> DataFileError:
        """Return an error with the line and the field of a pattern that is none."""
        fields = (field for field, written_value in each(self.table) if written_value is written)
        field = next(fields, "")
        message = f"{field}: no regular expression: {fault}".removeprefix(": ")
        return DataFileError(data_files.location(Path(self.path), field), message)


# Of what is in no file.
_ALONE = LanguageFile()


# Of what stands alone in a table most is plain, and one look at its class is enough.
_PLAIN = frozenset((str, bool, int, float, type(None)))


def each(value: object, field: str = "") -> Iterator[tuple[str, Pattern | Template | WordList]]:
    """Yield the patterns and lists in a table with their fields, as `guards.letter`."""
    items: Iterable[tuple[str, object]] = ()
    if isinstance(value, Struct):
        begin = f"{field}." if field else ""
        items = ((f"{begin}{name}", getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        table = cast("dict[str, object]", value)
        items = ((f"{field}.{name}", item) for name, item in table.items())
    elif isinstance(value, tuple) and value and not isinstance(value[0], str):
        several = cast("tuple[object, ...]", value)
        items = ((f"{field}[{number}]", item) for number, item in enumerate(several))
    for name, item in items:
        if item.__class__ in _PLAIN:
            continue
        if item.__class__ in _WRITTEN:
            yield name, cast("Pattern | Template | WordList", item)
        elif item:
            yield from each(item, name)


_WRITTEN = frozenset((Pattern, Template, WordList))
