"""A scenario's file (YAML or JSON), or Python values, to plain values; what is wrong, and where."""

import json
import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeAlias, cast

from nanori.formats.io import encodings
from nanori.formats.io.streams import PathOrContent, opened
from nanori.model.errors import NanoriError

# A table, a list, words, or nothing. Numbers and truth values are words, as they were written.
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | None"
# A key, or an index: a step on the way to a value.
Step: TypeAlias = str | int

# Code points of a scenario's file. This and the following bounds are far beyond any real scenario.
MAX_FILE_LENGTH = 64 << 20
# Code points of one ability, as given or as it reads later.
MAX_ABILITY_LENGTH = 100_000
# How many abilities an object may be given.
MAX_ABILITIES = 10_000
# Code points of everything that an object is given.
MAX_GAINED_LENGTH = 1_000_000
# What YAML aliases may repeat in a small file, in code points, altogether.
MAX_REPEATED_LENGTH = 1_000_000
# How many times its own length the aliases of a larger file may repeat.
MAX_REPETITIONS = 10
# Code points of all answers, a reference counting as a hundred.
MAX_ANSWERS_LENGTH = 20_000_000
# What a reference counts for in an answer.
REFERENCE_LENGTH = 100
# What a value counts for besides its words.
VALUE_LENGTH = 8
# Levels of tables and lists in a scenario.
MAX_DEPTH = 50

# A value that begins with a mana symbol, which YAML takes for a mapping.
BRACED = re.compile(r"^[^#\n]*?\b(\w+): (\{[^{}:\n]{1,12}\}[^\n]{0,30})", re.MULTILINE)
# The YAML tags that are read; any other would have to make a Python object.
TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "int", "float", "bool", "null", "timestamp", "merge", "map", "seq")
)
# What YAML makes of a plain word for nothing.
NULL = "tag:yaml.org,2002:null"


class ScenarioError(NanoriError):
    """What is wrong with a value of a scenario, or what an event cannot do, and the way there."""

    def __init__(self, reason: str, *at: Step) -> None:
        """Keep the reason, and the keys and indices that lead to the value, outermost first."""
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in at)
        super().__init__(f"{path.removeprefix('.')}: {reason}" if at else reason)
        self.reason = reason
        self.at = at


@contextmanager
def within(*at: Step) -> Generator[None]:
    """Say of what is wrong inside that it is there: `objects[0]` before `.card.name`."""
    try:
        yield
    except NanoriError as error:
        if error.path is not None or error.line is not None:  # of another file
            raise
        inner = error if isinstance(error, ScenarioError) else ScenarioError(error.message)
        raise ScenarioError(inner.reason, *at, *inner.at) from None


def described(value: Plain) -> str:
    """Return what is there, for a message."""
    if isinstance(value, str):
        words = " ".join(value.split())
        return f"“{words[:40]}{'…' if len(words) > 40 else ''}” is there"
    what = "nothing" if value is None else "a list" if isinstance(value, list) else "a mapping"
    return f"{what} is there"


def table(value: Plain, what: str) -> dict[str, Plain]:
    """Return a table; ScenarioError if something else is there."""
    if not isinstance(value, dict):
        raise ScenarioError(f"{described(value)}, a mapping was wanted as {what}")
    return value


def items(value: Plain, what: str = "a list") -> list[Plain]:
    """Return the items of a list; a single thing is a list of one, nothing an empty one."""
    if isinstance(value, dict):
        raise ScenarioError(f"{described(value)}, {what} was wanted")
    return value if isinstance(value, list) else [] if value is None else [value]


def text(value: Plain, what: str = "text") -> str:
    """Return words; ScenarioError if something else is there."""
    if not isinstance(value, str):
        raise ScenarioError(f"{described(value)}, {what} was wanted")
    return value


def texts(value: Plain) -> list[str]:
    """Return the words of a list."""
    words: list[str] = []
    for number, item in enumerate(items(value, "a list of text")):
        with within(number):
            words.append(text(item))
    return words


def of_python(value: object, *at: Step) -> Plain:
    """Return a value of Python types, as JSON has them, with all scalars as words.

    ScenarioError if it is deep, or of other types.
    """
    if len(at) > MAX_DEPTH:
        raise ScenarioError(f"deeper than {MAX_DEPTH} levels", *at[:1])
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return _whole(str(value), at)
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {_whole(str(key), at): of_python(item, *at, str(key)) for key, item in pairs}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        every = cast("Sequence[object]", value)
        return [of_python(item, *at, number) for number, item in enumerate(every)]
    raise ScenarioError(f"{type(value).__name__} is there, a value was wanted", *at)


