"""The available languages: each is `grammar/<code>.lark` and `grammar/<code>.toml`."""

import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TypeVar

import msgspec

from nanori.grammar.lexicon import Lexicon, pattern
from nanori.grammar.lexicon.columns import Columns
from nanori.model import cached_files, data_files, typed_values
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.typed_values import LOCK

# What a room needs to know of a language, all of it optional.
Words = TypeVar("Words", bound=msgspec.Struct)
# Stem of the grammar shared by all languages.
COMMON = "common"
# The folder of clause grammars, shared by languages with the same word order.
ORDERS = "orders"


class Language:
    """One language: its words and its grammar; each exists once."""

    def __init__(self, code: str, lexicon: Lexicon, changed: str = "") -> None:
        """Keep them; `changed` is the text of a grammar other than its files'."""
        self.code = code
        self.lexicon = lexicon
        self.changed = changed

    @cached_property
    def grammar(self) -> str:
        """The text of its grammar with its lists of words, made when something is parsed."""
        return self.changed or _grammar(self.code, self.lexicon)

    @property
    def files(self) -> list[Path]:
        """Its files: the common grammar, that of its word order, its own, its words."""
        return [*_grammar_files(self.code, self.lexicon.order), folder() / f"{self.code}.toml"]

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """Words that rules texts use for their meaning, whatever name resembles them."""
        words = (word for words in self.lexicon.words.values() for word in words)
        return frozenset((*words, *self.lexicon.subtypes, *self.lexicon.plain))


@cache
def folder() -> Path:
    """Return the folder of grammars: inside the installed package, else beside its source."""
    inside = Path(__file__).parent / "files"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "grammar"


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages that have a grammar, sorted."""
    files = (path for suffix in ("lark", "toml") for path in folder().glob(f"*.{suffix}"))
    stems = tuple(sorted({path.stem for path in files} - {COMMON}))
    if not stems:
        raise DataFileError(str(folder()), "there is no language")
    return stems


@cache
def finished() -> tuple[str, ...]:
    """Return the codes of the languages that are not drafts, those offered first in front.

    A language is finished when the corpus has each of the forty meanings in it (`corpus/rules/`
    lists them). The more words its checks know, the sooner it is offered.
    """
    whole = (code for code in codes() if not load(code).lexicon.draft)
    return tuple(sorted(whole, key=lambda code: -len(load(code).lexicon.plain)))


@cache
def load(code: str) -> Language:
    """Return the language with that code, read on first use and kept.

    NanoriError if there is none; DataFileError if one of its files is missing or broken.
    """
    with LOCK:
        return _first(code)


def read(code: str) -> Language:
    """Return a language as its files are now; NanoriError with the codes there are for no code."""
    if code not in codes():
        if canonical := called(code):
            return load(canonical)
        raise NanoriError(f"unknown language “{code}”, there are: {', '.join(codes())}")
    path = folder() / f"{code}.toml"
    prove = partial(_prove_patterns, path)
    file = pattern.LanguageFile(str(path))
    lexicon = data_files.table(path, Lexicon, file.decoded, prove)
    file.learn(lexicon, lexicon.particles.alternation, divided=lexicon.spaces)
    return Language(code, lexicon)


def read_words(
    folder: Path,
    language: Language,
    kind: type[Words],
    prove: Callable[[Path, Words], None] | None = None,
) -> Words:
    """Return the words of a package's folder in a language; a draft of one may have no file there.

    DataFileError if that is broken.
    """
    path = folder / f"{language.code}.toml"
    if language.lexicon.draft and not path.exists():
        return kind()
    file = pattern.LanguageFile(str(path))

    words = data_files.table(path, kind, file.decoded, partial(prove, path) if prove else None)
    file.learn(words, language.lexicon.particles.alternation, divided=language.lexicon.spaces)
    return words


# Called by one thread at a time, so that each language exists once.
_first = cache(read)


def _grammar(code: str, lexicon: Lexicon) -> str:
    lists = [
        f"{name.upper()}: /(?:{'|'.join(map(_escaped, sorted(words, key=len, reverse=True)))})/"
        for name, words in lexicon.words.items()
    ]
    files = [data_files.text(path) for path in _grammar_files(code, lexicon.order)]
    written = "\n".join([*files, *lists, ""])
    return written + "\n".join([*_absent(written), ""])


# Comments, patterns and strings of a grammar, which refer to no terminal.
_QUOTED = re.compile(r"//[^\n]*|/(?:[^/\\\n]|\\.)+/[a-z]*|\"(?:[^\"\\\n]|\\.)*\"")
_DEFINED = re.compile(r"^([A-Z][A-Z_0-9]*)(?:\.\d+)? *:|^%declare +(.+)", re.MULTILINE)
_NAMED = re.compile(r"\b[A-Z][A-Z_0-9]*\b")
# The definition of a terminal.
_PATTERN = re.compile(r"^[A-Z].*(?:\n[ \t]+\|.*)*", re.MULTILINE)


def _absent(grammar: str) -> Iterator[str]:
    """Yield a definition for each terminal that is used but not defined: the language lacks it.

    As part of another terminal it matches nothing; elsewhere no token is ever one.
    """
    plain = _QUOTED.sub(" ", grammar)
    named = set(_NAMED.findall(plain))
    for name, parameters in _DEFINED.findall(plain):
        named -= {name, *parameters.split()}
    parts = {name for written in _PATTERN.findall(plain) for name in _NAMED.findall(written)}
    for name in sorted(named):
        yield f"{name}: /(?!)/" if name in parts else f"%declare {name}"


def _grammar_files(code: str, order: str) -> list[Path]:
    """Return the files of a language's grammar: common, for its word order, its own."""
    orders = [folder() / ORDERS / f"{order}.lark"] if order else []
    return [folder() / f"{COMMON}.lark", *orders, folder() / f"{code}.lark"]


