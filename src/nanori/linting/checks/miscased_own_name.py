"""Finds the card's own name with lower-case letters for capitals or the other way round.

Why: names are spelled as printed. Some programs don't recognise them otherwise, and “elder heron”
may be just a bird. Names of one word, also behind an article, or made up entirely of rules terms,
are left out because they may be the words themselves. So are speech in quotation marks, and small
letters on the cards of games that tell stories.

Fix: safe if a capital shows that a name is meant, otherwise unsafe. The words become the card's
name.

ja: 自身の名前の大文字と小文字
"""

import re
from collections.abc import Iterator

from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names
from nanori.model.diagnostics import Severity
from nanori.model.values import NAMES

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"sets of designers": (1, 1)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of the name in other letters."""
    card, rules = subject.card, surroundings(subject.language)
    name, text = card.name, card.text
    words = [word.lower() for word in rules.lexical.word.findall(name)]
    if words and rules.grammar.nameless.terminal(words[0]) == "DEFINITE":
        del words[0]  # “the weir” of “The Weir”
    if name.isupper() or len(words) < 2 or rules.plain.issuperset(words):
        return
    if text.lower().count(name.lower()) == text.count(name):
        return  # nearly always: each is spelt as the name is
    marks = {pair[0] for pair in subject.language.lexicon.pairs}
    for match in re.finditer(re.escape(name), text, re.IGNORECASE):
        said, (start, end) = match[0], match.span()
        if said == name or said[1:] == name[1:] or subject.index.knows(said, card.lang):
            continue
        if said.islower() and subject.index.is_of_other_game(subject.path):
            continue
        if any(each.form not in NAMES for each in subject.references_in(start, end)):
            continue
        quoted = bool(start) and text[start - 1] in marks
        if not quoted and not rules.is_touched(text, start, end):
            message = f"“{said}” is this card's name, which is spelt “{name}”"
            capital = any(letter.isupper() for letter in said[1:])
            capital = capital or (
                said[0].isupper() and text[max(0, start - 2) : start - 1].islower()
            )
            safe = capital and name in text and not own_names.may_be_other(subject, start, end)
            yield replaced(start, end, name, message, safe=safe)
