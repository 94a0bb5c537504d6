"""What was looked at to how much that was, in one line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field

from nanori.linting.engine import Inspection, Looked
from nanori.model.messages import said

_NO_ORIGINAL = "no original of theirs is there"


class Counted(Struct):
    """What was looked at and found, counted while it passes."""

    read: Counter[str] = field(default_factory=Counter[str])
    """How many cards of each file were looked at."""
    documents: set[str] = field(default_factory=set[str])
    """Which of the files are documents."""
    looked: Looked = Looked()
    checks: Counter[str] = field(default_factory=Counter[str])
    """How many were found by each check."""
    information: int = 0
    """How many are no more than information."""
    safe: int = 0
    """How many have a fix that is safe."""
    unsafe: int = 0
    """How many have a fix that is not."""

    def passing(self, inspections: Iterable[Inspection]) -> Iterator[Inspection]:
        """Yield what was looked at, and count it."""
        for inspection in inspections:
            self.note(inspection)
            yield inspection

    def note(self, inspection: Inspection) -> None:
        """Count what was looked at and found there."""
        self.read[inspection.target.shown] += inspection.looked.cards
        if inspection.target.rules:
            self.documents.add(inspection.target.shown)
        self.looked += inspection.looked
        for diagnostic in (report.diagnostic for report in inspection.reports):
            self.checks[diagnostic.rule] += 1
            self.information += diagnostic.severity == "info"
            if diagnostic.fix is not None and diagnostic.fix.edits:
                self.safe += diagnostic.fix.safe
                self.unsafe += not diagnostic.fix.safe

    @property
    def count(self) -> int:
        """How many there were so far."""
        return self.checks.total()

    def was_read(self, unread: int = 0) -> str:
        """Return how many cards, files and documents were read: “320 cards in 2 files read”."""
        documents = len(self.documents)
        files = len(self.read) - documents
        read: list[str] = []
        if files:
            cards = _counted(self.read.total(), "card")
            read.append(
                said("{cards} in {files}").format(cards=cards, files=_counted(files, "file"))
            )
        if documents:
            read.append(_counted(documents, "document"))
        what = said("{what} read").format(what=said(" and ").join(read)) if read else ""
        parts = [what]
        if self.looked.without_text:
            parts.append(said("{count} without text").format(count=f"{self.looked.without_text:,}"))
        if unread:
            parts.append(said("{count} not read").format(count=f"{unread:,}"))
        if self.looked.pairs:
            compared = said("{count} compared with their originals")
            parts.append(compared.format(count=f"{self.looked.pairs:,}"))
        if self.looked.alone:
            alone = said("{count} with nothing, as no original of theirs is there")
            parts.append(alone.format(count=f"{self.looked.alone:,}"))
        return said(", ").join(parts)

    def told(self, unread: int, first: Sequence[str]) -> dict[str, object]:
        """Return the counts for programs; `first` are the first records that could not be read."""
        return {
            "files": len(self.read),
            "records": self.read.total(),
            "without_text": self.looked.without_text,
            "not_read": {"count": unread, "first": list(first)},
            "pairs_compared": self.looked.pairs,
            "compared_with_nothing": {"count": self.looked.alone, "reason": _NO_ORIGINAL},
            "profiles": sorted(self.looked.profiles),
            "summary": self.summary(unread),
        }

    def summary(self, unread: int = 0) -> str:
        """Return a line that says what was read, what was found, and what can be done about it.

        `unread` counts the records that could not be read.
        """
        summary = self._findings(unread)
        if not self.looked.profiles:
            return summary
        profiles = "+".join(sorted(self.looked.profiles))
        return said("{summary}; profile: {profiles}").format(summary=summary, profiles=profiles)

    def _findings(self, unread: int) -> str:
        read = self.was_read(unread)
        if not self.count and unread:
            return read
        if not self.count:
            nothing = said("{read}, nothing found")
            return nothing.format(read=read) if self.read else ""
        parts = [f"{read}: {_counted(self.count, 'finding')}"]
        if self.safe:
            parts.append(said("{count} can be fixed with --fix").format(count=self.safe))
        if self.unsafe:
            parts.append(said("{count} with --fix --unsafe-fixes").format(count=self.unsafe))
        return said(", ").join(parts)


def _counted(number: int, noun: str) -> str:
    # As gettext has it, a message of one and one of several; Japanese makes no difference.
    return said(f"{{count}} {noun}{'' if number == 1 else 's'}").format(count=number)
