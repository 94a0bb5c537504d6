"""A rules document to the references that call a rule otherwise than the document does."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from nanori.documents import source
from nanori.documents.cross_references import CrossReference, folded
from nanori.documents.numbered_paragraphs import Paragraph
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.diagnostics import Diagnostic


def of_heading(document: Document, paragraph: Paragraph) -> Iterator[tuple[Language, str]]:
    """Yield the titles of a heading, 名前/Name, each with its language."""
    for title in re.split(r"[/／]", document.text[paragraph.body : paragraph.end]):
        yield languages.load(languages.of_text(title)), folded(title)


def differing(
    document: Document, references: Mapping[Paragraph, list[CrossReference]]
) -> Iterator[Diagnostic]:
    """Yield references with a title that neither the rule's heading nor most others have."""
    headed: dict[tuple[Language, str], list[str]] = defaultdict(list)
    called: dict[tuple[Language, str], Counter[str]] = defaultdict(Counter)
    for paragraph, said in references.items():
        if paragraph.heading:
            for language, title in of_heading(document, paragraph):
                headed[language, paragraph.number].append(title)
        for reference in said:
            if reference.title:
                key = (paragraph.language, reference.numbers[-1])
                called[key][folded(reference.title)] += 1
    for paragraph, said in references.items():
        for reference in said:
            key = (paragraph.language, reference.numbers[-1])
            title = folded(reference.title)
            usual = headed.get(key) or _usual(called[key])
            if title and usual and not any(title in other or other in title for other in usual):
                message = (
                    f"rule {reference.numbers[-1]} is called “{usual[0]}” in this document, "
                    f"not “{reference.title}”"
                )
                span = (reference.start, reference.end)
                lang = paragraph.language.code
                yield source.diagnostic_at(
                    document, span, "wrong-title", "warning", message, lang=lang
                )


def _usual(counts: Counter[str]) -> list[str]:
    """Return what a rule is called most often, or first."""
    return [title for title, _ in counts.most_common(1)]
