"""A renamed card to what its texts call it before and after."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.annotation.own_names import cleaned, is_legend_card, language_of, own_names, shortened
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.values import Card
from nanori.rewriting.designations import Designation, designation
from nanori.rewriting.renaming.renames import Renaming


def concerning(card: Card, language: Language, renamings: Sequence[Renaming]) -> list[Renaming]:
    """Return the renamings that are of this card: of one of its own names, in any language.

    Without a name in the language of the text the English one tells (CR 201.2).
    """
    own = set(own_names(card, language))
    if card.name_en:
        own |= {cleaned(card.name_en, languages.load(languages.reference_language()))}
    return [renaming for renaming in renamings if not own.isdisjoint(renaming.old.values())]


def names(card: Card, renaming: Renaming, language: Language) -> tuple[str, str]:
    """Return the card's own name that is renamed, in the language of its text, and the new one.

    The two are one where only its name in another language changes.
    """
    own = own_names(card, language) or [""]
    table = renaming.words()
    old = next((name for name in own if name in table), own[0])
    return old, table.get(old, old)


def english_names(card: Card, renaming: Renaming) -> tuple[str, str]:
    """Return the card's English name and the new one; empty where it has none."""
    reference = languages.reference_language()
    old = cleaned(card.name_en, languages.load(reference)) or renaming.old.get(reference, "")
    return old, renaming.after(old)


def new_designation(card: Card, old: str, new: str, used: str, language: Language) -> Designation:
    """Return what texts of the card call it by its new name.

    `used` is the short name that its text uses for the old one, or nothing. Where no divider
    shows the new short name, it has as many words as that, if these began the name: “Ilse Wend”,
    who is called “Ilse”. CR 201.5c.
    """
    legend = is_legend_card(card)
    made = designation(new, language, legend=legend, type=card.type)
    if made.short or not used:
        return made
    own = language_of(new, language)
    article = own.lexicon.short.article
    if not own.lexicon.short.word or (article and new.startswith(article)):
        return made
    if not legend or not old.startswith(f"{used} ") or _divides(new, own):
        return made
    words = new.split(" ")
    count = used.count(" ") + 1
    short = " ".join(words[:count])
    small = words[count - 1] in own.lexicon.short.small if count < len(words) else True
    return made if small else Designation(made.full, short, made.english)


def _divides(name: str, language: Language) -> bool:
    return any(divider in name for divider in language.lexicon.short.split)


def short_names(name: str, language: Language) -> list[str]:
    """Return the conventional short names of a legend, longest first (CR 201.5c)."""
    return shortened(name, language_of(name, language).lexicon.short)
