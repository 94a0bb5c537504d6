"""Remarks in a file that turn checks off for a card, and which of them did so."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nanori.formats.entries import Element, Entry
from nanori.formats.suppressions import ALL

_SIGN = "noqa"


def may(element: Element) -> bool:
    """Tell whether an element may have such a remark."""
    return _SIGN.encode() in element.text or _SIGN in element.context


class Remarks:
    """What the remarks of an element turn off."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Gather them; a remark is about the whole element, with its faces and languages."""
        self._names = list(dict.fromkeys(name for entry in entries for name in entry.suppressed))
        self._used: set[str] = set()

    def hide(self, check: str) -> bool:
        """Tell whether a finding of that check is turned off, and note that it was."""
        for name in (check, ALL):
            if name in self._names:
                self._used.add(name)
                return True
        return False

    def unused(self, checks: Collection[str]) -> list[str]:
        """Return what turned nothing off; a check that was not run had no chance to speak."""
        from nanori.linting import checks as every

        known = every.listed()
        whole = set(known) <= set(checks)
        return [
            name
            for name in self._names
            if name not in self._used
            and (whole if name == ALL else name in checks or name not in known)
        ]
