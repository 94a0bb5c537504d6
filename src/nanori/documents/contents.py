"""A rules document to the numbers of rules it has, and to the sections it has but a part of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from nanori.documents.numbered_paragraphs import Paragraph

LETTER = re.compile(r"[a-z]$")


class Contents:
    """The rules of a document."""

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        """Look through its paragraphs."""
        numbers = {paragraph.number for paragraph in paragraphs if paragraph.number}
        self._sections = {number[:3] for number in numbers}
        self._numbers = numbers | self._sections | {LETTER.sub("", number) for number in numbers}
        rules: dict[str, set[int]] = defaultdict(set)
        for number in numbers:
            section, _, rule = LETTER.sub("", number).partition(".")
            if rule:
                rules[section].add(int(rule))
        self._quoted = {section for section, there in rules.items() if 2 * len(there) < max(there)}

    def __bool__(self) -> bool:
        """Tell whether there is a rule at all."""
        return bool(self._numbers)

    def __contains__(self, number: str) -> bool:
        """Tell whether a rule or section is there."""
        return number in self._numbers

    def is_excerpt(self, number: str) -> bool:
        """Tell whether a rule's section is not there, or less than every second rule of it."""
        section = number[:3]
        return section not in self._sections or section in self._quoted