def place_in_grammar(language: Language, line: int | None) -> str:
    """Return the file, and the line in it, for a line of a language's grammar, from 1."""
    *shared, own = _grammar_files(language.code, language.lexicon.order)
    if line is None:
        return str(own)
    for path in shared:
        length = data_files.text(path).count("\n") + 1
        if line <= length:
            return f"{path}:{line}"
        line -= length
    return f"{own}:{line}"


def _prove_patterns(path: Path, lexicon: Lexicon) -> None:
    """Raise DataFileError for an invalid pattern among those without a type of their own."""
    alone = ("word", "script")
    patterns: dict[str, str] = {name: getattr(lexicon, name) for name in alone}
    patterns |= {f"unlisted.{name}": written for name, written in lexicon.unlisted.items()}
    for field, written in patterns.items():
        try:
            re.compile(written)
        except re.error as error:
            message = f"{field}: no regular expression: {error}"
            raise DataFileError(data_files.location(path, field), message) from None


def _escaped(word: str) -> str:
    """Return a word escaped for a pattern in Lark, which a slash would end."""
    return re.escape(word).replace("/", r"\/")


@cache
def fingerprint() -> str:
    """Return the languages with a hash of their files, as `en:0a1b2c3d`, for others to read."""
    from hashlib import sha256  # most starts need none

    parts: list[str] = []
    for code in codes():
        content = "\0".join(map(data_files.text, load(code).files))
        parts.append(f"{code}:{sha256(content.encode()).hexdigest()[:8]}")
    return " ".join(parts)


class EveryLanguage(msgspec.Struct, frozen=True):
    """What is asked of all languages at once.

    It is kept by itself: reading every language takes as long as everything else that one card
    needs.
    """

    default: str
    """The code of the reference language."""
    scripts: tuple[tuple[str, str], ...]
    """The codes of those with a script of their own, with its pattern."""
    own_scripts: tuple[tuple[str, str], ...]
    """The same for those with letters that no other language has."""
    plain_words: frozenset[str]
    legendary: tuple[str, ...]
    """What the type lines of legends contain (CR 205.4d)."""
    token_types: tuple[str, ...]
    """What the type lines of tokens contain, in lower case."""
    token_words: tuple[str, ...]
    """Words for tokens: a text without any of them creates none."""
    noise: tuple[str, ...]
    """What data files add to names in each language, as a pattern."""
    columns: dict[str, Columns]
    """What tables say in each language."""


