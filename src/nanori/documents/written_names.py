"""The names of a database as prose writes them: in the plural, with other apostrophes, misspelled.

Misspelled are names of several words and ten letters, in languages that divide words: all their
words but one are there, and the one that differs is in no name and no rules text. It may be a small
word, too.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from rapidfuzz import distance

from nanori.annotation import spelling
from nanori.documents.lexicon import document_words
from nanori.documents.source import LINE_END
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.names import lexicon as terms
from nanori.names.database import Database
from nanori.names.model import NameForm

# Words of a name at most, in languages that divide words.
MAX_WORDS = 14

# How many first characters names are looked up by in languages that do not divide words.
HEAD = 2

_IN_WORD = r"[A-Za-z0-9_'’]"
_WORD = re.compile(rf"{_IN_WORD}[{_IN_WORD[1:-1]}.!?&+-]*")
_START = re.compile(rf"(?<!{_IN_WORD})[A-Z0-9_]")


class NameInProse(Struct, frozen=True):
    """A place in a text with the words of a name; whether they are used as one is open."""

    start: int
    end: int
    form: NameForm
    language: Language


class WrittenNames:
    """The names of a database, ready to be looked for in texts."""

    def __init__(self, register: Database) -> None:
        self._names: dict[str, dict[str, NameForm]] = {}
        self._heads: dict[str, dict[str, list[int]]] = {}
        self._pieces: dict[str, frozenset[str]] = {}
        for code in languages.codes():
            divided = languages.load(code).lexicon.spaces
            names = _unambiguous(register.names(code), divided=divided)
            if divided:  # as in titles in capitals
                names |= {name.upper(): form for name, form in names.items() if " " in name}
            self._names[code] = names
            heads: dict[str, set[int]] = {}
            for name in names:
                heads.setdefault(name[:HEAD], set()).add(len(name))
            self._heads[code] = {head: sorted(of, reverse=True) for head, of in heads.items()}

    def pieces(self, language: Language) -> frozenset[str]:
        """Return the words that are parts of names, in a language that does not divide words."""
        if language.code not in self._pieces:
            word = re.compile(language.lexicon.guards.word.pattern)
            named = ((name, word.findall(name)) for name in self._names[language.code])
            self._pieces[language.code] = frozenset(
                piece for name, pieces in named for piece in pieces if piece != name
            )
        return self._pieces[language.code]

    def find(self, text: str) -> Iterator[NameInProse]:
        """Yield the longest name at each place where one begins; they may overlap."""
        for code in languages.codes():
            language = languages.load(code)
            if language.lexicon.spaces:
                yield from self._in_words(text, language)
            else:
                yield from self._in_letters(text, language)

    def _in_letters(self, text: str, language: Language) -> Iterator[NameInProse]:
        names, heads = self._names[language.code], self._heads[language.code]
        for start in range(len(text) - 1):
            for length in heads.get(text[start : start + HEAD], ()):
                form = names.get(text[start : start + length])
                if form is not None:
                    yield NameInProse(start, start + length, form, language)
                    break

    def _in_words(self, text: str, language: Language) -> Iterator[NameInProse]:
        plain, offsets = _in_one_line(text)
        names, heads = self._names[language.code], self._heads[language.code]
        for match in _START.finditer(plain):
            start = match.start()
            if plain[start : start + HEAD] not in heads:
                continue
            for end in reversed(_ends(plain, start)):
                form = _named(plain[start:end], names, language)
                if form is not None:
                    last = offsets[end - 1] + 1
                    yield NameInProse(offsets[start], last, form, language)
                    break


def _unambiguous(forms: Iterable[NameForm], *, divided: bool) -> dict[str, NameForm]:
    names: dict[str, NameForm] = {}
    shared: set[str] = set()
    for form in forms:
        if form.form == "reading":
            continue
        for written in {form.name, form.card} if form.form == "oracle" else {form.name}:
            name = plain_name(written) if divided else written
            other = names.get(name)
            if other is None or (form.official and not other.official):
                names[name] = form
            elif other.card != form.card and form.official == other.official:
                shared.add(name)
    return {name: form for name, form in names.items() if name not in shared and len(name) >= HEAD}


def plain_name(name: str) -> str:
    """Return a name as it is looked up in languages that divide words."""
    return name if name.isascii() else spelling.fold(name)[0]


def _in_one_line(text: str) -> tuple[str, list[int]]:
    """Return the text without accents and with line ends as spaces, and each place's origin."""
    plain, offsets = spelling.fold(text)
    pieces: list[str] = []
    origins: list[int] = []
    last = 0
    for match in LINE_END.finditer(plain):
        pieces += [plain[last : match.start()], " "]
        origins += [*offsets[last : match.start()], offsets[match.start()]]
        last = match.end()
    return "".join((*pieces, plain[last:])), [*origins, *offsets[last:]]


