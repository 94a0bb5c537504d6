"""Finds a placeholder for the card's name that was never filled in: `~`, CARDNAME.

Why: templates and engines put a sign where the name goes, and readers of the card see the sign.
Files whose format or style uses such signs are left alone.

Fix: safe. The sign becomes the name it stands for. Unsafe if part of the name stands next to the
sign (it is then replaced too), if the sign touches other words, and in a sentence that was not
translated with the rest.

ja: 残ったままの記号
"""

from collections.abc import Iterator

from nanori.annotation.markup import filled, is_of_words, with_rest_of_name
from nanori.annotation.name_fields import bare
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.linting.evidence.translations import is_written
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "error"

# No file has more than one of these for a name.
SIGNS = "~@"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each placeholder."""
    card, text = subject.card, subject.card.text
    if all(sign in text for sign in SIGNS):
        return  # a cipher, not a template
    for reference in subject.references:
        if reference.form == "placeholder" and not subject.signs:
            foreign = typos.is_foreign(text, reference.start, reference.end, subject.language)
            foreign = foreign and is_written(text, subject.language)  # not the whole text
            name = reference.shows or card.name
            if name == card.name:
                name = (card.name_en if foreign else "") or bare(card, subject.language)
            start, end = with_rest_of_name(
                text, reference.start, reference.end, name, subject.language
            )
            words = text[start:end]
            message = f"“{words}” stands where the card's name “{name}” was wanted"
            touched = start > 0 and (text[start - 1] == "}" or text[start - 1].isalnum())
            touched = touched and not is_written(text, subject.language)  # where gaps divide words
            new = filled(text, end, name, subject.language)
            word = subject.language.lexicon.guards.word
            pieces, parts = word.findall(words), word.findall(name)
            alone = words == reference.text and not any(
                piece in name or is_of_words(piece, parts) for piece in pieces
            )
            safe = alone and not foreign and not touched and new == name
            yield replaced(start, end, new, message, safe=safe)
