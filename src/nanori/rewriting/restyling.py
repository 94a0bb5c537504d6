"""Rewords a card's references to itself: as another era prints them, or as placeholders."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import dress, misprints, name_fields
from nanori.annotation.known_names import KnownNames
from nanori.annotation.markup import filled, with_rest_of_name
from nanori.annotation.name_context import name_context
from nanori.annotation.pipeline import annotate
from nanori.formats import labels
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Entry
from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.model import arguments, edits
from nanori.model.errors import NanoriError
from nanori.model.values import NAMES, Card, Edit, Form, Reference
from nanori.rewriting import articles, nouns, placeholders, slots, styles, substitution
from nanori.rewriting.lexicon import restyling_words

# The printed styles.
FOUNDATIONS, ORACLE = "foundations", "oracle"
# The style that says of each reference which object it means: {source}, {granter}, {host}; and the
# one that turns these back into the words they stood for.
SLOTS, WORDS = "slots", "words"

# All styles.
STYLES = (FOUNDATIONS, ORACLE, *placeholders.STYLES, SLOTS, WORDS)

# Code points that hold “As long as ”, the longest words before the subject of a clause.
CLAUSE_START_LENGTH = 12
# What may be the verb of the words before.
VERB = re.compile(r" ([a-z]+(?:['’]t)?)(?![\w-])")

# Forms that denote an object and can be reworded.
OWN: frozenset[Form] = frozenset(("full", "short", "alternate", "this", "bare", "placeholder"))

# The escaping of keywords that a program knows by the sign for the card's name in them.
KEYWORD = "keyword"

# The escaping of Magic Set Editor's texts, and of words with tags of their own.
TAGGED, MARKED = "tagged", "marked"


class Rewording(Struct, frozen=True):
    """New words for a card's reference to itself."""

    reference: Reference
    edit: Edit
    """The new words and the span they replace, including marks and endings that go with it."""
    form: Form


def restyle(
    card: Card, style: str, *, edition: str = "", names: KnownNames | None = None
) -> tuple[Edit, ...]:
    """Return the edits that word a card's references to itself in a style, in order.

    Spans are code points of `card.text`; what means another object, or a name as such, stays, and
    so does what is worded so already. `style` is `foundations`, `oracle` or a placeholder's, such
    as `tilde`; `edition` is `2011` or empty; `names` are other cards' names. NanoriError for a
    style or edition there is none of. CR 201.5, 201.5a, 201.5c.

        >>> card = nanori.Card(name="Ash Wolf", type="Creature — Wolf", text="Untap Ash Wolf.")
        >>> nanori.restyle(card, "tilde")
        (Edit(start=6, end=14, text='~'),)
    """
    arguments.prove("style", style, str)
    rewordings = changes(card, style, edition=edition, names=names)
    return tuple(rewording.edit for rewording in rewordings)


def changes(
    card: Card, style: str, *, edition: str = "", names: KnownNames | None = None
) -> tuple[Rewording, ...]:
    """Return what `restyle` edits, each edit with its reference and the form of its new words."""
    return of_references(card, annotate(card, names), style, edition=edition, names=names)


def of_references(
    card: Card,
    references: Sequence[Reference],
    style: str,
    *,
    edition: str = "",
    names: KnownNames | None = None,
) -> tuple[Rewording, ...]:
    """Return what `restyle` edits in a card whose references are already known."""
    check(style, edition)
    language = language_detection.of_card(card)
    card = replace(card, text=slots.unbroken(card.text, references))
    if style == SLOTS:
        return _slots(card, references, language)
    if style == WORDS:
        return expansions(card)
    if style in placeholders.INNER:
        return _inner(card, references, style, language)
    own = [
        reference
        for reference in references
        if reference.target == "self"
        and reference.form in OWN
        and not _is_piece(card, reference, language)
        and not dress.has_tag(reference.text)  # new words would leave it open
    ]
    named = _labels(card) if own else []
    own = [reference for reference in own if not _is_in(reference.start, named)]
    if not own:
        return ()
    if style in placeholders.STYLES:
        by_start = {reference.start: reference for reference in own}
        put_in = placeholders.put_in(card, own, style, language)
        return tuple(Rewording(by_start[edit.start], edit, "placeholder") for edit in put_in)
    card = name_fields.bare_card(card, language, names)
    own += [each for each in _misspelt(card, own, names, language) if not _is_in(each.start, named)]
    own.sort(key=lambda reference: reference.start)
    return _worded(card, own, style, edition, language)


def _slots(
    card: Card, references: Sequence[Reference], language: Language
) -> tuple[Rewording, ...]:
    by_start = {reference.start: reference for reference in references}
    slots_made: list[Rewording] = []
    for start, line, inside in _lines(card, references):
        meanings = slots.find(line, inside, language)
        for edit in slots.edits(line, meanings, card.name, language):
            moved = Edit(start + edit.start, start + edit.end, edit.text)
            reference = by_start.get(moved.start) or _water(card.text, moved, "other")
            slots_made.append(Rewording(reference, moved, "placeholder"))
    return tuple(slots_made)


