"""The forms in which a text writes a name, by the endings that its words can take.

Nothing here knows a word: a language says in `[inflection]` what its words end in and what its
cases put in that place. Each word of a name may be in any of its forms.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import Inflection

_WORD = re.compile(r"[^\W_]+")
# How many words are remembered with their possible endings; names share most of theirs.
_CACHED_WORDS = 8192
# Letters of a stem: a single letter does not tell which word it is from.
_MIN_STEM_LENGTH = 2

# The possible endings of a word after each of its possible stems.
Ends = dict[str, frozenset[str]]


@lru_cache(_CACHED_WORDS)
def _ends(word: str, language: Language) -> Ends:
    """Return the stems of a word in lower case with the endings each may have."""
    inflection = language.lexicon.inflection
    own = inflection.words.get(word)
    if own is not None:
        return dict.fromkeys((word, *own), frozenset(("",)))
    ends: dict[str, set[str]] = {word: {""}}
    for declension in inflection.declensions:
        stem = word.removesuffix(declension.ends)
        endings = {form for forms in declension.forms for form in forms.split("/")}
        endings.update(declension.more)
        if not stem:  # the whole word is one that changes so
            ends.update((form, {""}) for form in endings)
        elif len(stem) >= _MIN_STEM_LENGTH and (stem != word or not declension.ends):
            ends.setdefault(stem, set()).update(endings)
    return {stem: frozenset(its_ends) for stem, its_ends in ends.items()}


@cache
def _alike(language: Language) -> dict[int, int]:
    typed, replacement = language.lexicon.inflection.alike
    return str.maketrans(typed, replacement)


def _folded(text: str, language: Language) -> str:
    """Return a text in lower case, look-alikes as what they look like; places stay the same."""
    small = text.lower()
    small = small if len(small) == len(text) else text  # a letter whose lower case is two
    return small.translate(_alike(language))


def written(name: str, text: str, language: Language) -> Sequence[str]:
    """Return the forms other than the name itself in which a text writes it, each once.

    A form begins with a capital where the name does, except for an article at its beginning.
    """
    if not language.lexicon.inflection.declensions:
        return ()
    small, within = _folded(name, language), _folded(text, language)
    words = list(_WORD.finditer(small))
    if not words or not _may_stand(max((word[0] for word in words), key=len), within, language):
        return ()
    article = words[0][0] in language.lexicon.inflection.words
    if article and len(words) == 1:
        return ()  # no text is about a card whose name is only an article
    forms: dict[str, None] = {}
    for start in _starts(words[0][0], within, language):
        begin = start - words[0].start()
        end = _end(small, words, within, start, language)
        form = text[begin:end] if begin >= 0 else ""
        if form and form != name and (article or form[0].isupper() or not name[0].isupper()):
            forms[form] = None
    return list(forms)


def _may_stand(word: str, text: str, language: Language) -> bool:
    """Tell whether a text has a stem of a word: most texts have no form of a name."""
    return any(stem in text for stem in _ends(word, language))


def _starts(word: str, text: str, language: Language) -> Iterator[int]:
    """Yield where words of a text begin with the beginning of a word in some form."""
    for stem in _ends(word, language):
        offset = text.find(stem)
        while offset >= 0:
            if not offset or not text[offset - 1].isalnum():
                yield offset
            offset = text.find(stem, offset + 1)


def _end(
    name: str, words: Sequence[re.Match[str]], text: str, start: int, language: Language
) -> int:
    """Return where a name ends with each word in some form; 0 if it is not there."""
    offset = start
    for number, word in enumerate(words):
        match = _WORD.match(text, offset)
        if match is None or not is_form(match[0], word[0], language):
            return 0
        next_start = words[number + 1].start() if number + 1 < len(words) else len(name)
        between = name[word.end() : next_start]
        if not text.startswith(between, match.end()):
            return 0
        offset = match.end() + len(between)
    return offset


def is_form(form: str, word: str, language: Language) -> bool:
    """Tell whether letters are a form of a word; both are folded."""
    return any(
        form.startswith(stem) and form[len(stem) :] in ends
        for stem, ends in _ends(word, language).items()
    )


def akin(word: str, text: str, inflection: Inflection) -> Iterator[str]:
    """Yield the capitalised words of a text that are other forms of a word: „Wächters“."""
    for declension in inflection.declensions:
        ends = {form for forms in declension.forms for form in forms.split("/")}
        stems = [word[: len(word) - len(end)] for end in ends if word.endswith(end)]
        for stem in (stem for stem in stems if len(stem) >= _MIN_STEM_LENGTH and stem[0].isupper()):
            for other in _WORD.finditer(text):
                if other[0] != word and other[0].startswith(stem) and other[0][len(stem) :] in ends:
                    yield other[0]


@lru_cache(_CACHED_WORDS)
def is_listed(word: str, language: Language, *lists: str) -> bool:
    """Tell whether a word is a form of one in some lists, such as a keyword in any case."""
    small, stems = _folded(word, language), _stems(language, lists)
    return any(small[cut:] in stems.get(small[:cut], ()) for cut in range(len(small), 0, -1))


@cache
def _stems(language: Language, lists: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the stems of the words of some lists, with their possible endings."""
    stems: dict[str, set[str]] = {}
    for listed in (language.lexicon.words.get(name, ()) for name in lists):
        for word in listed:
            for stem, ends in _ends(_folded(word, language), language).items():
                stems.setdefault(stem, set()).update(ends)
    return stems
