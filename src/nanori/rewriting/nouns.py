"""A card to the noun that it calls itself by, and the short form of its name."""

from functools import lru_cache

from msgspec.structs import replace

from nanori.annotation import own_names
from nanori.grammar.languages import Language
from nanori.model.values import Card, Reference
from nanori.rewriting.lexicon import restyling_words

# How many cards are remembered: each reference of one asks the same.
CACHED_CARDS = 64


def is_legend(card: Card, language: Language) -> bool:
    """Tell whether a card is a legend, which prints call by name or 「これ」. CR 201.5c."""
    return any(word in card.type for word in language.lexicon.legendary)


def is_spell(card: Card, language: Language) -> bool:
    """Tell whether a card is never in play: an instant or a sorcery."""
    return any(word in card.type for word in language.lexicon.spells)


def is_worn(text: str, reference: Reference, language: Language) -> bool:
    """Tell whether a demonstrative only says whose bearer is meant, as prints of every age do.

    「佩带此武具的生物」 is “equipped creature”: no name stands for it.
    """
    worn = language.lexicon.third_object.worn
    return bool(worn) and reference.form == "this" and text.endswith(worn, 0, reference.start)


@lru_cache(CACHED_CARDS)
def is_of_duel_masters(card: Card, language: Language) -> bool:
    """Tell whether a card is one of Duel Masters: its file says so, or its text has its words.

    There a creature is “this creature” in every zone.
    """
    text = card.text.lower()
    has_words = any(word in text for word in language.lexicon.duel_masters)
    return has_words or card.game == own_names.TWINPACTS


def noun(card: Card, language: Language) -> str:
    """Return what kind of permanent a card calls itself, as “Aura”; empty if prints have none.

    An artifact creature is a creature, an artifact land a land, an Aura an Aura.
    """
    for word, own_noun in restyling_words(language).nouns:
        if word in card.type:
            return own_noun
    return ""


def general(card: Card, language: Language) -> str:
    """Return what it would call itself without its subtypes: an Aura is an enchantment."""
    return noun(replace(card, type=card.type.partition("—")[0]), language)


def full(card: Card, language: Language) -> str:
    """Return a card's own full name, without what data files add to it."""
    return next(iter(own_names.own_names(card, language)), card.name)


def short(card: Card, language: Language, references: tuple[Reference, ...] = ()) -> str:
    """Return a legend's short name: the one its text uses, else the conventional one; CR 201.5c.

    The full name where it has none, and where the text names another object beginning with it.
    """
    whole = full(card, language)
    used = [
        reference.text
        for reference in references
        if reference.form == "short" and reference.text in whole
    ]
    if used:
        return max(dict.fromkeys(used), key=used.count)
    if not restyling_words(language).titles:
        return whole
    for head in own_names.shortened(whole, language.lexicon.short):
        if _is_name(head, whole, card, language):
            return whole if _is_shared(head, whole, card.text, language) else head
    return whole


def _is_shared(head: str, whole: str, text: str, language: Language) -> bool:
    """Tell whether a text names another object beginning so: “Ilse the Returned”."""
    others = text.replace(whole, "")
    offset = others.find(head)
    while offset >= 0:
        offset += len(head)
        for divider in language.lexicon.short.split:
            name = offset + len(divider)
            if others.startswith(divider, offset) and others[name : name + 1].isupper():
                return True
        offset = others.find(head, offset)
    return False


def _is_name(head: str, whole: str, card: Card, language: Language) -> bool:
    """Tell whether the first part of a name is one: “Ilse of Wend”, not “The Lord of Wend”."""
    lexicon, restyling = language.lexicon, restyling_words(language)
    last = head.rpartition(" ")[2]
    if last in lexicon.short.small:
        return False
    if not whole.startswith(lexicon.short.epithets, whole.find(head) + len(head)):
        return True
    article = lexicon.short.article
    if article and whole.startswith(article):
        return False
    noun = last.rpartition("-")[2].capitalize()
    common = noun in restyling.titles or last in lexicon.words.get("subtype", ())
    return not common and any(word in card.type.casefold() for word in lexicon.persons)
