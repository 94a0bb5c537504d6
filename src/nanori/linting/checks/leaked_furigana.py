"""Finds the reading of characters in brackets after them, in a name or a text.

Why: readings are printed in small type above a name and are not part of it (the field `reading` is
for them). Copied from a web page, they end up in the name: “灯（ともしび）火（び）”. The name then
no longer matches wherever it is written without them.

Fix: unsafe. The reading is removed. In a text, the words may be a remark, and other files may know
the card by the name with its reading.

ja: 紛れ込んだ振り仮名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (6, 6)}


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the paragraphs of a document."""
    yield from prose.of_texts(check)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each reading in brackets."""
    ruby = lint_words(subject.language).ruby
    for field, text in (("name", subject.card.name), ("text", subject.card.text)):
        for match in ruby.finditer(text):
            if field == "text" and _is_parameter(text[: match.start()], match["reading"], subject):
                continue
            message = f"“{match[0]}” is the reading of what stands before it"
            yield replaced_in(field, match.span(), message)


def replaced_in(field: str, span: tuple[int, int], message: str) -> Finding:
    """Return a finding whose fix takes the words out of that field."""
    finding = replaced(*span, "", message, safe=False)
    return Finding(finding.start, finding.end, message, finding.fix, field)


def _is_parameter(before: str, words: str, subject: Subject) -> bool:
    """Tell whether words in brackets are what a keyword is about, not how it is read."""
    lexicon = subject.language.lexicon
    keywords = tuple(lexicon.words.get("keyword_name", ()))
    return words in subject.language.plain_words or before.endswith(keywords)
