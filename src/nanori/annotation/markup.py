"""Names that a program marked, or wrote a placeholder for, to references that say so."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nanori.annotation.name_context import WINDOW, name_context
from nanori.annotation.own_names import short_of
from nanori.annotation.plain_words import Span, is_near, is_particle
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


# Signs and spaces between two words of a name, at most: “, ”.
MAX_GAP = 2
# Signs that do not occur inside a name.
BREAKS = frozenset('.。！？!?;()（）「」『』《》[]{}“”"\n')


def with_rest_of_name(text: str, start: int, end: int, name: str, language: Language) -> Span:
    """Return the span of these words and of the adjacent ones that the name has, too.

        Academy of ~ enters     name “Academy of Ash”
        ^span[0]   ^start       “of” is small: it belongs only to a word before it that belongs
    The whole name in place of the words alone would repeat the rest of it.
    """
    rules = name_context(language)
    small = {*language.lexicon.short.small}
    marked_words = rules.lexical.word.findall(text[start:end])
    rest = [word for word in rules.lexical.word.findall(name) if word not in marked_words]
    words_before = [*rules.lexical.word.finditer(text, max(0, start - WINDOW), start)]
    span = [start, end]
    for side, near in (
        (0, words_before[::-1]),
        (1, rules.lexical.word.finditer(text, end, end + WINDOW)),
    ):
        offset = span[side]
        for match in near:
            between = text[slice(*sorted((offset, match.span()[1 - side])))]
            inside = len(between) <= MAX_GAP and BREAKS.isdisjoint(between)
            if not (inside and is_of_words(match[0], rest)):
                break
            offset = match.span()[side]
            if match[0] not in small and not is_particle(match[0]):
                span[side] = offset
    return span[0], span[1]


def is_of_words(word: str, rest: Iterable[str]) -> bool:
    """Tell whether a word is one of the others, or one letter from a longer one."""
    return any(word == part or (len(part) > MAX_GAP and is_near(word, part)) for part in rest)
