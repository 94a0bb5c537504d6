"""Names of other cards, found in a text where no construction announces them."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import neg

from nanori.annotation import name_fields
from nanori.grammar import automata
from nanori.model import arguments
from nanori.model.values import Card


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
        """Keep the names, except those of one or two characters."""
        self.english = dict(english or {})
        """The English name of each name that is known to have one."""
        self._names: dict[str, None] = {}
        self._lengths: dict[str, list[int]] = {}
        self._listed: list[str] = []
        self._finders: dict[str, automata.NameFinder] = {}
        self._shaped = 0, Counter[str]()
        self._prints: dict[str, list[str]] | None = None
        self.codes = name_fields.NameCodes()
        """What a file's names begin with that does not belong to them, as its texts show."""
        self.add(names)

    def __reduce__(self) -> tuple[object, ...]:
        """Return what lets another process build the same names; it builds its own finders."""
        return KnownNames, (self._listed, self.english), {"codes": self.codes}

    def add(self, names: Iterable[str], english: Mapping[str, str] | None = None) -> None:
        """Add these names."""
        arguments.prove_iterable("names", names, str)
        self.english.update(english or {})
        self._prints = None
        all_names, heads = self._names, self._lengths
        for name in names:
            if name.__class__ is not str:
                arguments.prove("name", name, str)
            if name in all_names or len(name) < HEAD_LENGTH:
                continue
            all_names[name] = None
            self._listed.append(name)
            lengths = heads.get(name[:HEAD_LENGTH])
            if lengths is None:
                heads[name[:HEAD_LENGTH]] = [len(name)]
            elif len(name) not in lengths:
                insort(lengths, len(name), key=neg)

    def add_bare(self) -> None:
        """Add the names without the codes that many of them have, as texts write them."""
        if self.may_have_codes():
            bare = [(name, self.bare(name)) for name in self._listed]
            self.add(each for name, each in bare if each != name)

    def bare(self, name: str, text: str = "") -> str:
        """Return a name without what many of the names, or their texts, show to be no part of it.

        The same letters in marks at many names are no part: “_EMB”.
        """
        found, shapes = self.codes.without(name, text), self._shapes()
        for start, end, marked in name_fields.cores(name):
            ends = (f"{name[:start]}…", f"…{name[end:]}")
            same = (shapes[each] >= name_fields.MIN_SAME for each in ends if len(each) > 1)
            if marked and all(map(name_fields.is_marked, ends)) and all(same):
                found = min(name[start:end], found, key=len)
        return found

    def are_many(self, head: str, tail: str) -> bool:
        """Tell whether many of the names begin, or end, with codes of this shape."""
        shapes = self._shapes()
        ends = ((head, ""), ("", tail))
        found = (shapes[name_fields.shape(*end)] for end in ends if any(end))
        return all(count >= name_fields.MIN_SAME for count in found)

    def may_have_codes(self) -> bool:
        """Tell whether so many names begin or end alike that it may be a code of their file."""
        return any(count >= name_fields.MIN_SAME for count in self._shapes().values())

    def _shapes(self) -> Counter[str]:
        """Return how many names have a code, and a code of each shape, at one end."""
        if self._shaped[0] != len(self._names):
            shapes = Counter(
                each
                for name in self._names
                for core in name_fields.cores(name)
                if not core.start or core.end == len(name)
                for each in name_fields.shapes(name[: core.start], name[core.end :])
            )
            self._shaped = len(self._names), shapes
        return self._shaped[1]

    def other_prints(self, card: Card) -> Sequence[str]:
        """Return what a card's text calls it in other prints, of its English name (CR 201.2)."""
        if self._prints is None:
            self._prints = {}
            for name, english in self.english.items():
                if name in self._names:
                    self._prints.setdefault(english, []).append(name)
        names = self._prints.get(card.name_en, ())
        return [name for name in names if name != card.name and name in card.text]

    def at(self, text: str, offset: int, may_stand: automata.MayStand | None = None) -> str:
        """Return the longest known name at that place of the text that may stand; "" for none."""
        for length in self._lengths.get(text[offset : offset + HEAD_LENGTH], ()):
            name = text[offset : offset + length]
            if name in self._names and (may_stand is None or may_stand(name)):
                return name
        return ""

    def beginnings(
        self, text: str, lang: str, may_stand: automata.MayStand, openings: str = ""
    ) -> Sequence[int]:
        """Return where names may begin in a text, or `openings` before them.

        `may_stand` and `openings` are always the same for a language. Names for which `may_stand`
        is false need not be among them.
        """
        finder = self._finders.get(lang)
        if finder is None:
            finder = self._finders[lang] = automata.NameFinder(openings)
        finder.asked += 1
        many = finder.asked > automata.MIN_TEXTS_FOR_AUTOMATON and automata.are_installed()
        if many and len(text) < automata.MAX_AUTOMATON_TEXT:
            return finder.places(text, self._listed, may_stand)
        return range(len(text))

    def __contains__(self, name: object) -> bool:
        """Tell whether a name is known."""
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """Yield each name once, in the order in which they were added."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many names are known."""
        return len(self._names)


# Names are looked up by this many first characters; shorter ones are not evidence.
HEAD_LENGTH = 3
