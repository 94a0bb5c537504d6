"""Checks a rules document: halves of bilingual rules, cross-references, titles."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from nanori.documents import numbered_paragraphs, source
from nanori.documents.lexicon import document_words
from nanori.documents.numbered_paragraphs import Contents, CrossReference, Paragraph, folded
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.diagnostics import Diagnostic

# A section or rule of the game.
NUMBER = re.compile(r"(?<!\d)\d{3}(?!\d)(?:\.\d{1,3}[a-z]?)?")


def check(document: Document, against: Document | None = None) -> list[Diagnostic]:
    """Return the findings of a rules document in text order.

    A document is bilingual if it has a rule in two languages. `against` is the rules of which it is
    an excerpt, for references that lead out of it. Source: spec/names.md F2.
    """
    full = Contents(numbered_paragraphs.read(against)) if against is not None else None
    book = _Rulebook(document, full)
    findings = [
        *book.missing(),
        *book.alone(),
        *book.renumbered(),
        *book.repeated(),
        *book.differing(),
        *book.dangling(),
        *book.titles(),
        *book.corrections(),
    ]
    once = {(finding.start, finding.end, finding.rule): finding for finding in reversed(findings)}
    return [once[key] for key in sorted(once)]


class _Rulebook:
    """The paragraphs of a document with what they refer to."""

    def __init__(self, document: Document, full: Contents | None) -> None:
        self._document = document
        self._full = full
        self._all = numbered_paragraphs.read(document)
        text = document.text
        self._references: dict[Paragraph, list[CrossReference]] = {
            paragraph: list(
                numbered_paragraphs.find(text, paragraph.body, paragraph.end, paragraph.language)
            )
            for paragraph in self._all
        }
        rules = [paragraph for paragraph in self._all if paragraph.number and not paragraph.heading]
        self._halves = numbered_paragraphs.by_number(self._all)

        together = numbered_paragraphs.together(rules)
        paired = {rule for pair in together for rule in pair}
        # The first paragraph with its number in its language is half of a rule; others repeat it.
        first = {half for answers in self._halves.values() for half in answers.values()}
        self._again = [rule for rule in rules if rule not in paired and rule not in first]
        self._bilingual = any(len(halves) > 1 for halves in self._halves.values())
        self._contents = Contents(self._all)
        self._shifted = dict(numbered_paragraphs.misnumbered(self._all))

    def repeated(self) -> Iterator[Diagnostic]:
        """Yield the rules whose number another rule of the same language has."""
        text = self._document.text
        shifted = {*self._shifted, *self._shifted.values()}
        for rule in self._again:
            first = self._halves[rule.number][rule.language]
            if rule not in shifted and text[rule.body : rule.end] != text[first.body : first.end]:
                line = self._document.place(first.start)[0]
                message = f"another rule {rule.number} stands in line {line}"
                yield self._at(rule, self._number_span(rule), "repeated-number", message)

    def _at(
        self, paragraph: Paragraph, span: tuple[int, int], check: str, message: str
    ) -> Diagnostic:
        lang = paragraph.language.code
        return source.diagnostic_at(self._document, span, check, "warning", message, lang=lang)

    def _number_span(self, paragraph: Paragraph) -> tuple[int, int]:
        return paragraph.start, paragraph.start + len(paragraph.number)

    def missing(self) -> Iterator[Diagnostic]:
        """Yield the rules of a bilingual document that one of its languages lacks."""
        if not self._bilingual:
            return
        spoken = dict.fromkeys(
            language for answers in self._halves.values() for language in answers
        )
        shifted = {*self._shifted, *self._shifted.values()}
        for number, answers in self._halves.items():
            for language in spoken:
                rule = next(iter(answers.values()))
                if language not in answers and rule not in shifted:
                    message = f"rule {number} is not given in {language.lexicon.name}"
                    yield self._at(rule, self._number_span(rule), "lines/half", message)

    def renumbered(self) -> Iterator[Diagnostic]:
        """Yield neighbours that are two halves of one rule except for the number."""
        for first, other in self._shifted.items():
            half = f"the other half of {first.number}"
            message = f"rule {other.number} stands where {half} was wanted"
            yield self._at(other, self._number_span(other), "different-number", message)

    def differing(self) -> Iterator[Diagnostic]:
        """Yield the cross-references that only one half of a paragraph has.

        Its halves have one number, are neighbours of which one has a wrong number, or stand in one
        block without a number.
        """
        for answers in self._halves.values():
            yield from self._compared(list(answers.values()))
        for first, other in self._shifted.items():
            yield from self._compared([first, other])
        for together in numbered_paragraphs.blocks(self._all) if self._bilingual else ():
            if len({paragraph.language for paragraph in together}) == 2:
                yield from self._compared(together)

    def _compared(self, halves: list[Paragraph]) -> Iterator[Diagnostic]:
        numbers: dict[Language, set[str]] = {paragraph.language: set() for paragraph in halves}
        for paragraph in halves:
            for reference in self._references[paragraph]:
                numbers[paragraph.language].update(reference.numbers)
        if len(numbers) < 2:
            return
        for paragraph in halves:
            own = paragraph.language
            others = set[str]().union(
                *(of_language for language, of_language in numbers.items() if language is not own)
            )
            alone = sorted(others - numbers[paragraph.language])
            if alone and paragraph.language == halves[0].language:
                continue  # one number in place of another is reported where it comes second
            for reference in self._references[paragraph]:
                missing = [number for number in reference.numbers if number not in others]
                if missing:
                    what = f"{', '.join(alone)} there" if alone else "none there"
                    rule = f"rule {paragraph.number}" if paragraph.number else "this paragraph"
                    message = (
                        f"{rule} refers to {', '.join(missing)}, its other half does not: {what}"
                    )
                    yield self._at(paragraph, reference.span, "different-reference", message)

    def alone(self) -> Iterator[Diagnostic]:
        """Yield paragraphs without a number, and examples, that only one language has."""
        text = self._document.text
        bilingual = numbered_paragraphs.bilingual(text, self._all)
        for paragraph in bilingual.alone:
            other = self._other(paragraph.language)
            message = f"this paragraph is not given in {other.lexicon.name}"
            end = text.find("\n", paragraph.start, paragraph.end)
            span = (paragraph.start, end if end >= 0 else paragraph.end)
            yield self._at(paragraph, span, "lines/half", message)
        for paragraph, span in numbered_paragraphs.examples_alone(text, bilingual.pairs):
            other = self._other(paragraph.language)
            message = f"this example is not given in {other.lexicon.name}"
            yield self._at(paragraph, span, "lines/half", message)

    def _other(self, language: Language) -> Language:
        spoken = (paragraph.language for paragraph in self._all)
        return next((other for other in spoken if other is not language), language)

    def dangling(self) -> Iterator[Diagnostic]:
        """Yield cross-references to no rule; those that lead out of an excerpt may be right."""
        for paragraph, references in self._references.items() if self._contents else ():
            for reference in references:
                missing = [number for number in reference.numbers if not self._is_there(number)]
                if not missing or (self._full is None and self._contents.is_excerpt(missing[0])):
                    continue
                nor = ", nor in the full rules" if self._full is not None else ""
                message = f"no rule {', '.join(missing)} is in this document{nor}"
                yield self._at(paragraph, reference.span, "dangling-reference", message)

    def _is_there(self, number: str) -> bool:
        return number in self._contents or (self._full is not None and number in self._full)

    def titles(self) -> Iterator[Diagnostic]:
        """Yield cross-references whose title and number do not belong to the same rule.

        Headings say which do, otherwise what most references have.
        """
        numbered: dict[tuple[Language, str], set[str]] = defaultdict(set)
        titled: dict[tuple[Language, str], list[str]] = defaultdict(list)
        most_numbers: dict[tuple[Language, str], Counter[str]] = defaultdict(Counter)
        most_titles: dict[tuple[Language, str], Counter[str]] = defaultdict(Counter)
        of_titles: list[tuple[Paragraph, CrossReference, str, str]] = []
        for paragraph in self._all:
            if paragraph.heading:
                for language, title in numbered_paragraphs.of_heading(self._document, paragraph):
                    numbered[language, title].add(paragraph.number)
                    titled[language, paragraph.number].append(title)
            for reference in self._references[paragraph]:
                if reference.title:
                    title, number = folded(reference.title), reference.numbers[-1]
                    most_numbers[paragraph.language, title][number] += 1
                    most_titles[paragraph.language, number][title] += 1
                    of_titles.append((paragraph, reference, title, number))
        for paragraph, reference, title, number in of_titles:
            span, language = reference.span, paragraph.language
            named = f"“{reference.title}”"
            numbers = numbered.get((language, title)) or _commonest(most_numbers[language, title])
            # A section shares the title of its rules.
            if not any(other.startswith(number) for other in numbers):
                right = ", ".join(sorted(numbers))
                message = f"{named} is {right} in this document, not {number}"
                yield self._at(paragraph, span, "wrong-number", message)
            most, _ = most_titles[language, number].most_common(1)[0]
            usual = titled.get((language, number)) or [most]
            if title and not any(title in other or other in title for other in usual):
                message = f"rule {number} is called “{usual[0]}” in this document, not {named}"
                yield self._at(paragraph, span, "wrong-title", message)

    def corrections(self) -> Iterator[Diagnostic]:
        """Yield where slips that the document itself announces are still in the text."""
        text = self._document.text
        for lang in languages.codes():
            slips = document_words(languages.load(lang)).slips
            for previous, match in pairwise(NUMBER.finditer(text) if slips else ()):
                right, wrong = previous[0], match[0]
                together = "\n" not in text[previous.end() : match.start()]
                if right == wrong or not together or not slips.match(text, match.end()):
                    continue
                yield from self._still_wrong(right, wrong, match.span())

    def _still_wrong(
        self, right: str, wrong: str, announced: tuple[int, int]
    ) -> Iterator[Diagnostic]:
        for paragraph, references in self._references.items():
            for reference in references:
                if wrong in reference.numbers and reference.span != announced:
                    message = f"{wrong} stands here, the document says that {right} is meant"
                    yield self._at(paragraph, reference.span, "wrong-number", message)


def _commonest(counts: Counter[str]) -> set[str]:
    ordered = counts.most_common(2)
    if len(ordered) == 2 and ordered[0][1] > ordered[1][1]:
        return {ordered[0][0]}
    return set(counts)
