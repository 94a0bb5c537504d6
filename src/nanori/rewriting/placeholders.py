"""Names to placeholders and back, without loss."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from nanori.grammar.languages import Language
from nanori.model import edits
from nanori.model.values import Card, Edit, Reference
from nanori.rewriting import nouns
from nanori.rewriting.lexicon import restyling_words

# Magic Set Editor's tags, by the form of the words in them.
ATOMS = {"full": "atom-cardname", "short": "atom-legname", "this": "atom-printname"}


class Signs(Struct, frozen=True):
    """The placeholders of a style."""

    full: str
    """For the full name."""
    short: str
    """For a legend's short name; the same sign means it once a name has been said."""


# The styles with signs.
SIGNS = {
    "tilde": Signs("~", "~"),
    "forge": Signs("CARDNAME", "NICKNAME"),
    "xmage": Signs("{this}", "{this}"),
}

# The style whose placeholders hold the words they stand for, and an engine's.
MSE, FORGE = "mse", "forge"

# The styles of granted abilities, in which the sign is what has them, and whose sign it is.
INNER = {"forge-inner": "forge", "xmage-inner": "xmage"}

# The styles with placeholders.
STYLES = (*SIGNS, MSE, *INNER)


def put_in(
    card: Card, references: Sequence[Reference], style: str, language: Language
) -> tuple[Edit, ...]:
    """Return the edits that put in placeholders, where these can be expanded again.

    Other forms stay: other short names, other spellings, demonstratives. So does a whole text that
    already contains the sign itself, or in which it would be ambiguous.
    """
    if style == MSE:
        if _TAGS.search(card.text):
            return ()
        tagged = "<{0}><nospellcheck>{1}</nospellcheck></{0}>"
        return tuple(
            Edit(each.start, each.end, tagged.format(ATOMS[each.form], each.text))
            for each in references
            if each.form in ATOMS and "<" not in each.text
        )
    signs = SIGNS[style]
    if signs.full in card.text or signs.short in card.text:
        return ()
    whole, short = names(card, language)
    if not whole or not any(reference.text in (whole, short) for reference in references):
        return ()
    put: list[Edit] = []
    both = signs.full != signs.short
    is_named = False
    offset = 0
    for reference in references:
        start, end, words = reference.start, reference.end, reference.text
        is_named = is_named or (not both and _says(card.text, offset, start, whole, short))
        if words == whole and (both or not is_named or whole == short):
            put.append(Edit(start, end, signs.full))
        elif words == short and (both or is_named):
            put.append(Edit(start, end, signs.short))
        is_named = is_named or reference.form in ("full", "short")
        offset = start
    done = edits.apply(card.text, put)
    return tuple(put) if expanded(done, whole, short, signs) == card.text else ()


def names(card: Card, language: Language) -> tuple[str, str]:
    """Return the full name and the conventional short one, which only a legend has.

    They do not depend on the text, so the text with placeholders gives the same.
    """
    whole = nouns.full(card, language)
    legend = nouns.is_legend(card, language) and restyling_words(language).titles
    return whole, nouns.short(replace(card, text=""), language) if legend else whole


def _says(text: str, start: int, end: int, whole: str, short: str) -> bool:
    return text.find(short, start, end) >= 0 or text.find(whole, start, end) >= 0


def expanded(text: str, whole: str, short: str, signs: Signs) -> str:
    """Return a text with a style's signs expanded to the names they stand for.

    A sign that stands for both names is the full one until a name has been said.
    """
    if signs.full != signs.short:
        both = {signs.full: whole, signs.short: short}
        return _pattern(signs).sub(lambda match: both[match[0]], text)
    if whole == short:
        return text.replace(signs.full, whole)
    is_named = False
    pieces: list[str] = []
    offset = 0
    for match in _pattern(signs).finditer(text):
        is_named = is_named or _says(text, offset, match.start(), whole, short)
        pieces += text[offset : match.start()], short if is_named else whole
        is_named = True
        offset = match.end()
    return "".join([*pieces, text[offset:]])


@cache
def _pattern(signs: Signs) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, dict.fromkeys((signs.full, signs.short)))))


_TAGS = re.compile(rf"</?(?:{'|'.join(ATOMS.values())}|nospellcheck)>")
