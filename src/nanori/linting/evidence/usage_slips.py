"""A text to the words of it that a table of a language says otherwise."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.templating import UsageSlip, Wheel, WordOrder
from nanori.linting.context import Finding, Subject, replaced

# What stands in the place of each letter of a reference of a card to itself, and of other names,
# where the patterns of a table look: a name may have any word.
SELF, NAME = "~", "\0"
# What of a pattern stands for one letter of several, or for what is beside it: no word.
SET_OF_LETTERS = re.compile(r"\[[^\]]*\]|\(\?[<!=:]*")


def find(subject: Subject, table: Sequence[UsageSlip]) -> Iterator[Finding]:
    """Yield a finding for each place that a row of a table finds, with the words that it wants.

    What two rows find is told by the first.
    """
    text, told = masked(subject), list[tuple[int, int]]()
    for row in table:
        if row.symbols and subject.marks_symbols:
            continue
        for match in row.pattern.finditer(text) if row.may_be_in(text) else ():
            start, end = match.span("said" if match.groupdict().get("said") else 0)
            if any(start < last and first < end for first, last in told):
                continue
            told.append((start, end))
            said = subject.card.text[start:end]
            meant = match.expand(row.meant) if row.meant else ""
            if row.small:
                meant = said.lower()
            if SELF in meant or NAME in meant:
                meant = ""  # words of a name that the mask hides
            message = f"“{said.strip()}” {row.reason}"
            if meant:
                yield replaced(start, end, meant, f"{message}: “{meant.strip()}”", safe=False)
            else:
                yield Finding(start, end, message)


@lru_cache(1)  # what one check tells, another leaves
def of_grammar(subject: Subject) -> tuple[Finding, ...]:
    """Return the findings of a text by the language's table of grammar."""
    return tuple(find(subject, subject.language.lexicon.checks.templating.grammar))


def of_order(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place whose words prints have in another order, with that."""
    text, templating = masked(subject), subject.language.lexicon.checks.templating
    for row in templating.orders:
        for before in row.before.finditer(text) if row.before.may_be_in(text) else ():
            yield from _sorted(text, before.end(), row)
    for wheel in templating.wheels:
        for listed in wheel.listed.finditer(text) if wheel.listed.may_be_in(text) else ():
            yield from _turned(text, listed, wheel)


def _sorted(text: str, start: int, row: WordOrder) -> Iterator[Finding]:
    """Yield a finding for words of several classes that do not stand in the order of these."""
    words: list[tuple[int, str]] = []
    place = end = start
    while match := _word(row).match(text, place):
        if match.lastgroup is None or not match[0]:
            break
        end = match.end()
        words.append((int(match.lastgroup[1:]), match[0]))
        if not text.startswith(row.between, end):
            break
        place = end + len(row.between)
    ordered = [word for _, word in sorted(words, key=lambda pair: pair[0])]
    said, meant = text[start:end], row.between.join(ordered)
    if said == meant or (row.behind and not row.behind.match(text, end)):
        return
    message = f"“{said}” is in another order than in prints"
    if NAME in said or SELF in said:
        yield Finding(start, end, message)
    else:
        if said[:1].isupper() and len(row.between) > 1:
            meant = row.between.join(word[:1].upper() + word[1:] for word in ordered)
        yield replaced(start, end, meant, f"{message}: “{meant}”", safe=False)


@cache
def _word(row: WordOrder) -> re.Pattern[str]:
    """Return what matches one word, its group saying of which class."""
    classes = (f"(?P<c{i}>{word.compiled.pattern})" for i, word in enumerate(row.classes))
    return re.compile("|".join(classes))


def _turned(text: str, listed: re.Match[str], wheel: Wheel) -> Iterator[Finding]:
    """Yield a finding for some of a wheel's words that are not said the short way round."""
    words = [match[0] for match in wheel.word.finditer(listed[0])]
    places = [wheel.order.index(word.lower() if word.islower() else word) for word in words]
    if len({*places}) < max(2, len(places)):
        return
    meant = [wheel.order[place] for place in turned(places, len(wheel.order))]
    if meant == words:
        return
    following = iter(meant)
    instead = wheel.word.sub(lambda _: next(following), listed[0])
    message = f"“{listed[0]}” is in another order than in prints: “{instead}”"
    yield replaced(listed.start(), listed.end(), instead, message, safe=False)


def turned(places: Sequence[int], size: int) -> list[int]:
    """Return places on a wheel in the order in which they are met by equal steps, or the shortest.

    So a pair is met going the short way round, and of three neither a neighbour is passed over.
    """
    ordered = sorted(places)
    turns = [ordered[start:] + ordered[:start] for start in range(len(ordered))]

    def steps(turn: list[int]) -> list[int]:
        return [(second - first) % size for first, second in pairwise(turn)]

    return min(turns, key=lambda turn: (len({*steps(turn)}), max(steps(turn))))


@lru_cache(1)  # several checks ask for the same text, one behind another
def masked(subject: Subject) -> str:
    """Return a text with its names hidden, every other letter at its place."""
    text = subject.card.text
    several = subject.language.lexicon.checks.templating.plural_name
    pieces: list[str] = []
    last = 0
    for reference in subject.references:
        if reference.form in ("this", "bare") or reference.start < last:
            continue
        own = reference.target == "self" and not several.search(
            text[reference.start : reference.end]
        )
        sign = SELF if own else NAME
        pieces += text[last : reference.start], sign * (reference.end - reference.start)
        last = reference.end
    return "".join([*pieces, text[last:]]).replace("’", "'")


def fits(text: str, place: int, language: Language) -> bool:
    """Tell whether what meets at a place of a text may do so where words are not divided.

    Two letters do that some word of the language has beside each other, those of different
    scripts, an ending that may follow any word, and whatever stands behind an adverb.
    """
    checks = language.lexicon.checks
    before, behind = text[place - 1 : place], text[place : place + 1]
    if not checks.particle or not (before.isalpha() and behind.isalpha()):
        return True
    word, stem = language.lexicon.guards.word.compiled, checks.stem.compiled
    if before + behind in _beside(language) or not stem.match(before):
        return True
    if not stem.match(behind):
        return checks.particle.match(text, place) is not None
    if word.fullmatch(before + behind) is None:
        return True
    adverbs = language.lexicon.words.get("adverb", ())
    return text[:place].endswith(adverbs)


@cache
def _beside(language: Language) -> frozenset[str]:
    """Return the letters that words of a language have beside each other, two by two."""
    checks = language.lexicon.checks
    words = {*language.plain_words, *checks.alone, *checks.types, *checks.joined_words}
    for table in (checks.terms, checks.answered):
        words.update(word for meant in table.values() for word in meant)
    words.update(mending.meant for mending in (*checks.lost, *checks.surplus))
    patterns = [
        form for each in checks.compared for forms in each.values.values() for form in forms
    ]
    patterns += [mending.written for mending in (*checks.lost, *checks.surplus)]
    patterns += checks.reminders.values()
    words.update(SET_OF_LETTERS.sub(" ", pattern.pattern) for pattern in patterns)
    return frozenset(first + second for word in words for first, second in pairwise(word))
