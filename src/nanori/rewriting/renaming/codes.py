"""Takes the codes off the names of a finished set's cards."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from nanori.annotation.name_fields import NameCodes
from nanori.formats.entries import Element, Entry
from nanori.model.values import Card, Edit
from nanori.rewriting.renaming import renames
from nanori.rewriting.renaming.renames import FieldChange, Leftover, Plan

# Why a name keeps its code.
TAKEN = "two cards would be called so"
# Where a name may begin in a text.
_BEGINS = re.compile(r"(?<![^\W_])(?=[\w\[(#])")
# Two letters or digits of a word, in languages that divide words.
_WITHIN = re.compile(r"[^\W\u3040-\U0003ffff]{2}")
# Its first word, by which it is looked up; no code is longer.
_HEAD = re.compile(r"[^ ]{1,24}")


class CodesTakenOff:
    """The codes of a finished set, to be removed from names, texts and related cards."""

    def __init__(self) -> None:
        self._codes = NameCodes()
        self._names: dict[str, None] = {}
        self._new: dict[str, str] | None = None
        self._kept: frozenset[str] = frozenset()
        self._by_first_word: Mapping[str, list[str]] = {}

    def add(self, card: Card) -> None:
        """Take in a card."""
        self._new = None
        self._codes.learn(card.name, card.text)
        self._names.update(dict.fromkeys((card.name, *card.faces)))

    def names(self) -> dict[str, str]:
        """Return the names with codes and what they are without, unless two would be one."""
        if self._new is None:
            bare = {name: self._codes.without(name) for name in self._names if name}
            count = Counter(bare.values())
            self._kept = frozenset(
                name for name, new in bare.items() if new != name and count[new] > 1
            )
            self._new = {name: new for name, new in bare.items() if new != name and count[new] == 1}
            self._by_first_word = defaultdict[str, list[str]](list)
            for name in sorted(self._new, key=len, reverse=True):
                self._by_first_word[name.partition(" ")[0]].append(name)
        return self._new

    def may_be(self, element: Element) -> bool:
        """Tell whether an element may have a code: any may if the files have one."""
        return bool(self.names() or self._kept)

    def plan(self, entry: Entry) -> Plan:
        """Return what changes and what stays in a card."""
        card = entry.card
        changes: list[FieldChange] = []
        left: list[Leftover] = []
        for field in renames.name_fields(card):
            words = renames.field_words(card, field)
            changes += (FieldChange.of_edit(field, words, edit) for edit in self.of_words(words))
            if words in self._kept:
                left.append(Leftover(field, 0, len(words), words, TAKEN))
        changes += (
            FieldChange.of_edit("text", card.text, edit, "full")
            for edit in self.of_words(card.text)
        )
        return Plan(tuple(changes), tuple(left))

    def of_words(self, words: str) -> list[Edit]:
        """Return the edits of a text, or of a name, perhaps of several faces."""
        new = self.names()
        return [Edit(start, start + len(name), new[name]) for start, name in self._said(words)]

    def old(self, entries: Sequence[Entry]) -> Sequence[str]:
        """Return the names of these cards that have codes."""
        return [entry.card.name for entry in entries if entry.card.name in self.names()]

    def _said(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield where names with codes are in a text, in order and without overlap."""
        self.names()
        offset = 0
        for match in _BEGINS.finditer(text) if self._by_first_word else ():
            start = match.start()
            if start < offset:
                continue
            head = _HEAD.match(text, start)
            for name in self._by_first_word.get(head[0], ()) if head else ():
                end = start + len(name)
                if text.startswith(name, start) and not _WITHIN.match(text, end - 1):
                    yield start, name
                    offset = end
                    break
