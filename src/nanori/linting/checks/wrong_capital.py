"""Finds missing or extra capitals: “Flying, Vigilance”, “a clue token”, “Reed Of Salt”.

Why: a subtype is capitalised wherever it stands, a keyword only at the beginning of a line. A
subtype without its capital reads as an ordinary word. In a name all words have one but the little
ones: “of”, “the”, “from”.

Fix: safe for a subtype that official cards have, and for a keyword in a line of keywords; otherwise
unsafe. The letter is changed. None for a name that the text says as the field has it.

ja: 大文字と小文字の誤り
"""

import re
from collections.abc import Iterator

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import inner_capitals, rows, usage_slips
from nanori.linting.house_styles import TITLED, UNTITLED
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

# So many cards at least have a type that is no slip.
MOST = 3
# A word that is a subtype anywhere stands in so many times as many texts with its capital.
RATIO = 3
# A set whose names have so many little words with capitals, and not this many times as many
# without, has them so on purpose.
HOUSE = 2


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each word with a wrong first letter."""
    language = subject.language
    typed = lint_words(language).templating.typed
    slips = rows.find(subject, "capitals")
    yield from slips
    if not typed:
        return
    taken = {place for slip in slips for place in range(slip.start, slip.end)}
    yield from _in_name(subject)
    text = usage_slips.masked(subject)
    small, told = inner_capitals.subtypes(language), set[int]()
    for match in typed.finditer(text):
        known = small.get(match["word"], "")
        meant = known or _own_type(match["word"], subject)
        if meant:
            start, end = match.span("word")
            if text[start - 1 : start].isalpha():
                meant = f"-{meant}"  # behind “non”
            message = f"“{match['word']}” is a subtype, “{meant}” was wanted"
            told.add(start)
            yield replaced(start, end, meant, message, safe=bool(known))
    for match in language.lexicon.guards.word.finditer(text):
        if match[0] in language.plain_words or match.start() in told:
            continue  # nearly all
        meant = _own_type(match[0], subject, RATIO)
        if meant and not text.startswith(" counter", match.end()):
            message = f"“{match[0]}” is a subtype, “{meant}” was wanted"
            yield replaced(*match.span(), meant, message, safe=False)
    for paragraph in subject.paragraphs:
        for finding in _keywords(paragraph.begin, text[paragraph.begin : paragraph.end], language):
            told.add(finding.start)
            yield finding
    yield from (each for each in inner_capitals.find(subject) if each.start not in told | taken)


def _own_type(word: str, subject: Subject, ratio: int = 0) -> str:
    """Return the subtype that cards of these files have in their types, of no word of rules.

    Their texts have it so many times as often with a capital.
    """
    index, code = subject.index, subject.language.code
    plain = subject.language.plain_words
    if word in plain or len(word) < inner_capitals.SHORTEST or not word.islower():
        return ""
    typed = word.capitalize()
    often = ratio == 0 or index.says(typed, code) >= ratio * index.says(word, code)
    return typed if index.typed(f"— {typed}", code) >= MOST and often else ""


def _in_name(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each little word of a name with a capital, and others without one."""
    card, templating = subject.card, lint_words(subject.language).templating
    usual, other = subject.index.wordings(card, UNTITLED, TITLED, subject.path)
    of_house = other > HOUSE and usual < other * HOUSE
    if "(" in card.name:
        return  # a designer's remark
    for pattern in (templating.untitled,) if of_house else (templating.titled, templating.untitled):
        for match in pattern.finditer(card.name) if pattern.may_be_in(card.name) else ():
            start, end = match.span("word")
            meant = match["word"].swapcase()[0] + match["word"][1:]
            message = f"“{match['word']}” has the wrong first letter in a name: “{meant}”"
            fix = Fix(False, (Edit(start, end, meant),))
            fix = None if match["word"] in card.text else fix
            yield Finding(start, end, message, fix, field="name")


def _keywords(begin: int, line: str, language: Language) -> Iterator[Finding]:
    """Yield a finding for each keyword with a capital that does not begin its line."""
    listed = LISTED.match(line)
    if listed is None:
        return
    known = inner_capitals.keywords(language)
    words = [match for match in KEYWORD.finditer(listed[0]) if match["word"].lower() in known]
    if len(words) + (words[:1] != [] and words[0].start() > 0) < 2:
        return
    for match in words:
        if match.start() and match["word"][0].isupper():
            start, end = (begin + place for place in match.span("word"))
            message = f"“{match['word']}” is not the first keyword of its line"
            meant = match["word"][0].lower() + match["word"][1:]
            yield replaced(start, end, meant, message, safe=True)


# A keyword with what it costs, or protects from,
KEYWORD = re.compile(
    r"(?P<word>[A-Za-z][a-z]+(?: (?!from\b)[a-z]+)?)(?: from [A-Za-z ]+)?"
    r"(?: ?—?(?:\{[^{} ]+\}|\d+\b|X\b))*"
)
# and a line that has nothing but several of them, before its reminder text.
LISTED = re.compile(
    rf"{KEYWORD.pattern}(?:, ?{KEYWORD.pattern.replace('?P<word>', '')})+(?=\s*(?:$|\(|\[i\]\())"
)
