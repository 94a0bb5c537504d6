"""Names of cards: those that no card has, and those that two have."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from nanori.annotation.name_fields import bare, is_token
from nanori.grammar import clauses, inflection, languages
from nanori.grammar.languages import Language
from nanori.linting.check import Check
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import roles, slips, typos
from nanori.linting.evidence.translations import (
    english_names,
    is_also_printed,
    official_names,
    shown,
    translated_names,
)
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit, Reference

NAMED_CARD = Check(
    "named-card",
    """Names of other cards that no card has, in texts and in documents.

Why: a card searched for by a name that nothing has is never found; nearly always the name is
misspelled, or the card was renamed. In 《名前/Name》 one half may name another card: readers of the
two languages then look for two cards. Documents are held to the name database (`--names`).

Fix: safe in a text if exactly one known name is one slip away and a database does not know the name
as written; unsafe if only the files are known, and for the English half of a name in two languages.
None in documents, which may use an older name on purpose.

ja: ほかのカードの名前
""",
)
# How many names said in full may be shortened later; no text has so many.
MAX_SHORTENED_NAMES = 8


@NAMED_CARD.in_text("unknown", law=True)
def unknown_named_card(subject: Subject) -> Iterator[Finding]:
    """Finds “named X” if no card in the files or in the name database is called X."""
    named = [reference for reference in subject.references if reference.form in ("named", "other")]
    if not named:
        return
    card, index, lang = subject.card, subject.index, subject.card.lang
    own = {card.name, card.name_en, *card.faces, *card.alternate}
    own |= {reference.text for reference in subject.references if reference.form == "token"}
    named_cards = dict.fromkeys(reference.refers_to or reference.text for reference in named)
    others = dict.fromkeys(
        reference.refers_to or reference.text for reference in named if reference.form == "other"
    )
    partners = list(islice(others, MAX_SHORTENED_NAMES))
    for reference in named:
        name = reference.refers_to or reference.text
        is_known = index.knows(name, lang) or name in subject.language.plain_words
        if name in own or is_known or _is_given(reference, subject):
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
        if near and (slips.change(name, near) or (near != card.name and near not in named_cards)):
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


@NAMED_CARD.in_text("bilingual")
def bilingual_name(subject: Subject) -> Iterator[Finding]:
    """Finds a name in two languages, 「名前/Name」 or 「名前（Name）」, halves of two cards."""
    text, lang = subject.card.text, subject.card.lang
    pattern = _bilingual(subject.language)
    for match in pattern.finditer(text) if pattern else ():
        name, english = match["name"].strip(), match["english"].strip()
        english_wanted = english_names(name, subject)
        if not english_wanted or english in english_wanted or subject.index.knows(english, lang):
            continue  # also both halves of a split card
        message = f"“{name}” is “{' or '.join(sorted(english_wanted))}” in English, not “{english}”"
        start, end = match.span("english")
        if len(english_wanted) == 1:
            yield replaced(start, end, next(iter(english_wanted)), message, safe=False)
        else:
            yield Finding(start, end, message)


@cache
def _bilingual(language: Language) -> re.Pattern[str] | None:
    """Return the pattern of a name in two languages, in the marks of names."""
    lexicon = language.lexicon
    if not lexicon.script or not lexicon.name_marks:
        return None
    inside = "[^/／（）()\n" + re.escape("".join(lexicon.name_marks)) + "]"
    opening = re.escape("".join(pair[0] for pair in lexicon.name_marks))
    closing = re.escape("".join(pair[1] for pair in lexicon.name_marks))
    english = f"(?P<english>[^\\W\\d_]{inside}{{1,60}})"
    return re.compile(f"[{opening}](?P<name>{inside}{{1,60}})[/／（(]{english}[)）]?[{closing}]")


@NAMED_CARD.in_prose("wrong")
def wrong_name(prose: Prose) -> Iterator[Finding]:
    """Finds a name in a document, 名前/Name, that is not the name of that card."""
    yield from prose.of_mentions(("wrong",))


@NAMED_CARD.in_prose("misspelled")
def misspelled_name(prose: Prose) -> Iterator[Finding]:
    """Finds a name in a document that is one slip away from a card's name."""
    yield from prose.of_mentions(("misspelled",))


@NAMED_CARD.in_prose("unjudged", severity="info")
def unjudged_name(prose: Prose) -> Iterator[Finding]:
    """Finds a name in marks in a document, 《Name》, that no card in the database has."""
    yield from prose.of_mentions(("unknown",))


@NAMED_CARD.in_prose("superseded")
def superseded_name(prose: Prose) -> Iterator[Finding]:
    """Finds a card's older name, or one print's slip, in a document."""
    yield from prose.of_mentions(("superseded", "misprint"))


CARD_NAME = Check(
    "card-name",
    """Names that two cards have, or one card in two translations.

Why: cards are identified by their English name (CR 201.2): a deck list, a search or a rules engine
cannot tell two of one name apart, and one card of two names is taken for two. It is fine to print
one text twice and to word a card differently in another set. Tokens may share a name.

Fix: unsafe for a translated name that differs from that of the same card elsewhere: it becomes the
official one, or the most frequent. Otherwise none; `nanori rename` renames a card everywhere.

ja: カード名
""",
)


@CARD_NAME.in_text("duplicate", of_this_game=True)
def duplicate_name(subject: Subject) -> Iterator[Finding]:
    """Finds a name that a file gives to two cards of one set with different texts."""
    card = subject.card
    if card.name_en:
        return  # a translation; `duplicate-translation` looks at those
    if is_token(card) or card.name in card.type.split() or not any(map(str.isalnum, card.name)):
        return  # “Emblem” is its type, and a sign such as “-” a place for a name in a set's plan
    if len(card.faces) > 1 and card.faces[0] != card.name:
        return
    count = subject.index.texts(card, subject.path)
    if count > 1:
        message = f"“{card.name}” is the name of {count} different texts"
        yield Finding(0, len(card.name), message, field="name")


@CARD_NAME.in_text("translation")
def duplicate_translation(subject: Subject) -> Iterator[Finding]:
    """Finds a translated name shared by two cards with different names."""
    card = subject.card
    if not card.name_en or card.name == card.name_en:
        return
    others = subject.index.english(bare(card, subject.language), card.lang)
    others -= {card.name_en}
    if others:
        names = "”, “".join(sorted(others))
        message = f"“{card.name}” is the name of “{names}”, too, not of “{card.name_en}” alone"
        yield Finding(0, len(card.name), message, field="name")


# Names that a message shows, most frequent first: more would hide what it says.
MAX_NAMES_SHOWN = 3


@CARD_NAME.in_text("inconsistent")
def inconsistent_name(subject: Subject) -> Iterator[Finding]:
    """Finds a card whose translated name differs from that of the same card elsewhere."""
    card, index = subject.card, subject.index
    if not card.name_en or card.name == card.name_en:
        return
    name = bare(card, subject.language)
    alone = len(index.translations(card.name_en, card.lang)) < 2
    if alone and (index.register is None or is_also_printed(name, card.name_en, subject)):
        return
    used = [
        translated
        for translated in translated_names(card.name_en, subject)
        if translated != card.name_en
    ]
    if used and name != used[0]:
        counted = index.counted_translations(card.name_en, card.lang)[:MAX_NAMES_SHOWN]
        counts = shown(counted, official_names(card.name_en, subject))
        original = languages.load(languages.original_language()).lexicon.name
        message = f"“{name}” is “{card.name_en}” in {original}, {counts}"
        fix = Fix(False, (Edit(0, len(card.name), used[0]),))
        yield Finding(0, len(card.name), message, fix, field="name")
