"""Names of other cards, found in a text where no construction announces them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class KnownNames:
    """Names of other cards, for recognising them where no construction announces them."""

    def __init__(self, names: Iterable[str], english: Mapping[str, str] | None = None) -> None:
        """Keep the names, but for those of one or two characters: these are words more often."""
        self.english = dict(english or {})
        """The English name of each name that is known to have one."""
        self._by_head: dict[str, list[str]] = {}
        for name in dict.fromkeys(names):
            if len(name) >= HEAD:
                self._by_head.setdefault(name[:HEAD], []).append(name)
        for group in self._by_head.values():
            group.sort(key=len, reverse=True)

    def at(self, text: str, place: int) -> str:
        """Return the longest known name that stands at that place of the text, or nothing."""
        for name in self._by_head.get(text[place : place + HEAD], ()):
            if text.startswith(name, place):
                return name
        return ""


HEAD = 3
"""Names are looked up by this many first characters; shorter ones are no evidence."""
