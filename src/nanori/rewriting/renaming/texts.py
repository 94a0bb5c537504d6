"""A card's text to the edits that rename an object in it, its own or another."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation.name_context import name_context
from nanori.annotation.own_names import language_of, own_names
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import BETWEEN_FACES, Card, Form, NameMarkup, Reference
from nanori.rewriting import inflecting
from nanori.rewriting.renaming import renames
from nanori.rewriting.renaming.renames import FieldChange, Leftover, Renaming
from nanori.rewriting.renaming.surveys import Survey
from nanori.rewriting.substitution import Designation, lacking_case, rewrite

# The forms of an object's own name that is renamed; an alternate name is another name.
OWN: tuple[Form, ...] = ("full", "short")


class RenamedText(Struct, frozen=True):
    """The references of a text, and which of them change."""

    references: list[Reference]
    changes: list[FieldChange]
    unformed: list[Leftover]
    """Names left uninflected though their place needs a case."""


def renamed(
    card: Card,
    language: Language,
    survey: Survey,
    own: Sequence[Renaming],
    markup: Sequence[NameMarkup] = (),
) -> RenamedText:
    """Return the references of a card's text and the changes of those that mean a renamed object.

    If the card itself is renamed (`own`), its full and short names (CR 201.5, 201.5c), and every
    old name used as a name (CR 201.4): announced, of a face, of a token, of a partner. Short names
    of renamed objects count only if the text has the full name, too.
    """
    references = annotate(card, survey.known(), markup)
    forms = _said(references, survey.renamings)
    shorts = Counter(reference.text for reference in references if reference.form == "short")
    changes: list[FieldChange] = []
    unformed: list[Leftover] = []
    names = inflecting.by_themselves([*own_names(card, language), *survey.whole()], language)
    last = 0
    for reference in references:
        to = None
        form = reference.form
        token = reference.target == "holder"  # its own name, in its own ability (CR 111.4)
        if form in OWN and not token:
            to = _own(card, reference, own, shorts, language)
        if to is None and (reference.target == "name" or (form in OWN and token)):
            to, form = _other(reference, survey, forms, language)
        if to is None:
            continue
        span = replace(reference, form=form)
        for edit in rewrite(card.text, [span], to, language, old=names):
            if edit.start >= last:
                changes.append(FieldChange.of_edit("text", card.text, edit, reference.form))
                last = edit.end
        if case := lacking_case(card.text, span, to, names, language):
            reason = (
                f"the place wants {case}, and the new name's form is not sure: it was put as it is"
            )
            unformed.append(Leftover("text", span.start, span.end, reference.text, reason))
    return RenamedText(references, changes, unformed)


def _own(
    card: Card,
    reference: Reference,
    own: Sequence[Renaming],
    shorts: Counter[str],
    language: Language,
) -> Designation | None:
    """Return what a renamed card's reference to itself should say; None if it stays.

    `shorts` are the short names in its text, with how often each occurs.
    """
    words = reference.text
    for renaming in own:
        old, new = renames.old_and_new_name(card, renaming, language)
        others = [name for name in own_names(card, language) if name != old]
        if any(words in name for name in others) and words not in old:
            continue  # the other half's
        foreign = renames.english_names(card, renaming)
        original = language.code == languages.original_language()
        if not original and foreign[0] and _is_foreign(words, foreign[0], old, language):
            old, new = foreign
            foreign = ("", "")
        if old == new and foreign[0] not in words:
            return None  # only its name in another language changes
        used = max((short for short in shorts if short in old), key=shorts.__getitem__, default="")
        to = renames.new_designation(card, old, new, used, language)
        return Designation(to.full, to.short, foreign[1] if foreign[1] != to.full else "")
    return None


def _is_foreign(words: str, foreign: str, own: str, language: Language) -> bool:
    """Tell whether words in a text are its name in the original language, left untranslated.

    A name in the text's own language may have letters of another: “AQvibrato” in Japanese.
    """
    if words in own:
        return False
    return words in foreign or language_of(words, language) is not language


def _said(references: Sequence[Reference], renamings: Sequence[Renaming]) -> frozenset[str]:
    words = {reference.text for reference in references if reference.target == "name"}
    return frozenset(old for renaming in renamings for old in renaming.words() if old in words)


def _other(
    reference: Reference, survey: Survey, forms: frozenset[str], language: Language
) -> tuple[Designation | None, Form]:
    """Return what a name used as a name becomes, and whether it is a full name or a short one."""
    words = reference.text
    if BETWEEN_FACES in words:
        faces = words.split(BETWEEN_FACES)
        both = {old: new for each in survey.renamings for old, new in each.words().items()}
        if not both.keys().isdisjoint(faces):
            return Designation(BETWEEN_FACES.join(both.get(face, face) for face in faces)), "full"
    for renaming in survey.renamings:
        table = renaming.words()
        if words in table:
            return Designation(table[words]), "full"
        article = language.lexicon.short.article
        titled = article + words.removeprefix(article.lower()) if article else words
        if titled in table:  # “the Salt Quay” of “The Salt Quay”
            return Designation(table[titled]), "full"
        for old in table if language.lexicon.inflection.cases else ():
            if inflecting.base(words, (old,), language):  # „Alten Wächters“ of „Alter Wächter“
                return Designation(table[old]), "full"
        halves = words.split("/")  # 「塩の港/Salt Quay」
        if len(halves) == 2 and any(half in table for half in halves):
            return Designation("/".join(table.get(half, half) for half in halves)), "full"
        if reference.form == "other" and words in survey.shorts():
            for old in forms & table.keys():
                if words in renames.short_names(old, language):
                    new = renames.short_names(table[old], language)
                    return Designation(table[old], next(iter(new), "")), "short"
    return None, "full"


def leftovers(
    card: Card,
    language: Language,
    renamed: RenamedText,
    forms: Collection[str],
    whole: Collection[str],
    *,
    own: bool,
) -> Iterator[Leftover]:
    """Yield every place of a card's text that has one of the forms and does not change.

    `whole` are the forms that are old names, `own` says that the card itself is renamed. In another
    card's text a short form counts only if it is a word by itself and not part of a name, and in
    its own not as part of its full name. A form inside a longer one counts once.
    """
    text = card.text
    occupied = bytearray(len(text))
    for change in renamed.changes:
        occupied[change.start : change.end] = b"\1" * (change.end - change.start)
    for form in sorted(set(forms), key=lambda form: (-len(form), form)):
        start = text.find(form) if form else -1
        while start >= 0:
            end = start + len(form)
            if occupied.find(1, start, end) < 0 and not _goes_on(text, start, language):
                last = end
                while _goes_on(text, last, language):
                    last += 1
                occupied[start:last] = b"\1" * (last - start)
                if form not in whole and _inside(start, end, last, renamed.references, own=own):
                    start = text.find(form, end)
                    continue
                around = _around(start, end, renamed.references)
                why = _reason(text[start:end], around, language, own=own, longer=last > end)
                yield Leftover("text", start, last, text[start:last], why)
            start = text.find(form, end)


def _inside(start: int, end: int, last: int, references: Sequence[Reference], *, own: bool) -> bool:
    """Tell whether words that extend to `last` are part of a longer word or of a longer name.

    In the renamed card's text, only of its own name in a language that has not changed.
    """
    around = _around(start, end, references)
    if around is None or around.end - around.start == end - start:
        return last > end and not own
    return not own or around.form == "full"


def _around(start: int, end: int, references: Sequence[Reference]) -> Reference | None:
    """Return the reference that words are, or are part of; these are in order, without overlap."""
    number = bisect_right(references, start, key=lambda reference: reference.start) - 1
    return references[number] if number >= 0 and end <= references[number].end else None


def _goes_on(text: str, offset: int, language: Language) -> bool:
    letter = language.lexicon.guards.letter
    return 0 < offset < len(text) and all(map(letter.match, text[offset - 1 : offset + 1]))


def _reason(
    words: str, around: Reference | None, language: Language, *, own: bool, longer: bool
) -> str:
    """Return why words stay that are in that reference, or in none; `longer` words go on."""
    if around:
        return _reason_of(around, words, own=own)
    if longer:
        return "a part of a longer word"
    if words in name_context(language).vocabulary:
        return "a subtype, keyword or other word of the game here"
    if not own:
        return "no construction shows that it is that card's name here"
    return "a common noun here, or a part of a longer name"


def _reason_of(reference: Reference, words: str, *, own: bool) -> str:
    if reference.form == "alternate":
        return "an alternate name of the card"
    if reference.text != words:
        return f"a part of “{reference.text}”, which is not renamed"
    if reference.target == "name":
        return "another object's name"
    return "its short name stays the same" if own else "another card's name of itself"
