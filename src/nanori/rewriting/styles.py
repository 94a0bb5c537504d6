"""A reference to the words that a style has for it."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nanori.annotation import own_names
from nanori.grammar.languages import Language
from nanori.model.values import Card, Form, Reference
from nanori.rewriting import nouns, zones
from nanori.rewriting.lexicon import restyling_words
from nanori.rewriting.zones import Whereabouts

# The rules of 2011: a spell, too, is called by its name.
EDITION_2011 = "2011"
# When prints had “this spell” first, as `YYYY-MM`.
SPELL_SINCE = "2018-04"

# Up to there a bare demonstrative takes up a name that was said, where it may be a name's.
CLAUSE_END = re.compile("[。：\n]")
# The rule by which a name means the object that gave an ability.
GRANTED = "201.5a"


class Words(Struct, frozen=True):
    """New words for a reference."""

    text: str
    """The words; the reference's own if the style leaves it as it is."""
    form: Form
    """Their form."""


def foundations(card: Card, references: Sequence[Reference], language: Language) -> Iterator[Words]:
    """Yield the words of prints since November 2024 for each of a card's references to itself."""
    legend, spell = nouns.is_legend(card, language), nouns.is_spell(card, language)
    short = nouns.short(card, language, tuple(references)) if legend else ""
    kind = _kind(card, references, language)
    restyling = restyling_words(language)
    where = zones.find(card.text, references, language, spell=spell)
    for reference, zone in zip(references, where, strict=True):
        named = legend and zone == "battlefield" and _is_to_be_named(reference, card, language)
        if reference.form in ("this", "bare") and not named:
            yield _shown(card, reference, zone, kind, language)
            continue
        counted = not legend and _is_counted(reference, card.text, language)
        if counted or _is_said(reference, card.text, language):
            yield Words(reference.text, reference.form)
            continue
        placed = _placed(zone, language) if reference.rule != GRANTED else ""
        if placed:
            yield Words(cased(placed, card.text, reference.start, language), "this")
        elif legend and restyling.whole_after.match(card.text, reference.end):
            yield _named(card, reference, nouns.full(card, language), language)
        elif legend and (reference.rule == GRANTED or not restyling.legend):
            yield _named(card, reference, short, language)
        elif legend and restyling.legend_after.match(card.text, reference.end):
            yield Words(restyling.legend, "bare")
        elif spell or reference.rule == GRANTED or zone == "anywhere":
            yield _named(card, reference, nouns.full(card, language), language)
        else:
            yield _in_play(card, reference, kind, language)


def _shown(
    card: Card, reference: Reference, zone: Whereabouts, kind: str, language: Language
) -> Words:
    """Return a demonstrative with the noun that prints give it: “this aura”, “When this enters”.

    It stays in reminder text, and if its noun is none of its card's types.
    """
    same = Words(reference.text, reference.form)
    restyling = restyling_words(language)
    if reference.scope != "rules" or zone == "anywhere":
        return same
    placed = _placed(zone, language)
    if reference.form == "bare":
        text_before = card.text[max(0, reference.start - WINDOW) : reference.start]
        pronoun = restyling.legend or nouns.is_legend(card, language)
        if pronoun or reference.text[:1].isupper() or restyling.done.search(text_before):
            return same  # “This” of a new sentence, and what is activated, may be an ability
        placed = placed or (language.lexicon.this.format(kind) if kind else "")
        return (
            Words(cased(placed, card.text, reference.start, language), "this") if placed else same
        )
    if not kind:
        return same
    words = language.lexicon.this.format(kind)
    alike = {words.casefold()}
    types = language.lexicon.types
    if (kind, kind) in restyling.nouns and kind not in types:  # an Aura is no “this enchantment”
        own = [noun for word, noun in restyling.nouns if word in types and word in card.type]
        alike |= {language.lexicon.this.format(noun).casefold() for noun in own}
    if reference.text.casefold() in alike:
        words = placed or words
        return Words(reference.text[:1] + words[1:], "this")
    return same


def _is_to_be_named(reference: Reference, card: Card, language: Language) -> bool:
    """Tell whether a legend calls itself by a permanent's noun where prints have its name."""
    if reference.form != "this" or reference.scope != "rules":
        return False
    restyling = restyling_words(language)
    demonstratives = (language.lexicon.this.format(noun) for _, noun in restyling.nouns)
    words = reference.text.casefold()
    is_demonstrative = any(words == each.casefold() for each in demonstratives)
    return is_demonstrative and not _stays(reference, card, language, spells=True)


def _is_said(reference: Reference, text: str, language: Language) -> bool:
    """Tell whether a name is quoted by itself, as words to be said, which stay as they are."""
    start, end = reference.start, reference.end
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    lexicon = language.lexicon
    return around in lexicon.quotations and around not in lexicon.name_marks


def _is_counted(reference: Reference, text: str, language: Language) -> bool:
    """Tell whether a name is said of any object that has it: “another this creature” is nothing."""
    if reference.form not in ("full", "short"):
        return False
    text_before = text[max(0, reference.start - WINDOW) : reference.start]
    return restyling_words(language).counted.search(text_before) is not None


def _placed(zone: Whereabouts, language: Language) -> str:
    """Return “this spell” or “this card” for an object on the stack or in another zone."""
    noun = language.lexicon.noun({"stack": "spell", "elsewhere": "card"}.get(zone, ""))
    return language.lexicon.this.format(noun) if noun else ""


