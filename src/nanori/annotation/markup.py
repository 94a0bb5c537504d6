"""Names that a program marked, or wrote a placeholder for, to references that say so."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nanori.annotation.name_context import WINDOW, name_context
from nanori.annotation.own_names import short_of
from nanori.annotation.plain_words import Span, is_near, is_plain
from nanori.grammar.languages import Language
from nanori.model.values import Card, NameMarkup, Reference, Token

# The source of such references.
MARKUP = "markup"

# The terminal for each kind of mark.
TERMINALS = {
    "full": "OWN_NAME",
    "short": "SHORT_NAME",
    "this": "THIS_OBJECT",
    "other": "KNOWN_NAME",
}


def by_words(markup: Sequence[NameMarkup], text: str, language: Language) -> tuple[NameMarkup, ...]:
    """Return the marks of names; “this creature” is not a name, whatever it is marked as.

    A set editor may be told to write it on each card that is not a legend.
    """
    opening, _, closing = language.lexicon.this.partition("{}")
    marks_kept: list[NameMarkup] = []
    for mark in markup:
        words = text[mark.start : mark.end].lower()
        if opening and mark.kind in ("full", "short") and words.startswith(opening):
            mark = replace(mark, kind="this") if words.endswith(closing) else mark
        if mark.kind in TERMINALS:
            marks_kept.append(mark)
    return tuple(marks_kept)


def names_of(markup: Sequence[NameMarkup], text: str) -> list[Token]:
    """Return the marked names in a text."""
    return [
        Token(TERMINALS[mark.kind], mark.start, mark.end)
        for mark in markup
        if "\n" not in text[mark.start : mark.end]
    ]


def shown(
    references: Sequence[Reference],
    card: Card,
    language: Language,
    markup: Sequence[NameMarkup] = (),
) -> list[Reference]:
    """Return the references, marked ones and placeholders with what they stand for."""
    kinds = {(mark.start, mark.end): mark.kind for mark in markup}
    replaced: list[Reference] = []
    for number, reference in enumerate(references):
        kind = kinds.get((reference.start, reference.end))
        if reference.form == "placeholder":
            kind = "short" if reference.text in language.lexicon.short.placeholders else "full"
            previous_end = replaced[-1].end if replaced else 0
            rest = references[number + 1 : number + 2]
            free = (previous_end, rest[0].start if rest else len(card.text))
            reference = _with_pieces(reference, card, language, free)
        if kind in ("full", "short"):
            name = card.name if kind == "full" else short_of(card.name, language) or card.name
            reference = replace(reference, source=MARKUP, shows=name or None)
        elif kind:
            reference = replace(reference, source=MARKUP, shows=reference.text)
        replaced.append(reference)
    return replaced


def _with_pieces(
    sign: Reference, card: Card, language: Language, free: tuple[int, int]
) -> Reference:
    """Return a placeholder with the words of the name next to it: “Academy of ~”.

    Words that are not `free`, such as those of an adjacent name, are another reference.
    """
    start, end = with_rest_of_name(card.text, sign.start, sign.end, card.name, language)
    if start < free[0] or end > free[1]:
        return sign
    return replace(sign, start=start, end=end, text=card.text[start:end])


def filled(text: str, end: int, name: str, language: Language) -> str:
    """Return a name for a placeholder that ends there, separated from letters that touch it.

    “NICKNAMEreveals” → “Ysolde reveals”, “CARDNAMEs power” → “Ysolde's power”.
    """
    if not (language.lexicon.spaces and text[end : end + 1].isalpha()):
        return name
    own = text.startswith("s", end) and not text[end + 1 : end + 2].isalpha()
    return f"{name}'" if own else f"{name} "


# Letters from which on a word may be misspelled.
MIN_LENGTH_OF_SLIP = 3


def with_rest_of_name(text: str, start: int, end: int, name: str, language: Language) -> Span:
    """Return the span of these words and of those beside them that the name begins or ends with.

        Academy of ~ enters     name “Academy of Ash”: from “Academy” on
        ^before[-2] ^start      count 2: “Academy of” is what the name begins with
    The whole name in place of the words alone would repeat the rest of it. Words of the rules are
    no rest: “Sacrifice ~” on “Sacrifice Pit”; nor is the name once more: “discard Ysolde: Ysolde”.
    """
    context, own_words = name_context(language), text[start:end]
    word = context.lexical.word
    words = [*word.finditer(name)]
    others = len(words) - max(1, len(word.findall(own_words)))
    before = [each.start() for each in word.finditer(text, max(0, start - WINDOW), start)]
    after = [each.end() for each in word.finditer(text, end, end + WINDOW)]
    first, last = start, end
    for count in range(1, others + 1):
        ends = [name[: words[count].start()], name[words[-count - 1].end() :]]
        ends = [each for each in ends if own_words not in each]
        if count <= len(before) and _is_one(text[before[-count] : start], ends):
            first = before[-count]
        if count <= len(after) and _is_one(text[end : after[count - 1]], ends):
            last = after[count - 1]
    return (
        start if is_plain(text, first, start, context) else first,
        end if is_plain(text, end, last, context) else last,
    )


def _is_one(words: str, ends: Iterable[str]) -> bool:
    words = words.strip(" ")
    return is_of_words(words, (end for each in ends if (end := each.strip(" "))[:1] == words[:1]))


def is_of_words(word: str, rest: Iterable[str]) -> bool:
    """Tell whether a word is one of the others, or one letter from a longer one."""
    return any(
        word == part or (len(part) >= MIN_LENGTH_OF_SLIP and is_near(word, part)) for part in rest
    )
