"""Finds reminder text for another keyword, or with another number: “Ward {2} (… pays {1}.)”.

Why: reminder text is copied from card to card, and copied with the wrong keyword it explains what
the card cannot do (CR 207.2). Reported is a whole remark that explains exactly one keyword, if that
keyword is nowhere else in the text; and a cost, or the only numbers, that differ from those of the
keyword in front.

Fix: none. The keyword may be the wrong one, or its number.

ja: 別のキーワードや数の注釈文
"""

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import normalize

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL: dict[str, tuple[int, int]] = {}

# A remark in brackets, which holds no others.
REMARK = re.compile(r"[(（]([^()（）\n]{8,})[)）]")
# What ends a line before its remark: a keyword with its cost or number.
KEYWORD = re.compile(
    r"(?:^|[,;“\"「] ?|(?<=[ 。、を]))(?P<keyword>[^\W\d_][^\d{—,;、.。:：“\"「]{0,30}?)[ 　]?—?"
    r"(?:(?P<cost>(?:\{[^{} ]{1,5}\})+)|(?P<number>\d{1,2}))[”\"」]?[.。]?(?:\s|\[i\]|<i>)*$"
)
# A number in a remark: a figure, or a word that a list may have; “a 1/1 creature” has none.
NUMBER = re.compile(r"(?<![{\d/])\d{1,2}(?![\d/}])|\+\d+/\+\d+|[^\W\d_]+")
# A number that is said by “a” as well.
ONE = "1"
# Letters of words that are no keyword of a set.
SHORT = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each remark that is another keyword's."""
    text, language = subject.card.text, subject.language
    if not lint_words(language).reminders:
        return
    for remark in REMARK.finditer(text):
        yield from _numbers(subject, remark)
        reminder = _any(language).fullmatch(remark[1])
        if reminder is None or reminder.lastgroup is None:
            continue
        keyword = list(lint_words(language).reminders)[int(reminder.lastgroup[1:])]
        others = f"{text[: remark.start()]}\n{text[remark.end() :]}".lower()
        if keyword not in others:
            message = f"this is the reminder of “{keyword}”, which the text does not say"
            yield Finding(*remark.span(), message)


def _numbers(subject: Subject, remark: re.Match[str]) -> Iterator[Finding]:
    """Yield a finding for the cost or the numbers of a remark that are not its keyword's."""
    text, language, start = subject.card.text, subject.language, remark.start(1)
    explained = lint_words(language).templating.explained
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin : remark.start()]
    keyword = KEYWORD.search(line) if explained.cost and line else None
    if keyword is None or explained.other.match(remark[1]):
        return
    before = usage_slips.masked(subject)[begin : begin + keyword.start("keyword")]
    others = language.lexicon.guards.word.findall(before)
    if any(len(word) > SHORT and word.lower() not in language.plain_words for word in others):
        return  # a word of the set, which the remark may explain instead
    end = max(keyword.end("cost"), keyword.end("number"))
    said = f"“{line[keyword.start('keyword') : end]}”"
    if keyword["cost"] is None:
        given, numbers = normalize("NFKC", keyword["number"]), _counted(remark[1], language)
        if given != ONE and numbers and given not in numbers and _is_known(keyword, language):
            yield Finding(*remark.span(), f"this has another number than {said} before it")
    elif (paid := explained.cost.search(remark[1])) and _is_known(keyword, language):
        start, end = (start + place for place in paid.span("cost"))
        if normalize("NFKC", paid["cost"]) != normalize("NFKC", keyword["cost"]):
            yield Finding(start, end, f"“{paid['cost']}” is another cost than in {said} before it")


def _is_known(keyword: re.Match[str], language: Language) -> bool:
    """Tell whether the rules have a keyword: what those of a set say of numbers is up to it."""
    known = (
        *language.lexicon.words.get("keyword_name", ()),
        *lint_words(language).templating.explained.done,
    )
    return keyword["keyword"].casefold() in {word.casefold() for word in known}


def _counted(words: str, language: Language) -> set[str]:
    """Return the numbers that a remark says, in digits, but for one."""
    listed = lint_words(language).amounts.numbers.items()
    known = {word: number for number, said in listed for word in said}
    numbers = set[str]()
    for match in NUMBER.finditer(normalize("NFKC", words)):
        numbers.update(re.findall(r"\d+", known.get(match[0].lower(), match[0])))
    return numbers - {ONE, "0"}


@cache
def _any(language: Language) -> re.Pattern[str]:
    """Return the pattern of any reminder, the group saying of which keyword."""
    known = lint_words(language).reminders.values()
    return re.compile("|".join(f"(?P<k{i}>{each.pattern})" for i, each in enumerate(known)))
