"""The available languages: each is `grammar/<code>.lark` and `grammar/<code>.toml`."""

import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path

import msgspec

from nanori.grammar.lexicon import Lexicon, pattern
from nanori.grammar.lexicon.checks import Columns
from nanori.model import data_files, typed_values
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.typed_values import LOCK

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

    @property
    def mtgjson(self) -> str:
        """MTGJSON's word for the language."""
        return self.lexicon.mtgjson

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """Words that rules texts use for their meaning, whatever name resembles them."""
        words = (word for words in self.lexicon.words.values() for word in words)
        return frozenset((*words, *self.lexicon.subtypes, *self.lexicon.checks.words))

    @property
    def scryfall(self) -> str:
        """Scryfall's code for the language."""
        return self.lexicon.scryfall


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
    return tuple(sorted(whole, key=lambda code: -len(load(code).lexicon.checks.words)))


@cache
def load(code: str) -> Language:
    """Return the language with that code, read on first use and kept.

    NanoriError if there is none; DataFileError if one of its files is missing or broken.
    """
    with LOCK:
        return _first(code)


def read(code: str) -> Language:
    """Return the same as its files are now."""
    if code not in codes():
        if known := called(code):
            return load(known)
        raise NanoriError(f"unknown language “{code}”, there are: {', '.join(codes())}")
    path = folder() / f"{code}.toml"
    prove = partial(_prove_patterns, path)
    file = pattern.LanguageFile(str(path))
    lexicon = data_files.table(path, Lexicon, file.decoded, prove)
    file.table, file.divided = lexicon, lexicon.spaces
    if lexicon.particles.pairs:
        file.particles = lexicon.particles.alternation
    return Language(code, lexicon)


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
    for name, more in _DEFINED.findall(plain):
        named -= {name, *more.split()}
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
    alone = ("word", "starts", "script", "apposition")
    patterns: dict[str, str] = {name: getattr(lexicon, name) for name in alone}
    patterns |= {f"unlisted.{name}": written for name, written in lexicon.unlisted.items()}
    for field, written in patterns.items():
        try:
            re.compile(written)
        except re.error as error:
            message = f"no regular expression: {error}"
            raise DataFileError(f"{path}: {field}", message) from None


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
    known = [load(code) for code in codes()]
    default = next((language.code for language in known if language.lexicon.default), "")
    if not default:
        raise DataFileError(str(folder()), "no language is the default")
    every = EveryLanguage(
        default,
        tuple((each.code, each.lexicon.script) for each in known if each.lexicon.script),
        tuple((each.code, each.lexicon.own_script) for each in known if each.lexicon.own_script),
        frozenset(word for each in known for word in each.plain_words),
        tuple(word for each in known for word in each.lexicon.legendary),
        tuple(each.lexicon.third_object.token_type for each in known),
        _shortest({word for each in known for word in each.lexicon.words.get("token", ())}),
        tuple(each.lexicon.noise.pattern for each in known if each.lexicon.noise),
        {each.code: each.lexicon.columns for each in known},
    )
    # In a fixed order, as sets vary: a release must be the same bytes again.
    return _every_fingerprint() + msgspec.msgpack.encode(every, order="deterministic")


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
    kept = data_files.read_kept(path, stamp)
    if kept is None:
        fingerprint = _every_fingerprint()
        kept = data_files.read_kept(path, fingerprint) or every_as_kept()[len(fingerprint) :]
        data_files.keep(path, stamp + kept)
    return typed_values.from_msgpack(kept, EveryLanguage)


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
    """Do the same within a block."""
    before = _Originals.code
    choose_original(code)
    try:
        yield
    finally:
        _Originals.code = before


@cache
def _called() -> dict[str, str]:
    """Return what files and people call languages, in lower case, with their codes."""
    words: dict[str, str] = {}
    for code in codes():
        known = load(code).lexicon
        for word in (code, known.scryfall, known.mtgjson, known.name, *known.codes):
            words.setdefault(word.lower(), code)
    return words


def called(word: str) -> str:
    """Return the code of the language that a file calls so: a tag, a locale, a name; "" for none.

    “pt-br”, “fr_FR” and “Chinese Simplified” are such words.
    """
    folded = word.strip().lower().replace("_", "-")
    if folded in codes():
        return folded
    words = _called()
    return words.get(folded) or words.get(folded.partition("-")[0], "")


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((code, re.compile(script)) for code, script in every().scripts)


@cache
def _own_scripts() -> dict[str, re.Pattern[str]]:
    return {code: re.compile(f"(?:{script})+") for code, script in every().own_scripts}


# A text without such a character is in no script of its own. One look suffices for most texts, and
# saves start-up: patterns of thousands of characters take a millisecond each to compile.
_BEYOND_LATIN = re.compile(r"[^\x00-\u036f\u2000-\u2bff]")

# At least one letter in so many is in the script of the language of a text.
SHARE = 5
# By how many words of another language a text must exceed the reference language.
DECIDING = 2
# So few words may be in several languages: “Vigilance”.
SURE = 4
# Code points of a text whose words tell its language.
TELLING = 400
# Code points of a text that usually suffice to see that it is in the language it should be.
GLANCE = 120
# So many words of one language, and so many times those of another, are plain.
PLAIN, TIMES = 6, 3