def _in_play(card: Card, reference: Reference, kind: str, language: Language) -> Words:
    """Return “this creature” in a fitting case; its name if it is no kind of permanent."""
    if not kind:
        return _named(card, reference, nouns.full(card, language), language)
    words = language.lexicon.this.format(kind)
    return Words(cased(words, card.text, reference.start, language), "this")


def _kind(card: Card, references: Sequence[Reference], language: Language) -> str:
    """Return what a card calls itself in play: a permanent, if it may cease to be of its kind.

    “If this enchantment is an enchantment” would say nothing.
    """
    noun = nouns.noun(card, language)
    if not noun:
        return ""
    restyling = restyling_words(language)
    pattern = restyling.kind_after.of(re.escape(noun))
    named = (reference for reference in references if reference.form not in ("this", "bare"))
    if any(pattern.match(card.text, reference.end) for reference in named):
        return language.lexicon.noun("permanent")
    return noun


def _named(card: Card, reference: Reference, name: str, language: Language) -> Words:
    """Return a name in place of a placeholder or a longer name; a name that will do stays."""
    if reference.form == "alternate":
        for alternate in own_names.alternates(card):
            divided = own_names.shortened(alternate, language.lexicon.short)
            if reference.text == alternate and divided and nouns.is_legend(card, language):
                return Words(divided[0], "alternate")
        return Words(reference.text, reference.form)
    form: Form = "full" if name == nouns.full(card, language) else "short"
    if reference.form in ("placeholder", "this") or form == "short":
        return Words(name, form)
    return Words(reference.text, reference.form)


# Code points before a reference that tell whether it begins a sentence, or what is done to it.
WINDOW = 16


def cased(words: str, text: str, start: int, language: Language) -> str:
    """Return words with a capital if they begin a sentence."""
    if restyling_words(language).begins.search(text[max(0, start - WINDOW) : start]):
        return words[:1].upper() + words[1:]
    return words


def oracle(
    card: Card, references: Sequence[Reference], language: Language, edition: str = ""
) -> Iterator[Words]:
    """Yield the words of prints before November 2024: names, a legend's in full at first.

    Demonstratives stay in reminder text and in clauses that never had a name, such as “this door”
    or “this creature mutates”, and so does “this spell” except in the edition of 2011 and on a
    print from before 2018. A bare one is a pronoun and stays, except for the first in a clause of a
    legend that does not say its name.
    """
    restyling = restyling_words(language)
    whole = nouns.full(card, language)
    legend = nouns.is_legend(card, language)
    short = whole
    if legend and restyling.titles:
        short = nouns.short(card, language, tuple(references))
    is_named = any(
        reference.form not in ("this", "bare") and reference.rule != GRANTED
        for reference in references
    )
    # A print that is known to be older than “this spell”.
    old = edition == EDITION_2011 or "" < card.released < SPELL_SINCE
    first = True
    last = -1
    spell = nouns.is_spell(card, language)
    for reference in references:
        start, end = reference.start, reference.end
        bare = reference.form == "bare" and (bool(restyling.legend) or spell)
        taken_up = bare and last >= 0 and not CLAUSE_END.search(card.text, last, start)
        if (bare and (is_named or not legend)) or _stays(reference, card, language, spells=not old):
            yield Words(reference.text, reference.form)
            continue
        last = end
        if taken_up:
            yield Words(reference.text, reference.form)
            continue
        entire = legend and restyling.whole_after.match(card.text, end)
        name = whole if first or entire else short
        first = False
        if reference.form == "full" and name in (whole, reference.text):
            yield Words(reference.text, reference.form)  # as its text spells it
        else:
            yield Words(name, "full" if name == whole else "short")


def _is_of_another(reference: Reference, card: Card, language: Language) -> bool:
    """Tell whether “this” has a noun that the card is not, as “this path”: it may be anything.

    In a quotation that is another type, too: a cost of “Sacrifice this artifact” on a creature. A
    “reminder card” is not part of the game, a “creature card” is.
    """
    if reference.form != "this":
        return False
    restyling = restyling_words(language)
    words, kinds = reference.text.casefold(), card.type.casefold()
    opening, _, after = language.lexicon.this.casefold().partition("{}")
    noun = words.removeprefix(opening).removesuffix(after)
    types = (*(noun for _, noun in restyling.nouns), *language.lexicon.words.get("subtype", ()))
    if noun in kinds:
        return False
    if reference.scope == "quote" and any(noun == word.casefold() for word in types):
        return True
    anywhere = map(language.lexicon.noun, ("spell", "card", "permanent"))
    kind = next(
        (noun.removesuffix(word) for word in anywhere if word and noun.endswith(word)), noun
    )
    kind = re.sub(r"\W+$", "", kind)
    return bool(kind) and not any(kind.endswith(word.casefold()) for word in types)


def _stays(reference: Reference, card: Card, language: Language, *, spells: bool) -> bool:
    """Tell whether a reference was worded so before November 2024; `spells`: “this spell” was."""
    if reference.form == "alternate":
        return True
    if reference.form not in ("this", "bare"):
        return False  # a name
    if reference.scope == "reminder" or _is_of_another(reference, card, language):
        return True
    restyling = restyling_words(language)
    if restyling.kept.match(card.text, reference.start):
        return True
    if reference.form == "bare" and restyling.bare_after.match(card.text, reference.end):
        return True
    permanent, spell = (
        language.lexicon.this.format(language.lexicon.noun(kind)).casefold()
        for kind in ("permanent", "spell")
    )
    if reference.text.casefold() == permanent:
        return True
    if reference.text.casefold() == spell:
        return spells and not zones.was_named(card.text, reference, language)
    return zones.never_named(card.text, reference, language)
