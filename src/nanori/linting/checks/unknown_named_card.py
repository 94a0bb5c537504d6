"""Finds “named X” if no card in the files or in the name database is called X.

Why: a card searched for by a name that nothing has is never found; nearly always the name is
misspelled, or the card was renamed. Nothing is reported if no name database is set and X might be a
card in another file, or if the text itself gives the name to a token or something else.

Fix: safe if exactly one known name is one slip away and a database does not know the name as
written; unsafe if only the files are known, because it may be a card of another set; otherwise
none. The name becomes the known one.

ja: 不明なカード名
"""

from collections.abc import Iterator
from itertools import islice

from nanori.grammar import clauses, inflection
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import roles, typos
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"custom cards": (3, 3), "sets of designers": (1, 1)}

# How many names said in full may be shortened later; no text has so many.
MANY = 8


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each announced name of a card that is not known."""
    named = [reference for reference in subject.references if reference.form in ("named", "other")]
    if not named:
        return
    card, index, lang = subject.card, subject.index, subject.card.lang
    own = {card.name, card.name_en, *card.faces, *card.alternate}
    own |= {reference.text for reference in subject.references if reference.form == "token"}
    said = dict.fromkeys(reference.refers_to or reference.text for reference in named)
    others = dict.fromkeys(
        reference.refers_to or reference.text for reference in named if reference.form == "other"
    )
    partners = list(islice(others, MANY))
    for reference in named:
        name = reference.refers_to or reference.text
        known = index.knows(name, lang) or name in subject.language.plain_words
        if name in own or known or _is_given(reference, subject):
            continue
        if any(_is_grown(name, each) for each in own):
            continue
        if any(name in partner and name != partner for partner in partners):
            continue  # it is said in full before
        near = index.nearest(name, lang)
        if near and name in inflection.written(near, name, subject.language):
            continue  # in another case
        if near and typos.as_typed(near) == typos.as_typed(name):
            continue  # in other quotation marks
        if near and (typos.is_slip(name, near) or (near != card.name and near not in said)):
            message = f"no card is called “{name}”, but one is called “{near}”"
            yield replaced(reference.start, reference.end, near, message, safe=index.complete)
        elif index.complete:
            yield Finding(reference.start, reference.end, f"no card is called “{name}”")


def _is_grown(name: str, own: str) -> bool:
    """Tell whether a name is the card's own with a sign more, which it gets: “Spark+”."""
    return bool(own) and name.startswith(own) and not any(map(str.isalpha, name[len(own) :]))


def _is_given(reference: Reference, subject: Subject) -> bool:
    """Tell whether the text gives something the name: “it becomes a Plant named X”."""
    place = roles.place_of(subject, reference.start)
    naming = place and place.cursor.within("named", "renamed")
    if not place or not naming:
        return False
    phrase = naming.up if naming.up.kind == "np" else naming
    if clauses.complemented(naming) or clauses.complemented(phrase):
        return True
    alone = phrase is not naming and len(naming.siblings) == 1
    return alone and any(verb.type in ("GIVE", "BE") for verb in roles.verbs(place))
