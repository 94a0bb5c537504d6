"""Finds a nonlegendary card that refers to itself by part of its name.

Why: only a legend's name may be shortened (CR 201.5c); on any other card the short name means
another card, or none. Prints up to 2001 did it anyway. “Spikes Token” may be called “Spikes”,
because programs add to a token's name what it is.

Fix: safe if the text also uses the full name, nothing next to the short name may belong to it, and
nothing else can be meant: no rules term, no keyword, no other card's name. Otherwise unsafe: a
short name that ends at the comma of the full name, or is used twice, suggests that the designer
means a legend and the type line lacks “Legendary”. The words become the full name.

ja: 伝説でないカードの短縮名
"""

from collections.abc import Iterator

from nanori.annotation.markup import with_rest_of_name
from nanori.annotation.name_fields import bare, is_token
from nanori.annotation.own_names import shortened
from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names, typos
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"custom cards": (34, 34), "sets of designers": (10, 10)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each short name; a card without a type line may be a legend."""
    card = subject.card
    if not card.type or subject.legend:
        return
    made = subject.language.lexicon.words.get("token", ())
    spans = [
        (reference.start, reference.end)
        for reference in subject.references
        if reference.form == "short"
    ]
    alone = [
        span
        for span in spans
        if with_rest_of_name(card.text, *span, card.name, subject.language) == span
    ]
    plain = surroundings(subject.language).plain
    whole = any(reference.form == "full" for reference in subject.own)
    safe = whole and not is_token(card) and all(typos.is_apart(subject, *span) for span in spans)
    name = bare(card, subject.language)
    parts = shortened(name, subject.language.lexicon.short)
    for start, end in alone:
        words = card.text[start:end]
        around = card.text[max(0, start - len(name)) : end + len(name)]
        if name in " ".join(around.split()):
            continue  # a line is broken within the name
        if card.name.removeprefix(words).strip().lower() in made:
            continue
        if _is_kind(words, subject):
            continue
        before = card.name.removesuffix(words)
        if before != card.name and any(map(str.isdigit, before)):
            continue  # a code
        message = f"“{words}” is short for “{name}”, which is no legend"
        if words in parts:
            message += " by its type line"
        sure = safe and words not in parts and words.lower() not in plain
        sure = sure and not own_names.may_be_other(subject, start, end)
        yield replaced(start, end, name, message, safe=sure)


def _is_kind(words: str, subject: Subject) -> bool:
    """Tell whether the text has the words where they are not the card: “create two Sparks”."""
    text = subject.card.text
    named = sum(reference.text.count(words) for reference in subject.own)
    return text.count(words) > named
