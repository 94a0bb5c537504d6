"""What the checks of a card ask about all others, remembered with the answers.

A card has to be looked at again where its text is another one, or where one of its questions has
another answer; of thousands of cards these are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from nanori.annotation.known_names import KnownNames
from nanori.formats.pairing import identity
from nanori.grammar.languages import Language
from nanori.linting.files.originals import Originals
from nanori.linting.indexes import Index
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database

AskedQuestion = tuple[Any, ...]
"""The name of what was asked, and with what."""

Asked = dict[AskedQuestion, object]
"""Questions with the answers that were given."""

Answered = TypeVar("Answered")

KNOWN = ("known", "others")
"""Questions whose answer is names to be found in a text: only those that stand there count."""


class AskedIndex(Index):
    """The names of all files; it writes down what it is asked."""

    def __init__(self, register: Database | None = None) -> None:
        """Begin with no names and no questions; the database is that of an index."""
        super().__init__(register=register)
        self.asked: Asked = {}

    def _noted(self, answer: Answered, *question: object) -> Answered:
        self.asked[question] = answer
        return answer

    def styles(self, card: Card, path: str = "") -> tuple[int, int]:  # noqa: D102
        return self._noted(super().styles(card, path), "styles", card, path)

    def tokens(self, lang: str, path: str = "") -> Counter[str]:  # noqa: D102
        return self._noted(super().tokens(lang, path), "tokens", lang, path)

    def called(self, said: str, lang: str) -> Counter[str]:  # noqa: D102
        return self._noted(super().called(said, lang), "called", said, lang)

    def knows(self, name: str, lang: str) -> bool:  # noqa: D102
        return self._noted(super().knows(name, lang), "knows", name, lang)

    def recurs(self, word: str, lang: str) -> bool:  # noqa: D102
        return self._noted(super().recurs(word, lang), "recurs", word, lang)

    def nearest(self, name: str, lang: str) -> str:  # noqa: D102
        return self._noted(super().nearest(name, lang), "nearest", name, lang)

    def texts(self, card: Card, path: str = "") -> int:  # noqa: D102
        return self._noted(super().texts(card, path), "texts", card, path)

    def legends(self, short: str, lang: str) -> frozenset[str]:  # noqa: D102
        return self._noted(super().legends(short, lang), "legends", short, lang)

    def english(self, name: str, lang: str) -> frozenset[str]:  # noqa: D102
        return self._noted(super().english(name, lang), "english", name, lang)

    def names(self, lang: str) -> frozenset[str]:  # noqa: D102
        return self._noted(super().names(lang), "names", lang)

    def translations(self, english: str, lang: str) -> tuple[str, ...]:  # noqa: D102
        return self._noted(super().translations(english, lang), "translations", english, lang)

    def known(self, language: Language) -> KnownNames:  # noqa: D102
        return self._noted(super().known(language), "known", language)

    def others(self, language: Language) -> KnownNames:  # noqa: D102
        return self._noted(super().others(language), "others", language)


class AskedOriginals(Originals):
    """The originals of translations; what it is asked is written down beside what an index is."""

    def __init__(self, index: AskedIndex) -> None:
        """Begin with none; `index` keeps the questions."""
        super().__init__()
        self._index = index

    def of(self, card: Card) -> Card | None:  # noqa: D102
        original = super().of(card)
        key = (card.name_en, card.printed, identity(card))
        self._index.asked[("original", card, key)] = original
        return original


class Answers:
    """The answers of now, each given once, to tell which cards had others before."""

    def __init__(self, index: AskedIndex, originals: AskedOriginals) -> None:
        """Ask these; what they write down meanwhile is forgotten."""
        self._index, self._originals = index, originals
        self._given: dict[AskedQuestion, object] = {}
        self._changed: dict[tuple[int, int], _Difference] = {}

    def differ(self, asked: Asked, texts: Iterable[str]) -> bool:
        """Tell whether one of those questions has another answer now than it had.

        `texts` are those that names were looked for in. Where none differs, `asked` has the new
        answers.
        """
        now: Asked = {}
        words = tuple(texts)
        for question, before in asked.items():
            answer = self._answer(question)
            if question[0] in KNOWN and answer is not before:
                changed = self._differing(before, answer)
                if any(name in text for name in changed for text in words):
                    return True
                now[question] = answer
            elif answer is not before and not _same(before, answer):
                return True
        asked.update(now)
        return False

    def _answer(self, question: AskedQuestion) -> object:
        """Return the answer that is given now."""
        if question not in self._given:
            ask: Callable[..., object]
            kind, *given = question
            if kind == "original":
                ask, given = self._originals.of, given[:1]
            else:
                ask = getattr(self._index, kind)
            self._given[question] = ask(*given)
            self._index.asked.clear()
        return self._given[question]

    def _differing(self, before: object, now: object) -> tuple[str, ...]:
        """Return the names that only one of two lots has."""
        key = (id(before), id(now))
        if key not in self._changed:
            assert isinstance(before, KnownNames)
            assert isinstance(now, KnownNames)
            self._changed[key] = _Difference(before, now, tuple({*before} ^ {*now}))
        return self._changed[key].names


class _Difference(NamedTuple):
    """Two lots of names, kept so that their ids stay theirs, and the names only one has."""

    before: KnownNames
    now: KnownNames
    names: tuple[str, ...]


def _same(before: object, now: object) -> bool:
    """Tell whether two answers are the same, those that are counts in the same order."""
    if isinstance(before, Counter) and isinstance(now, Counter):
        counts = cast("Counter[str]", before), cast("Counter[str]", now)
        return list(counts[0].items()) == list(counts[1].items())
    return before == now