def _inner(
    card: Card, references: Sequence[Reference], style: str, language: Language
) -> tuple[Rewording, ...]:
    """Return the rewordings of granted abilities as an engine has them.

    In them its sign is whatever has the ability, and what gave it is called by its name; outside of
    quotations the sign is the source.
    """
    sign = placeholders.SIGNS[placeholders.INNER[style]].full
    if sign in card.text:
        return ()
    inner: list[Rewording] = []
    for start, line, inside in _lines(card, references):
        for reference, slot in zip(inside, slots.find(line, inside, language), strict=True):
            is_source = slot.role == "source" and reference.form in ("full", "short")
            if is_source or (slot.role in ("host", "token") and slot.level == 1):
                at = Edit(start + slot.start, start + slot.end, sign)
                inner.append(Rewording(_moved(reference, start), at, "placeholder"))
    return tuple(inner)


def _lines(
    card: Card, references: Sequence[Reference]
) -> Iterator[tuple[int, str, list[Reference]]]:
    """Yield the lines of a text that say something, with where each begins and its references.

    These count from there. Lines that only name the card's other side stay: files tell the side by
    them.
    """
    named = _labels(card)
    start = 0
    for line in card.text.split("\n"):
        end = start + len(line)
        if not _is_in(start, named):
            inside = (each for each in references if start <= each.start and each.end <= end)
            yield start, line, [_moved(reference, -start) for reference in inside]
        start = end + 1


def _labels(card: Card) -> list[tuple[int, int]]:
    return list(labels.lines(card.text, card.faces))


def _is_in(offset: int, spans: list[tuple[int, int]]) -> bool:
    return any(first <= offset < last for first, last in spans)


def _moved(reference: Reference, by: int) -> Reference:
    return replace(reference, start=reference.start + by, end=reference.end + by)


def _is_piece(card: Card, reference: Reference, language: Language) -> bool:
    """Tell whether the rest of a misspelled name is next to a short one: it would be doubled."""
    if reference.form != "short":
        return False
    span = (reference.start, reference.end)
    return with_rest_of_name(card.text, *span, card.name, language) != span


def _worded(
    card: Card, own: Sequence[Reference], style: str, edition: str, language: Language
) -> tuple[Rewording, ...]:
    """Return the rewordings that a printed style makes of references.

    None in Duel Masters: “this creature” is the object there, in every zone and at any time, and a
    name any card that has it (Duel Masters 202.3, 202.3a).
    """
    if nouns.is_of_duel_masters(card, language):
        return ()
    if style == ORACLE:
        words = styles.oracle(card, own, language, edition)
    else:
        words = styles.foundations(card, own, language)
    rewordings = (
        Rewording(reference, _edit(card, reference, new, language), new.form)
        for reference, new in zip(own, words, strict=True)
        if new.text != reference.text
        and not _is_alone(card.text, reference)
        and not _is_cut(card.text, reference)
        and not nouns.is_worn(card.text, reference, language)
    )
    return tuple(
        rewording
        for rewording in rewordings
        if rewording.edit.text != card.text[rewording.edit.start : rewording.edit.end]
    )


def _is_alone(text: str, reference: Reference) -> bool:
    """Tell whether a line has nothing but a name: a heading, or the end of “named …” above it."""
    if reference.form not in ("full", "short"):
        return False
    begin = text.rfind("\n", 0, reference.start) + 1
    end = text.find("\n", reference.end)
    rest = text[begin : reference.start] + text[reference.end : end if end >= 0 else len(text)]
    return not any(map(str.isalnum, rest))


# Where a line breaks off, and the next one goes on with a word of the same sentence.
_WRAPPED = re.compile(r"[ \t]*\r?\n[ \t]*(?P<next>\w)")


def _is_cut(text: str, reference: Reference) -> bool:
    """Tell whether the noun of a “this” may stand on the next line: “exile this⏎card”."""
    rest = _WRAPPED.match(text, reference.end) if reference.form == "bare" else None
    return rest is not None and rest["next"].islower()


def _misspelt(
    card: Card, own: Sequence[Reference], names: KnownNames | None, language: Language
) -> Iterator[Reference]:
    """Yield the references to the whole name misspelled, though the text has it right as well.

    Annotation does not look for these; once the right ones are reworded, it would.
    """
    sign = placeholders.SIGNS["tilde"].full  # with blanks, of the same length as the name
    whole = [each for each in own if each.form == "full"]
    hidden = [Edit(each.start, each.end, sign.ljust(each.end - each.start)) for each in whole]
    text = edits.apply(card.text, hidden)
    if text != card.text and misprints.misspelt(card.name, text, (), name_context(language)):
        for reference in annotate(replace(card, text=text), names):
            if reference.form == "full" and reference.target == "self":
                yield reference


