"""A document, as checks look at it: its paragraphs and their translations as texts with places."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.pipeline import annotate
from nanori.documents import mentions, numbered_paragraphs, pairs, prose_mentions, rulebook
from nanori.documents.numbered_paragraphs import Bilingual, Paragraph
from nanori.documents.source import Document
from nanori.documents.values import CardMention, Status
from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.diagnostics import Diagnostic
from nanori.model.values import Card

# Code points of a paragraph in which references are looked for.
MAX_LENGTH_OF_PARAGRAPH = 1 << 16
# What stands for a letter or digit that is not looked at.
HIDDEN = "_"
LETTERS = re.compile(r"[^\W_]")
# Rules of `rulebook` on numbers, the most telling first, on missing halves, on references.
RULES_OF_NUMBERS = (
    "wrong-number",
    "wrong-title",
    "different-number",
    "different-reference",
    "repeated-number",
)
RULES_OF_HALVES = ("lines/half",)
RULES_OF_REFERENCES = ("dangling-reference",)


class PairOfHalves(Struct, frozen=True):
    """A paragraph and its translation, and where each begins in the document."""

    pair: Pair
    original: int
    translation: int


class Prose(Struct, eq=False, dict=True):
    """A document with what is known of other cards, and what was asked for."""

    document: Document
    index: Index = msgspec.field(default_factory=Index)
    settings: Settings = Settings()
    against: Document | None = None
    """The full rules that the document is an excerpt of."""
    _subjects: dict[Paragraph, Subject] = {}

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs, in order."""
        return numbered_paragraphs.read(self.document)

    @cached_property
    def bilingual(self) -> Bilingual:
        """What answers each other in the document."""
        return numbered_paragraphs.bilingual(self.document.text, self.paragraphs)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What does not fit in its numbers, once at a place: what tells most."""
        best: dict[tuple[int, int], Diagnostic] = {}
        order = (*RULES_OF_NUMBERS, *RULES_OF_HALVES, *RULES_OF_REFERENCES)
        every = rulebook.check(self.document, self.against)
        for each in sorted(every, key=lambda each: order.index(each.rule)):
            best.setdefault((each.start, each.end), each)
        return tuple(sorted(best.values(), key=lambda each: (each.start, each.end)))

    def of_numbers(self, rules: Collection[str]) -> Iterator[Finding]:
        """Yield what does not fit by one of those rules of `rulebook`."""
        for each in self.diagnostics:
            if each.rule in rules:
                yield Finding(each.start, each.end, each.message)

    @cached_property
    def mentions(self) -> list[CardMention]:
        """The names of cards in it; none without a database."""
        register = self.index.register
        return prose_mentions.find(self.document, register) if register is not None else []

    def of_mentions(self, statuses: Collection[Status]) -> Iterator[Finding]:
        """Yield the names with one of these statuses in the database."""
        for mention in self.mentions:
            if mention.status in statuses:
                each = mentions.diagnosed(self.document, mention)
                yield Finding(each.start, each.end, each.message)

    @cached_property
    def pairs(self) -> tuple[PairOfHalves, ...]:
        """The paragraphs that answer each other, as texts."""
        return tuple(
            PairOfHalves(
                Pair(self.subject(each.original), self.subject(each.translation)),
                each.original.body,
                each.translation.body,
            )
            for each in self.bilingual.pairs
        )

    @cached_property
    def translations(self) -> frozenset[Paragraph]:
        """The paragraphs that are a translation."""
        return frozenset(each.translation for each in self.bilingual.pairs)

    @cached_property
    def subjects(self) -> tuple[tuple[Paragraph, Subject], ...]:
        """The paragraphs as texts."""
        return tuple((paragraph, self.subject(paragraph)) for paragraph in self.paragraphs)

    def subject(self, paragraph: Paragraph) -> Subject:
        """Return a paragraph as a text; numbers of rules and the English of names are hidden."""
        if paragraph in self._subjects:
            return self._subjects[paragraph]
        text = self.readable[paragraph.body : paragraph.end]
        card = Card(name="", text=text, lang=paragraph.language.code)
        references = annotate(card) if len(text) <= MAX_LENGTH_OF_PARAGRAPH else []
        paragraph_subject = Subject(card, references, self.index, self.settings)
        self._subjects[paragraph] = paragraph_subject
        return paragraph_subject

    @cached_property
    def readable(self) -> str:
        """The text without the numbers of rules, and without the English of 名前/Name."""
        text = self.document.text
        spans = [
            (reference.start, reference.end)
            for paragraph in self.paragraphs
            for reference in numbered_paragraphs.find(
                text, paragraph.body, paragraph.end, paragraph.language
            )
        ]
        for _, (start, end) in numbered_paragraphs.examples_alone(text, self.bilingual.pairs):
            stop = text.find("\n", end)
            spans.append((start, stop if stop >= 0 else len(text)))
        for name in pairs.find(self.document):
            if name.slash is not None and not name.reversed:
                spans.append((name.slash[1], name.end))
        parts: list[str] = []
        last = 0
        for start, end in sorted(spans):
            if start >= last:
                parts += [text[last:start], LETTERS.sub(HIDDEN, text[start:end])]
                last = end
        return "".join((*parts, text[last:]))

    def of_pairs(self, find: Callable[[Pair], Iterable[Finding]]) -> Iterator[Finding]:
        """Yield what a check of pairs finds in the translations, at its place in the document."""
        for each in self.pairs:
            for finding in find(each.pair):
                yield _moved(finding, each.translation)

    def of_texts(self, find: Callable[[Subject], Iterable[Finding]]) -> Iterator[Finding]:
        """Yield what a check of texts finds in paragraphs, at its place in the document."""
        for paragraph, subject in self.subjects:
            yield from self.of_text(find, paragraph, subject)

    def of_text(
        self,
        find: Callable[[Subject], Iterable[Finding]],
        paragraph: Paragraph,
        subject: Subject,
    ) -> Iterator[Finding]:
        """Yield what a check of texts finds in one of them."""
        for finding in find(subject):
            yield _moved(finding, paragraph.body)


def _moved(finding: Finding, begin: int) -> Finding:
    """Return a finding in a paragraph as one in the document; nothing mends a document."""
    return replace(finding, start=begin + finding.start, end=begin + finding.end, fix=None)
