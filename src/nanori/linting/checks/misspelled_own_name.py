"""Finds words that are one slip away from the card's own name.

Why: a misspelled name names nothing: rules engines and readers look for a card that doesn't exist.
The check looks for the full name, a legend's short name, and, in other languages, the English name;
where the name is beyond doubt the subject of a sentence, it allows two slips. Rules terms are never
misspellings, whatever name they resemble. A spelling that the text has twice, and no text in the
files has otherwise, is right, and the slip is in the name field.

Fix: safe if nothing else can stand there, and the text elsewhere or another card has the name, or
its word, too. Unsafe for short names, for words that recur in other texts or in another's name, in
brackets or quotation marks, where a keyword may stand, next to words that may be part of a longer
name, and where only signs differ. The words become the name that was meant, or the name theirs.

ja: カード名の誤字
"""

from collections import defaultdict
from collections.abc import Iterator
from unicodedata import category

from nanori.annotation.markup import MARKUP
from nanori.annotation.name_rules import MARKS
from nanori.annotation.own_names import own_names as own_names_of
from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names, typos
from nanori.linting.evidence.typos import Slip
from nanori.model.diagnostics import Elsewhere, Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "error"
EXPECTED_ON_REAL = {
    "official Japanese": (28, 28),
    "custom cards": (7, 7),
    "sets of designers": (3, 3),
}

# A text that spells a name otherwise so often, and never as its field has it, is right.
OFTEN = 2


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each misspelled own name, or one for a name that its text has not."""
    card = subject.card
    alike = defaultdict[tuple[str, str], list[Slip]](list)
    for slip in _slips(subject):
        if not _is_right(slip, subject):
            alike[card.text[slip.start : slip.end], slip.meant].append(slip)
    for (said, meant), slips in alike.items():
        if len(slips) >= OFTEN and _is_name_slip(said, meant, subject):
            yield _name_finding(said, len(slips), meant, subject)
        else:
            yield from (_finding(said, slip, subject) for slip in slips)


def _slips(subject: Subject) -> list[Slip]:
    """Return the slips in a text, in order: by the letter, and where only the name can stand."""
    card, language = subject.card, subject.language
    taken = bytearray(len(card.text))
    for reference in subject.references:
        if reference.form not in ("full", "short") or reference.source == MARKUP:
            taken[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
    rules, plain = surroundings(language), language.plain_words
    slips = typos.find(card.text, own_names.of(subject), taken, rules, plain)
    whole = next(iter(own_names_of(card, language)), "")
    if rules.is_foreign(whole):
        whole = ""  # the text has the name that the field lacks
    for reference in subject.own:
        said = reference.text
        if reference.form != "full" or not whole or said in (whole, card.name_en):
            continue
        if taken.find(1, reference.start, reference.end) < 0 and not rules.is_foreign(said):
            slips.append(Slip(reference.start, reference.end, whole, sure=False))
    return sorted(slips, key=lambda slip: slip.start)


def _is_right(slip: Slip, subject: Subject) -> bool:
    """Tell whether words are no slip: as editors write the name, or another card's name."""
    card, language = subject.card, subject.language
    said = card.text[slip.start : slip.end]
    article = language.lexicon.short.article
    several = slip.meant in card.type.split() and said.startswith(slip.meant[:-1])
    broken = "\n" in said and " ".join(said.split()) == slip.meant
    if several or broken or own_names.is_otherwise_right(said, slip.meant, language):
        return True  # it is what others are, has a line's end within, or stands in another case
    if _bare(said, article.lower()) == _bare(slip.meant, article):
        return True  # “the X” of “The X” is no slip
    miscased = said.lower() == slip.meant.lower() and not slip.sure  # `miscased-own-name` says so
    known = said in own_names.of(subject) or subject.index.knows(said, card.lang)
    return miscased or known or typos.is_common(slip, subject)


def _is_name_slip(said: str, meant: str, subject: Subject) -> bool:
    """Tell whether no text of the files has the name as its field has it, in words of its own."""
    card, rules = subject.card, surroundings(subject.language)
    if meant not in own_names_of(card, subject.language) or meant in card.text:
        return False
    if any(sign in MARKS and sign not in meant for sign in said):
        return False
    written = set(rules.lexical.word.findall(said))
    return all(
        not subject.index.says(word, card.lang)
        for word in rules.lexical.word.findall(meant)
        if word not in written
    )


def _name_finding(said: str, times: int, meant: str, subject: Subject) -> Finding:
    """Return what is said of a name whose text spells it otherwise, and more often."""
    place = subject.card.name.find(meant)
    end = place + len(meant)
    message = f"this card's name is “{meant}”, its text says “{said}” {times} times"
    return Finding(place, end, message, Fix(False, (Edit(place, end, said),)), field="name")


def _finding(said: str, slip: Slip, subject: Subject) -> Finding:
    """Return what is said of a slip; where only signs differ, that the name may have lost one."""
    card = subject.card
    if _letters(said) == _letters(slip.meant) and _signs(said) != _signs(slip.meant):
        message = f"“{said}” and this card's name “{slip.meant}” differ in signs: one has a slip"
        place = card.name.find(slip.meant)
        named = Elsewhere("name", (Edit(place, place + len(slip.meant), said),))
        fix = Fix(False, (Edit(slip.start, slip.end, slip.meant),), named if place >= 0 else None)
        return Finding(slip.start, slip.end, message, fix)
    near = "one letter" if typos.is_near(said, slip.meant) else "a few letters"
    message = f"“{said}” is {near} from this card's name “{slip.meant}”"
    safe = slip.sure and _is_sure(said, slip, subject)
    return replaced(slip.start, slip.end, slip.meant, message, safe=safe)


def _is_sure(said: str, slip: Slip, subject: Subject) -> bool:
    """Tell whether nothing but the name can be meant, by the other texts and what stands around."""
    card, index, rules = subject.card, subject.index, surroundings(subject.language)
    differing = typos.differing_words(slip.meant, card.text, slip.start, slip.end, rules)
    known = (
        index.recurs(word, card.lang) or index.names_with(word, card.lang) for word in differing
    )
    if any(known) or not own_names.has_witness(slip.meant, said, subject):
        return False
    # A part of the name is believed for it where the whole is nowhere; not within the same slip.
    part = not subject.legend and subject.is_shortened_besides(said)
    other = category(card.text[slip.end : slip.end + 1] or " ")[0] == "S"  # “eed Lantern+”
    if part or other or any(sign in MARKS and sign not in slip.meant for sign in said):
        return False
    return not own_names.may_be_other(subject, slip.start, slip.end)


def _bare(words: str, article: str) -> str:
    return typos.as_typed(words).removeprefix(article)


def _letters(name: str) -> list[str]:
    return [letter for letter in name if letter.isalnum()]


def _signs(name: str) -> list[str]:
    return [sign for sign in name if not sign.isalnum() and not sign.isspace()]