def of_text(text: str, beside: str = "") -> str:
    """Return the code of the language of a text, told by its script, then its words.

    `beside` is what else is known of the card, such as its type line: it tells where the text does
    not.
    """
    if text.isascii() or not _BEYOND_LATIN.search(text):
        return _by_words(text, _without_script(), beside)
    for code, script in _own_scripts().items():
        # Usually half of the text has enough of them for all of it, were it letters alone.
        if len("".join(script.findall(text, 0, len(text) // 2))) * SHARE >= len(text):
            return code
    letters = sum(map(str.isalpha, text))
    own = {code: len("".join(script.findall(text))) for code, script in _own_scripts().items()}
    for code, count in own.items():
        if count and count * SHARE >= letters:
            return code  # and the large patterns below are not compiled
    counts = {code: len(script.findall(text)) for code, script in _scripts()}
    written = [code for code, count in counts.items() if count and count * SHARE >= letters]
    if len(written) == 1:
        return written[0]
    if not written:
        return _by_words(text, _without_script(), beside)
    for code in written:
        if own.get(code, -1) * SHARE * SHARE >= letters:
            return code
    return _by_words(text, tuple(written), beside)


@cache
def _without_script() -> tuple[str, ...]:
    """Return the languages that share the reference language's script, that one first."""
    others = sorted(set(codes()) - {code for code, _ in every().scripts} - {reference_language()})
    return (reference_language(), *others)


@cache
def _words_of(code: str) -> frozenset[str]:
    """Return what tells a language: the words of its lists, or characters if it has no blanks."""
    lexicon = load(code).lexicon
    listed = (word for words in lexicon.words.values() for word in words)
    if not lexicon.spaces:
        return frozenset(character for word in listed for character in word)
    return frozenset(part for word in listed for part in _WORD.findall(word.lower()))


_WORD = re.compile(r"[^\W\d_]+")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_SMALL = {place: chr(place).lower() if chr(place).isalpha() else " " for place in range(128)}


def _words_in(text: str, most: int, *, spaces: bool) -> list[str]:
    """Return the words, else letters, in so many code points of a text; small, without symbols."""
    near = _SYMBOL.sub(" ", text[:most])
    if spaces and near.isascii():
        return near.translate(_SMALL).split()  # little more than half of the pattern's time
    return _WORD.findall(near.lower()) if spaces else list(near.lower())


def _by_words(text: str, among: Sequence[str], beside: str = "") -> str:
    """Return which of some languages a text is in, by its words, then by those beside it.

    Each narrows them to those with most of its words; if nothing tells, it is the first.
    """
    for said in (text, beside):
        if said and len(among) > 1:
            among = _narrowed(said, among)
    return among[0]


def _narrowed(text: str, among: Sequence[str]) -> Sequence[str]:
    """Return those of some languages that have most of a text's words; all if that tells nothing.

    Half of the words suffice for the first. Others must have half, and some more than the first: a
    name may contain a word or two that several have, such as “mute”.
    """
    spaces = load(among[0]).lexicon.spaces
    words = _words_in(text, TELLING, spaces=spaces)
    first = sum(map(_words_of(among[0]).__contains__, words))
    if spaces and first * 2 > len(words) > SURE:
        return among[:1]  # usually one look tells
    counts = {code: sum(word in _words_of(code) for word in words) for code in among[1:]}
    most = max(counts.values())
    if most < first + DECIDING or (spaces and most * 2 < len(words)):
        return among
    return tuple(code for code, count in counts.items() if count == most)


@cache
def _alone(code: str) -> frozenset[str]:
    """Return the characters of a language without blanks that no other such language has."""
    others = (other for other in codes() if other != code and not load(other).lexicon.spaces)
    return _words_of(code).difference(*map(_words_of, others))


@cache
def _own_script(code: str) -> re.Pattern[str] | None:
    """Return a pattern for letters that no other language has, as often as makes it plain."""
    own = load(code).lexicon.own_script
    return re.compile(f"(?:{own}.*?){{{TIMES}}}", re.DOTALL) if own else None


def is_plainly(text: str, lang: str) -> bool:
    """Tell whether a first look shows that a text is in a language; no other language is read."""
    if (own := _own_script(lang)) is not None:
        return own.search(text, 0, GLANCE) is not None  # such as kana in Japanese
    if load(lang).lexicon.spaces:
        words = _words_in(text, GLANCE, spaces=True)
        return sum(map(_words_of(lang).__contains__, words)) * 3 > len(words) * 2
    return len(_alone(lang).intersection(text[:GLANCE])) >= TIMES


def contradicting(text: str, lang: str) -> str:
    """Return the code of the language that a text plainly is in, if not `lang`; else ""."""
    if is_plainly(text, lang) or (told := of_text(text)) == lang:
        return ""
    count, own = (
        sum(word in _words_of(code) - _words_of(other) for word in words)
        for code, other in ((told, lang), (lang, told))
        for words in (_words_in(text, TELLING, spaces=load(code).lexicon.spaces),)
    )
    return told if count >= max(PLAIN, own * TIMES) else ""


def is_beyond_doubt(text: str, code: str) -> bool:
    """Tell whether a text has a letter that only this language has, or the language has none."""
    script = _own_scripts().get(code)
    return script is None or script.search(text) is not None


def of_any_letter(text: str) -> str:
    """Return the code of the language of whose script a text has any letter.

    Prose that gives each name in two languages may have few of them.
    """
    if not _BEYOND_LATIN.search(text):
        return reference_language()
    return next((code for code, script in _scripts() if script.search(text)), reference_language())
