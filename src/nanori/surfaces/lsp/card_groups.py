"""The cards of a file, by element, to what the checks must know of all files together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from nanori.linting.files.originals import Originals, translated
from nanori.linting.gathering import call
from nanori.linting.indexes import Index
from nanori.model.values import Card
from nanori.surfaces.lsp.questions import AskedIndex, AskedOriginals

if TYPE_CHECKING:
    from nanori.names.database import Database

CalledSo = tuple[str, str, str]
"""What is said in an original, what it is called in a translation, and in which language."""


class CardGroup:
    """The cards of an element, with what they tell of names."""

    __slots__ = ("_callings", "_originals", "_translated", "cards", "index")

    def __init__(self, cards: Sequence[Card], index: Index | None = None) -> None:
        """Keep the cards; `index` has what they tell, and may have what others tell, too."""
        self.cards = cards
        self.index = index
        self._translated = any(map(translated, cards))
        self._originals: list[Card | None] = []
        self._callings: list[CalledSo] | None = None

    def callings(self, originals: Originals) -> Sequence[CalledSo]:
        """Return what its translations call what their originals name."""
        if not self._translated:
            return ()
        meant = [originals.of(card) for card in self.cards if translated(card)]
        if self._callings is None or meant != self._originals:
            recorder = _Recorder()
            call(self.cards, recorder, originals)
            self._originals, self._callings = meant, recorder.callings
        return self._callings


class _Recorder(Index):
    """An index that only writes down what is called what."""

    def __init__(self) -> None:
        super().__init__()
        self.callings: list[CalledSo] = []

    def call(self, said: str, meant: str, lang: str) -> None:
        """Write it down."""
        self.callings.append((said, meant, lang))


class Grouped(Protocol):
    """A file whose cards are in groups."""

    @property
    def groups(self) -> Sequence[CardGroup]: ...  # noqa: D102


class Gathering:
    """What is known of all files: begun, and then carried on in steps that take a moment each."""

    def __init__(self, register: Database | None) -> None:
        """Begin with nothing known."""
        self.index = AskedIndex(register=register)
        self.originals = AskedOriginals(self.index)

    def steps(self, files: Iterable[Grouped], *, pairs: bool) -> Iterator[None]:
        """Gather what the files tell, in their order; every step ends with a yield."""
        groups = [group for file in files for group in file.groups]
        for group in groups:
            if group.index is not None:
                self.index.join(group.index)
            self.originals.look(group.cards)
            yield
        for group in groups:
            self.originals.keep(group.cards)
            yield
        if pairs and self.originals.translated:
            for group in groups:
                for calling in group.callings(self.originals):
                    self.index.call(*calling)
                yield
        self.index.asked = {}
