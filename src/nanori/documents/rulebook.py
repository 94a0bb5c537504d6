"""A rules document to what does not fit: halves of bilingual rules, cross-references, titles."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from nanori.documents import cross_references, numbered_paragraphs, source
from nanori.documents.cross_references import CrossReference, folded
from nanori.documents.numbered_paragraphs import Paragraph
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.model.diagnostics import Diagnostic


def check(document: Document) -> list[Diagnostic]:
    """Return the findings of a rules document in the order of the text.

    A document is bilingual if it has a rule in two languages. Source: spec/names.md F2.
    """
    book = _Rulebook(document)
    found = [
        *book.missing(),
        *book.renumbered(),
        *book.repeated(),
        *book.differing(),
        *book.dangling(),
        *book.titles(),
        *book.corrections(),
    ]
    once = {(one.start, one.end, one.check): one for one in reversed(found)}
    return [once[key] for key in sorted(once)]


class _Rulebook:
    """The paragraphs of a document with what they refer to."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._all = numbered_paragraphs.read(document)
        text = document.text
        self._references: dict[Paragraph, list[CrossReference]] = {
            one: list(cross_references.find(text, one.body, one.end, one.lang)) for one in self._all
        }
        rules = [one for one in self._all if one.number and not one.heading]
        self._halves: dict[str, dict[str, Paragraph]] = defaultdict(dict)
        together = [
            pair
            for pair in pairwise(rules)
            if pair[0].number == pair[1].number and pair[0].lang != pair[1].lang
        ]
        paired = {one for pair in together for one in pair}
        for one in [*(one for pair in together for one in pair), *rules]:
            self._halves[one.number].setdefault(one.lang, one)
        self._again = [one for one in rules if one not in paired and not self._is_half(one)]
        self._apart = min(max((two.block - one.block for one, two in together), default=0), 1)
        self._bilingual = any(len(halves) > 1 for halves in self._halves.values())
        numbers = {one.number for one in self._all if one.number}
        self._sections = {number[:3] for number in numbers}
        self._there = numbers | self._sections
        self._there |= {re.sub(r"[a-z]$", "", number) for number in numbers}
        self._shifted = dict(self._neighbours(rules))

    def _is_half(self, one: Paragraph) -> bool:
        """Tell whether a rule is the first that has its number in its language."""
        return self._halves[one.number].get(one.lang) is one

    def _neighbours(self, rules: list[Paragraph]) -> Iterator[tuple[Paragraph, Paragraph]]:
        """Yield halves that stand together and have each another number."""
        again = set(self._again)
        for one, other in pairwise(rules):
            alone = all(len(self._halves[x.number]) == 1 or x in again for x in (one, other))
            near = other.block - one.block <= self._apart and one.number[:3] == other.number[:3]
            if alone and near and one.lang != other.lang and one.number != other.number:
                yield one, other

    def repeated(self) -> Iterator[Diagnostic]:
        """Yield the rules whose number another rule of the same language has."""
        text = self._document.text
        shifted = {*self._shifted, *self._shifted.values()}
        for one in self._again:
            first = self._halves[one.number][one.lang]
            if one not in shifted and text[one.body : one.end] != text[first.body : first.end]:
                line = self._document.place(first.start)[0]
                message = f"another rule {one.number} stands in line {line}"
                yield self._at(one, self._number_span(one), "repeated-number", message)

    def _at(
        self, one: Paragraph, span: tuple[int, int], check: str, message: str, *, mild: bool = False
    ) -> Diagnostic:
        severity = "info" if mild else "warning"
        return source.diagnostic_at(self._document, span, check, severity, message, lang=one.lang)

    def _number_span(self, one: Paragraph) -> tuple[int, int]:
        return one.start, one.start + len(one.number)

    def missing(self) -> Iterator[Diagnostic]:
        """Yield the rules of a bilingual document that one of its languages does not have."""
        counts = Counter(lang for halves in self._halves.values() for lang in halves)
        if not self._bilingual:
            return
        shifted = {*self._shifted, *self._shifted.values()}
        for number, halves in self._halves.items():
            for lang in counts:
                one = next(iter(halves.values()))
                if lang not in halves and one not in shifted:
                    name = languages.load(lang).lexicon.name
                    message = f"rule {number} is not given in {name}"
                    yield self._at(one, self._number_span(one), "missing-half", message)

    def renumbered(self) -> Iterator[Diagnostic]:
        """Yield neighbours that are two halves of one rule but for the number."""
        for one, other in self._shifted.items():
            message = f"rule {other.number} stands where the other half of {one.number} was wanted"
            yield self._at(other, self._number_span(other), "different-number", message)

    def differing(self) -> Iterator[Diagnostic]:
        """Yield the cross-references that only one half of a paragraph has."""
        for halves in self._halves.values():
            yield from self._compared(list(halves.values()))
        for one, other in self._shifted.items():
            yield from self._compared([one, other])
        for together in numbered_paragraphs.blocks(self._all) if self._bilingual else ():
            langs = list(dict.fromkeys(one.lang for one in together))
            if len(langs) == 2:
                yield from self._compared(together)

    def _compared(self, halves: list[Paragraph]) -> Iterator[Diagnostic]:
        """Yield the references of paragraphs in one language that those in another lack."""
        numbers: dict[str, set[str]] = {one.lang: set() for one in halves}
        for one in halves:
            for reference in self._references[one]:
                numbers[one.lang].update(reference.numbers)
        if len(numbers) < 2:
            return
        for one in halves:
            others = set[str]().union(*(said for lang, said in numbers.items() if lang != one.lang))
            alone = sorted(others - numbers[one.lang])
            if alone and one.lang == halves[0].lang:
                continue  # one number in the place of another is told once, where it comes second
            for reference in self._references[one]:
                lacking = [number for number in reference.numbers if number not in others]
                if lacking:
                    what = f"{', '.join(alone)} there" if alone else "none there"
                    rule = f"rule {one.number}" if one.number else "this paragraph"
                    message = (
                        f"{rule} refers to {', '.join(lacking)}, its other half does not: {what}"
                    )
                    span = (reference.start, reference.end)
                    yield self._at(one, span, "different-reference", message)

    def dangling(self) -> Iterator[Diagnostic]:
        """Yield cross-references to no rule of the document; mild where it lacks the section."""
        if not self._there:
            return
        for one, references in self._references.items():
            for reference in references:
                lacking = [number for number in reference.numbers if number not in self._there]
                if lacking:
                    absent = lacking[0][:3] not in self._sections
                    where = f", nor section {lacking[0][:3]}" if absent else ""
                    message = f"no rule {', '.join(lacking)} is in this document{where}"
                    span = (reference.start, reference.end)
                    yield self._at(one, span, "dangling-reference", message, mild=absent)

    def titles(self) -> Iterator[Diagnostic]:
        """Yield cross-references whose title belongs to another number, the rarer of the two."""
        said: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        owned: dict[tuple[str, str], set[str]] = defaultdict(set)
        for one in self._all:
            if one.heading:
                for title in re.split(r"[/／]", self._document.text[one.body : one.end]):
                    owned[languages.of_text(title), folded(title)].add(one.number)
            for reference in self._references[one]:
                if reference.title:
                    said[one.lang, folded(reference.title)][reference.numbers[-1]] += 1
        for one, references in self._references.items():
            for reference in references:
                key = (one.lang, folded(reference.title))
                number = reference.numbers[-1]
                wanted = owned.get(key) or _commonest(said[key])
                if reference.title and wanted and not _within(number, wanted):
                    message = (
                        f"“{reference.title}” is {', '.join(sorted(wanted))} in this document, "
                        f"not {number}"
                    )
                    span = (reference.start, reference.end)
                    yield self._at(one, span, "wrong-number", message)

    def corrections(self) -> Iterator[Diagnostic]:
        """Yield the slips that the document itself announces, and where they still stand."""
        text = self._document.text
        for lang in languages.codes():
            written = languages.load(lang).lexicon.documents.correction
            for match in re.compile(written).finditer(text) if written else ():
                right, wrong = match["right"], match["wrong"]
                if right == wrong:
                    continue
                message = f"says that {right} was written {wrong} by mistake"
                severity = "info"
                span = match.span("wrong")
                yield source.diagnostic_at(
                    self._document, span, "announced-slip", severity, message, lang=lang
                )
                yield from self._still(right, wrong, span)

    def _still(self, right: str, wrong: str, announced: tuple[int, int]) -> Iterator[Diagnostic]:
        for one, references in self._references.items():
            for reference in references:
                span = (reference.start, reference.end)
                if wrong in reference.numbers and span != announced:
                    message = f"{wrong} stands here, the document says that {right} is meant"
                    yield self._at(one, span, "wrong-number", message)


def _within(number: str, wanted: set[str]) -> bool:
    """Tell whether a number is one of those, or the section or rule that one of them is part of."""
    return any(one.startswith(number) for one in wanted)


def _commonest(counts: Counter[str]) -> set[str]:
    """Return the number that is said most often, if there is one."""
    ordered = counts.most_common(2)
    if len(ordered) == 2 and ordered[0][1] > ordered[1][1]:
        return {ordered[0][0]}
    return set(counts)