def _whole(words: str, at: tuple[Step, ...]) -> str:
    """Return words that can be written; half a surrogate pair, which JSON allows, cannot."""
    try:
        words.encode()
    except UnicodeEncodeError:
        raise ScenarioError("half a character is there", *at) from None
    return words


def contents(file: PathOrContent) -> str:
    """Return the text of a scenario's file, in any encoding that card files may have."""
    with opened(file) as source:
        encoding = encodings.of(source.mark, source.head)
        return encodings.whole(source, encoding, MAX_FILE_LENGTH).removeprefix("\ufeff")


def of_text(words: str) -> Plain:
    """Return what a scenario says. NanoriError, with line and column, if it is neither format."""
    if words.lstrip()[:1] in ("{", "["):
        try:
            return of_python(json.loads(words, object_pairs_hook=_once, parse_int=str))
        except json.JSONDecodeError:
            pass  # YAML's flow style begins alike; its message then counts.
        except RecursionError:
            raise NanoriError(f"deeper than {MAX_DEPTH} levels") from None
    node = _composed(words)
    return None if node is None else _Nodes(len(words)).plain(node, 0)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NanoriError(f"the key “{twice}” is there twice")
    return values


@lru_cache(1)
def _composed(words: str) -> Any:  # noqa: ANN401 - a node, without types
    """Return the root of YAML's nodes, which know their lines."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = documents = 0
    try:
        for event in cast("Any", yaml).parse(words, Loader=loader):  # the composer recurses
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            documents += isinstance(event, yaml.DocumentStartEvent)
            line = event.start_mark.line + 1
            if depth > MAX_DEPTH:
                raise NanoriError(f"deeper than {MAX_DEPTH} levels", line=line)
            if documents > 1:
                raise NanoriError("one scenario was wanted, not several documents", line=line)
        return cast("Any", yaml).compose(words, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        parts = (getattr(error, "context", None), getattr(error, "problem", None))
        message = " ".join((", ".join(filter(None, parts)) or str(error)).split())
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        message = f"no YAML: {message}{_hint(words, line)}"
        raise NanoriError(message, line=line, column=column) from None


class _Nodes:
    """Nodes of YAML to plain values; aliases repeat them, within bounds."""

    def __init__(self, length: int) -> None:
        most = max(MAX_REPEATED_LENGTH, MAX_REPETITIONS * length)
        self._left = most + (VALUE_LENGTH + 1) * length

    def plain(self, node: Any, depth: int) -> Plain:  # noqa: ANN401 - without types
        value, line = node.value, node.start_mark.line + 1
        self._left -= VALUE_LENGTH + (len(value) if node.id == "scalar" else 0)
        if depth > MAX_DEPTH:
            raise NanoriError("an alias stands for nothing before it, for what it is in", line=line)
        if self._left < 0:
            raise NanoriError("aliases repeat more than the file has", line=line)
        if node.tag not in (None, "!", *TAGS):
            raise NanoriError(f"the tag {node.tag} is not read", line=line)
        if node.id == "scalar":
            return None if node.tag == NULL and not node.style else value
        if node.id == "sequence":
            return [self.plain(item, depth + 1) for item in value]
        plain: dict[str, Plain] = {}
        for key, item in value:
            if key.id != "scalar" or key.value in plain:
                twice = key.id == "scalar" and f"the key “{key.value}” is there twice"
                line = key.start_mark.line + 1
                raise NanoriError(twice or "a table or list is no key", line=line)
            plain[key.value] = self.plain(item, depth + 1)
        merged = plain.pop("<<", None)
        for other in [merged] if isinstance(merged, dict) else items(merged):
            plain = {**table(other, "what is merged"), **plain}
        return plain


def _hint(words: str, line: int | None) -> str:
    """Return how to write a value that begins with a mana symbol; "" if none does."""
    braced = BRACED.search("".join(words.split("\n")[(line or 1) - 1 : line]))
    if not braced:
        return ""
    words = braced[2].strip()
    while words.count("}") > words.count("{"):  # what closes a table around it
        words = words[: words.rindex("}")]
    return f'; write it in quotation marks, {braced[1]}: "{words}"'


def line_of(words: str, at: Sequence[Step]) -> int | None:
    """Return the line, from 1, of a value in a scenario's text; None in JSON."""
    node: Any = None if words.lstrip()[:1] in ("{", "[") else _composed(words)
    line: int | None = node and node.start_mark.line + 1
    for step in at:
        node = node and _child(node, step)
        line = node.start_mark.line + 1 if node else line
    return line


def _child(node: Any, step: Step) -> Any:  # noqa: ANN401 - nodes, without types
    if node.id == "mapping":
        return next((value for key, value in node.value if key.value == step), None)
    return node.value[step] if node.id == "sequence" and isinstance(step, int) else None
