"""Finds words that the set editor's spelling checker does not know and no other text has.

Why: Magic Set Editor marks such words in the file and underlines them until somebody looks at them.
It also marks names and words the designer made up, so only lower-case words that are not part of a
name, and that the other cards in the files don't have, are reported.

Fix: unsafe, if exactly one word of the other cards is one letter away. That word is put there.

ja: 綴りの印が付いた語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"

# Letters of the shortest word that is reported: shorter ones are signs and parts of words.
LETTERS = 4
# Texts that have a word which is the set's own.
OWN = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each word that is marked and may well be misspelt."""
    card = subject.card
    for mark in subject.markup:
        word = card.text[mark.start : mark.end]
        if mark.kind != "spelling" or not _is_plain(word) or len(word) < LETTERS:
            continue
        said = subject.index.says(word, card.lang)
        if said >= OWN or subject.is_named(mark.start, mark.end):
            continue
        message = f"“{word}” is marked by the set editor as misspelt"
        usual = subject.index.usual_word(word, card.lang, OWN)
        if usual:
            yield replaced(mark.start, mark.end, usual, message, safe=False)
        else:
            yield Finding(mark.start, mark.end, message)


def _is_plain(word: str) -> bool:
    """Tell whether this is one word in small letters, as no name is; apostrophes may be in it."""
    letters = word.replace("’", "").replace("'", "")
    return letters.isalpha() and letters.islower()