# The file in which it is kept.
EVERY = "every.words"


def _shortest(words: set[str]) -> tuple[str, ...]:
    """Return the words that contain no other: a text without these has none of the words."""
    return tuple(word for word in sorted(words) if not any(w in word for w in words - {word}))


def every_as_kept() -> bytes:
    """Return what all languages say in its kept form; DataFileError if none is the default."""
    return cached_files.sealed(_every_fingerprint(), _every_made())


def _every_made() -> bytes:
    languages = [load(code) for code in codes()]
    default = next((language.code for language in languages if language.lexicon.default), "")
    if not default:
        raise DataFileError(str(folder()), "no language is the default")
    every = EveryLanguage(
        default,
        tuple((each.code, each.lexicon.script) for each in languages if each.lexicon.script),
        tuple(
            (each.code, each.lexicon.own_script) for each in languages if each.lexicon.own_script
        ),
        frozenset(word for each in languages for word in each.plain_words),
        tuple(word for each in languages for word in each.lexicon.legendary),
        tuple(each.lexicon.third_object.token_type for each in languages),
        _shortest({word for each in languages for word in each.lexicon.words.get("token", ())}),
        tuple(each.lexicon.noise.pattern for each in languages if each.lexicon.noise),
        {each.code: each.lexicon.columns for each in languages},
    )
    # In a fixed order, as sets vary: a release must be the same bytes again.
    return msgspec.msgpack.encode(every, order="deterministic")


def _every_fingerprint() -> bytes:
    """Return what tells the words of all languages from those of other files."""
    written = "\0".join(data_files.text(folder() / f"{code}.toml") for code in codes())
    return data_files.fingerprint(written)


@cache
def every() -> EveryLanguage:
    """Return what all languages say together, with their files as they are."""
    path = folder() / EVERY
    # As Python does with what it compiled: reading half a megabyte is a twentieth of start-up.
    stamp = data_files.stamp(folder() / f"{code}.toml" for code in codes())
    return cached_files.recall(
        path,
        stamp,
        _every_fingerprint,
        lambda content: typed_values.from_msgpack(content, EveryLanguage),
        _every_made,
    )


def reference_language() -> str:
    """Return the code of the language whose names identify cards everywhere (CR 201.2)."""
    return every().default


class _Originals:
    """The language that this process takes for that of originals."""

    code: str = ""


def original_language() -> str:
    """Return the code of the language that texts are translated from, by default the reference.

    What records say of it is in the fields `name_en` and `type_en` of a translation.
    """
    return _Originals.code or reference_language()


def choose_original(code: str) -> None:
    """Take texts in a language for the originals from now on; "" for the reference language.

    NanoriError for an unknown language.
    """
    _Originals.code = code and load(code).code


@contextmanager
def translated_from(code: str) -> Generator[None]:
    """Take texts within a block to be translated from this language."""
    previous = _Originals.code
    choose_original(code)
    try:
        yield
    finally:
        _Originals.code = previous


@cache
def _called() -> dict[str, str]:
    """Return what files and people call languages, in lower case, with their codes."""
    every_word = ((word.lower(), code) for code in codes() for word in every().columns[code].called)
    return {code: code for code in codes()} | dict(every_word)


def called(word: str) -> str:
    """Return the code of the language that a file calls so: a tag, a locale, a name; "" for none.

    “pt-br”, “fr_FR” and “Chinese Simplified” are such words.
    """
    folded = word.strip().lower().replace("_", "-")
    if folded in codes():
        return folded
    words = _called()
    return words.get(folded) or words.get(folded.partition("-")[0], "")
