"""Names of other cards, found in a text where no construction announces them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from operator import neg

from nanori.model import arguments


class KnownNames:
    """Names of other cards, for recognising them where no construction announces them.

    They may be in any language; `english` gives the English name of those that have one, and a
    reference to such a name then says it as `refers_to_en`. Names of one or two characters are
    left out, as these are words more often. WrongTypeError if a name is no `str`. CR 201.2.

        >>> known = nanori.KnownNames(["Ashen Courier", "灰の急使"], {"灰の急使": "Ashen Courier"})
        >>> "灰の急使" in known, len(known)
        (True, 2)
        >>> card = nanori.Card(name="Quay", text="Tap Ashen Courier.")
        >>> [(reference.text, reference.form) for reference in nanori.annotate(card, known)]
        [('Ashen Courier', 'other')]
    """

    def __init__(self, names: Iterable[str], english: Mapping[str, str] | None = None) -> None:
        """Keep the names, but for those of one or two characters."""
        self.english = dict(english or {})
        """The English name of each name that is known to have one."""
        self._names: dict[str, None] = {}
        self._lengths: dict[str, list[int]] = {}
        self.add(names)

    def add(self, names: Iterable[str], english: Mapping[str, str] | None = None) -> None:
        """Know these names, too."""
        arguments.prove_iterable("names", names, str)
        self.english.update(english or {})
        for name in names:
            arguments.prove("name", name, str)
            if len(name) >= HEAD and name not in self._names:
                self._names[name] = None
                lengths = self._lengths.setdefault(name[:HEAD], [])
                if len(name) not in lengths:
                    insort(lengths, len(name), key=neg)

    def at(self, text: str, place: int) -> str:
        """Return the longest known name that stands at that place of the text, or nothing."""
        for length in self._lengths.get(text[place : place + HEAD], ()):
            if (name := text[place : place + length]) in self._names:
                return name
        return ""

    def __contains__(self, name: object) -> bool:
        """Tell whether a name is known."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Yield each name once, in the order in which they came."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many names are known."""
        return len(self._names)


HEAD = 3
"""Names are looked up by this many first characters; shorter ones are no evidence."""