def _ends(text: str, start: int) -> list[int]:
    ends: list[int] = []
    offset = start
    for _ in range(MAX_WORDS):
        word = _WORD.match(text, offset)
        if word is None:
            break
        stop = word.end()
        stem = len(word[0].rstrip(".!?'’&+-"))
        ends += range(offset + max(stem, 1), stop + 1)
        for tail in ("'s", "’s"):
            if word[0][:stem].endswith(tail):
                ends.append(offset + stem - len(tail))
        if "-" in word[0]:
            ends += [offset + hit.start() for hit in re.finditer("-", word[0])]
        joint = re.compile(r",? (?:// |& )?|/").match(text, stop)
        if joint is None or not joint[0]:
            break
        offset = joint.end()
    return sorted(set(ends))


def _named(words: str, names: dict[str, NameForm], language: Language) -> NameForm | None:
    if words in names:
        return names[words]
    lexicon = document_words(language)
    for stop in (len(words), *(words.find(head) for head in lexicon.plural_before)):
        for ending, single in lexicon.plurals.items() if stop > 0 else ():
            if words.endswith(ending, 0, stop):
                name = f"{words[: stop - len(ending)]}{single}{words[stop:]}"
                if name in names:
                    return names[name]
    return None


# Letters of a name from which typos are reported; shorter ones resemble other words.
MIN_LETTERS = 10

# Words of a name that is looked for.
MAX_WORDS_LOOKED_FOR = 7

# Letters of a word that may have a typo.
MIN_WORD = 4

_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BETWEEN = re.compile(r",? ")
_OWNER = re.compile(r"['’]s?$")


class MisspelledName(NamedTuple):
    """A place in a text, and the name that was meant there."""

    start: int
    end: int
    meant: str


class MisspelledNames:
    """The names of a database, ready to be looked for with typos in texts."""

    def __init__(self, register: Database) -> None:
        self._names: dict[tuple[str | None, ...], list[tuple[str, str]]] = {}
        """By their words without one, that word and the name."""
        self._known: set[str] = set()
        self._whole: set[tuple[str, ...]] = set()
        for code in languages.codes():
            language = languages.load(code)
            if language.lexicon.spaces:
                self._known |= terms.rules_words(language)
                for form in register.names(code):
                    self._add(form.name)

    def _add(self, name: str) -> None:
        words = [match[0] for match in _LETTERS.finditer(plain_name(name))]
        lowered = tuple(word.lower() for word in words)
        self._known.update(lowered)
        if not 1 < len(words) <= MAX_WORDS_LOOKED_FOR or sum(map(len, words)) < MIN_LETTERS:
            return
        self._whole.add(lowered)
        for index, word in enumerate(lowered):
            # A small word may have one, too, between capitalised words.
            if len(word) >= MIN_WORD or words[index].islower():
                key = (*lowered[:index], None, *lowered[index + 1 :])
                self._names.setdefault(key, []).append((word, name))

    def find(self, text: str) -> Iterator[MisspelledName]:
        """Yield the names in a text with one typo, in order."""
        last = 0
        for run in _runs(text):
            for first, word in enumerate(run):
                if word.start() < last or not word[0][0].isupper():
                    continue
                for count in range(min(MAX_WORDS_LOOKED_FOR, len(run) - first), 1, -1):
                    if (name := self._meant(run[first : first + count])) is not None:
                        yield name
                        last = name.end
                        break

    def _meant(self, words: list[re.Match[str]]) -> MisspelledName | None:
        if not words[-1][0][0].isupper():
            return None
        first_words = [plain_name(word[0]).lower() for word in words[:-1]]
        last = words[-1][0]
        bare = _OWNER.sub("", last)
        endings = dict.fromkeys((last, bare, bare.removesuffix("s")))
        if any((*first_words, plain_name(each).lower()) in self._whole for each in endings):
            return None  # the name itself, in other capitals
        for ending in endings:
            wanted = self._near((*first_words, plain_name(ending).lower()))
            if wanted:
                return MisspelledName(words[0].start(), words[-1].start() + len(ending), wanted)
        return None

    def _near(self, words: tuple[str, ...]) -> str:
        names: set[str] = set()
        for index, word in enumerate(words):
            if word in self._known:
                continue
            key = (*words[:index], None, *words[index + 1 :])
            for wanted, name in self._names.get(key, ()):
                if (wanted[0] == word[0] or len(wanted) < MIN_WORD) and distance.OSA.distance(
                    word, wanted, score_cutoff=1
                ) == 1:
                    names.add(name)
        return names.pop() if len(names) == 1 else ""


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    for match in _LETTERS.finditer(text):
        if run and not _BETWEEN.fullmatch(text, run[-1].end(), match.start()):
            yield run
            run = []
        run.append(match)
    if run:
        yield run
