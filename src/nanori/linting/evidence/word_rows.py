"""A text to the places where its words stand in a row as in no print, and would with one edit.

Prints are a closed language. Where three words in a row are in none of them, but with one word
exchanged for one it is mistaken for, left out, inserted, or swapped with the next, every row around
it is in many, that was meant. What several cards of a set say, they mean.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from nanori.grammar import word_rows
from nanori.grammar.languages import Language
from nanori.grammar.word_rows import LENGTH, Prints, RowWord
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence.usage_slips import masked

# Words of fewer letters have no ending that another may stand for.
STEM = 3
# Of what stands beside these, rows tell nothing: a label, a remark, an ability that is granted.
APART = '\n()"“”•—'

# What stands right behind a word.
SIGNS = ",.:;"

# A capital inside a sentence: most texts have none but those of names.
INNER = re.compile(r"[^\W\d_] [^\W\d_a-z]")


class LikelyEdit(NamedTuple):
    """An edit that makes all rows around it frequent."""

    rank: int
    """The rank of the rarest of them."""
    first: int
    """Which words it replaces, from and to."""
    last: int
    meant: tuple[str, ...]


def find(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such place, with what prints say."""
    prints = word_rows.of(subject.language)
    if prints is None:
        return
    text = subject.card.text
    words = word_rows.words(masked(subject), subject.language)
    until = 0
    for edit in sorted(_likeliest(words, prints, subject.language), key=lambda edit: edit.first):
        before, behind = words[edit.first - 1], words[edit.last]
        if edit.first < until or subject.index.repeats(
            subject.card, text[before.start : behind.end], subject.path
        ):
            continue
        until = edit.last + 1
        yield _told(edit, words, text)


def capitals(subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield each word of rules with a capital behind a word, where prints often have it so."""
    prints, text = word_rows.of(subject.language), masked(subject)
    if prints is None or not INNER.search(text):
        return
    words = word_rows.words(text, subject.language)
    for before, word, behind in zip(words, words[1:], words[2:], strict=False):
        if not (text[word.start].isupper() and before.said.isalpha() and word.said.isalpha()):
            continue
        rows = [(before.said, word.said, behind.said)]
        if word.said in subject.language.plain_words and prints.rank(rows) is not None:
            yield word.start, word.end


def _told(edit: LikelyEdit, words: Sequence[RowWord], text: str) -> Finding:
    """Return the finding about an edit: it replaces the words, or the space where one is lost."""
    before, behind = words[edit.first - 1], words[edit.last]
    start, end = before.end, behind.start
    meant = " ".join(edit.meant)
    if edit.meant and edit.first < edit.last:
        start, end = words[edit.first].start, words[edit.last - 1].end
        meant = meant[0].upper() + meant[1:] if text[start].isupper() else meant
    elif not meant:  # with one of the spaces around it
        start, end = words[edit.first].start, words[edit.first].end
        end += text[start - 1] == " " == text[end]
    else:
        meant = meant + text[start:end] if meant in SIGNS else f" {meant}{text[start:end]}"
        if start == end:  # a finding has a letter at least
            start, meant = before.start, text[before.start : start] + meant
    whole = text[before.start : start] + meant + text[end : behind.end]
    message = f"“{text[before.start : behind.end]}” is said in no rules text, “{whole}” is"
    return replaced(start, end, meant, message.replace("\n", "⏎"), safe=False)


def _likeliest(words: list[RowWord], prints: Prints, language: Language) -> Iterator[LikelyEdit]:
    """Yield the likeliest of the edits that touch each other."""
    edge = RowWord(word_rows.EDGE, 0, 0)
    margin = LENGTH - 1
    said = [word.said for word in (*[edge] * margin, *words, *[edge] * margin)]
    has = [prints.has(row) for row in zip(said, said[1:], said[2:], strict=False)]
    edits = [
        edit._replace(first=edit.first - margin, last=edit.last - margin)
        for place in range(margin + 1, len(said) - margin - 1)
        if not has[place - 1]
        for edit in _edits(said, place, has, prints, language)
        if edit.last < len(said) - margin
    ]
    touched: set[int] = set()
    for edit in sorted(edits):
        places = range(edit.first - 1, edit.last + 1)
        if touched.isdisjoint(places):
            touched.update(places)
            yield edit


def _edits(
    said: Sequence[str], place: int, has: Sequence[bool], prints: Prints, language: Language
) -> Iterator[LikelyEdit]:
    """Yield the edits at a word, no print having it between those beside it."""
    table = language.lexicon.checks.templating.rows
    word, before, behind = said[place], said[place - 1], said[place + 1]
    tried: list[tuple[int, int, tuple[str, ...]]] = []
    if word not in APART and not (has[place - 2] or has[place]):
        tried += ((place, place + 1, (meant,)) for meant in _instead(word, language))
    apart = not prints.has((before, word))  # no print has even the two
    strange = word in SIGNS or apart or not prints.has((word, behind))
    twice = word.isalpha() and word in (before, behind)
    if not has[place] and (twice or (word in table.surplus and strange)):
        tried.append((place, place + 1, ()))
    if not has[place - 2] and before not in APART + "," and word not in APART:
        tried += ((place, place, (meant,)) for meant in table.lost if apart or meant in SIGNS)
    if not has[place] and word.isalpha() and behind.isalpha() and word != behind:
        tried.append((place, place + 2, (behind, word)))
    for first, last, meant in tried:
        margin = LENGTH - 1
        edited = [*said[first - margin : first], *meant, *said[last : last + margin]]
        rows = zip(edited, edited[1:], edited[2:], strict=False)
        if (rank := prints.rank(rows)) is not None:
            yield LikelyEdit(rank, first, last, meant)


def _instead(word: str, language: Language) -> set[str]:
    """Return what a word may be written for."""
    table = language.lexicon.checks.templating.rows
    written_for = {*_exchanged(language).get(word, ())}
    if len(word) >= STEM and word.isalpha():
        for ending, instead in (pair for both in table.endings for pair in (both, both[::-1])):
            if word.endswith(ending) and len(word) - len(ending) >= STEM - 1:
                written_for.add(word[: len(word) - len(ending)] + instead)
    return written_for - {word}


@cache
def _exchanged(language: Language) -> Mapping[str, set[str]]:
    """Return the words that each stands for by mistake."""
    known: defaultdict[str, set[str]] = defaultdict(set)
    for group in language.lexicon.checks.templating.rows.exchanged:
        for word in group.split():
            known[word].update(group.split())
    return known