def check(style: str, edition: str = "") -> None:
    """Raise NanoriError for an unknown style or edition of the rules."""
    if style not in STYLES:
        raise NanoriError(f"“{style}” is no style, one of {', '.join(STYLES)} was wanted")
    if edition and (edition != styles.EDITION_2011 or style != ORACLE):
        raise NanoriError(
            f"“{edition}” is no edition of style {style}; oracle has one, {styles.EDITION_2011}"
        )


def edit_plan(style: str, edition: str = "", names: KnownNames | None = None) -> EditPlan:
    """Return the edit plan for a file; a card that cannot hold its edits is an error.

    A card whose text has no place in the file, such as a spreadsheet formula, is reported and
    stays. Words that the program which wrote the file marked as the card's own name stay, as it
    rewords them itself; so do keywords that it knows by the sign for the name in them. NanoriError
    for an unknown style or edition.
    """
    check(style, edition)

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        span = entry.places.get("text")
        if entry.fixed:
            return {}
        if span is not None and span.escaping == KEYWORD and style != placeholders.FORGE:
            return {}
        rewordings = changes(entry.card, style, edition=edition, names=names)
        edits = [rewording.edit for rewording in rewordings]
        for anchor in entry.markup:
            if anchor.kind == "spelling":
                continue  # whatever the word becomes, it may still be one to look at
            edits = [edit for edit in edits if edit.end <= anchor.start or anchor.end <= edit.start]
        return {"text": edits} if edits else {}

    escaping_of = _marked if style == placeholders.MSE else None
    return EditPlan(edits_of, None, escaping_of, strict=True, partial=True)


def _marked(escaping: str) -> str:
    """Return the escaping in which marks can be written beside words."""
    if escaping != TAGGED:
        raise NanoriError("marks of Magic Set Editor were asked for, which this file cannot have")
    return MARKED


def expansions(card: Card) -> tuple[Rewording, ...]:
    """Return what puts words back in place of the slots of a text, in the form of `changes`.

    NanoriError for a slot with an unknown role.
    """
    language = language_detection.of_card(card)
    return tuple(
        Rewording(_water(card.text, edit, "placeholder"), edit, "full")
        for edit in slots.words(card.text, card.name, language)
    )


def _water(text: str, edit: Edit, form: Form) -> Reference:
    """Return words that an edit changes as a reference, though they are not one."""
    words = text[edit.start : edit.end]
    return Reference(edit.start, edit.end, words, form, "name", "rules", "")


def restyled(text: str, rewordings: Sequence[Rewording]) -> str:
    """Return the text after rewordings."""
    return edits.apply(text, [rewording.edit for rewording in rewordings])


def _edit(card: Card, reference: Reference, new: styles.Words, language: Language) -> Edit:
    """Return the edit of a reference; a demonstrative replaces a name's marks as well."""
    text, start, end = card.text, reference.start, reference.end
    if reference.form == "placeholder" and (parted := filled(text, end, new.text, language)) != (
        new.text
    ):
        return Edit(start, end, parted)
    if new.form in ("this", "bare") and reference.form not in ("this", "bare"):
        around = text[max(0, start - 1) : start] + text[end : end + 1]
        if around in language.lexicon.name_marks:
            return Edit(start - 1, end + 1, new.text)
        if language.lexicon.articles.forms:
            return articles.edit(text, start, end, new.text, language, named=False)
        return _agreeing(text, reference, new.text, language)
    if reference.form in ("this", "bare") and new.form in NAMES:
        article = articles.article_of(text, new.text, language)
        if articles.is_unknown(article, new.text, language) and not nouns.is_legend(card, language):
            return Edit(start, end, reference.text)  # nothing tells the name's gender
        return articles.edit(text, start, end, new.text, language, named=True, article=article)
    return Edit(start, end, new.text)


def _agreeing(text: str, reference: Reference, words: str, language: Language) -> Edit:
    """Return the edit that puts words in the singular there, with the verb that they need.

    “Twin Otters have reach” becomes “This creature has reach”.
    """
    start, end = reference.start, reference.end
    if mark := substitution.possessive_edit(text, end, reference.text, words, language):
        return Edit(start, mark.end, words + text[end : mark.end] + mark.text)
    restyling = restyling_words(language)
    verb = VERB.match(text, end) if restyling.agreeing else None
    agreeing = restyling.agreeing.get(verb[1].replace("’", "'")) if verb else None
    text_before = text[max(0, start - CLAUSE_START_LENGTH) : start]
    if verb is None or agreeing is None or not restyling.subject_before.search(text_before):
        return Edit(start, end, words)
    return Edit(start, verb.end(), f"{words} {agreeing}")
