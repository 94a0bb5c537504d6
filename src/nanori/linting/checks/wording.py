"""How rules text is worded, written and spelled."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from nanori.annotation.name_context import name_context
from nanori.grammar.languages import Language
from nanori.linting.check import SLIP, TEMPLATING, Check
from nanori.linting.context import Finding, Subject, ToldPlaces, behind, line_around, replaced
from nanori.linting.evidence import (
    garbled_words,
    inner_capitals,
    own_names,
    rows,
    usage_slips,
    word_orders,
)
from nanori.linting.house_styles import DASHES, LARGE_WORD, SMALL_WORD, labelled, whole
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.linting.templating import SetWording
from nanori.model.diagnostics import Fix
from nanori.model.values import NAMES, Edit
from nanori.rewriting import inflecting

WORDING = Check(
    "wording",
    """Wording that rules text does not use, or no longer uses: “gains +1/+1”, “less cards”.

Why: players read a set in the language of the rules and stumble where it differs, and some
differences change the meaning: there is no “creature” in a graveyard (CR 109.2). Whoever copies old
prints writes the old term, and today's readers look it up in vain; prints are held to the terms of
their date, a set to what most of its cards say or, with `wording = "2024"`, to today's wording.

Fix: safe where such fixes were never wrong on files of strangers, else unsafe. The words become the
right ones, if these are clear.

ja: 言い回し
""",
)
# Cards of a set that write a label alike, from which on that is usual …
MIN_CARDS_OF_USUAL_LABEL = 3
# … if they are so many times as many as write it otherwise.
USUAL_TO_OTHER_LABEL = 3


@WORDING.in_text("usage", group=TEMPLATING, sort=SLIP, strength=4)
def usage(subject: Subject) -> Iterator[Finding]:
    """Finds wording that rules text does not use."""
    templating = lint_words(subject.language).templating
    every = [
        *(
            finding
            for finding in rows.find(subject, "wording")
            if not _is_of_house(finding, subject, templating.dashes)
        ),
        *word_orders.find(subject),
        *_labels(subject),
    ]
    reported = ToldPlaces()
    for finding in every:
        if not reported.overlap(finding.start - 1, finding.end + 1):
            reported.add(finding.start, finding.end)
            yield finding


def _labels(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name of an ability that most cards of the set write otherwise."""
    text, labels = subject.card.text, lint_words(subject.language).templating.labelled
    for match in labels.finditer(text) if labels.may_be_in(text) else ():
        target = labelled(match)
        if match["dash"][0] == " " and not text[match.end() : match.end() + 1].strip():
            continue  # modes follow, before which prints have it so
        name = target.rstrip("— ")
        others = {as_one + sign for as_one in (name, name.capitalize()) for sign in DASHES}
        counted = (
            (*subject.house.counts(other, target), other) for other in sorted(others - {target})
        )
        usual, times, other = max(counted)
        if usual >= MIN_CARDS_OF_USUAL_LABEL and usual >= USUAL_TO_OTHER_LABEL * times:
            message = f"“{target}” is written “{other}” on {usual} cards of this set"
            last = not text[match.end() : match.end() + 1].strip()
            blank = " " if other.endswith(" —") and not last else ""
            replacement = match[0][0] + other[1:] + blank
            yield replaced(*match.span(), replacement, message, safe=True)


def _is_of_house(finding: Finding, subject: Subject, dashes: str) -> bool:
    """Tell whether all that is otherwise is the dash, and the set has that one in most texts."""
    flagged = subject.card.text[finding.start : finding.end]
    if not dashes or dashes[-1] not in flagged:
        return False
    usual, other = dashes
    words = "".join(edit.text for edit in finding.fix.edits) if finding.fix else ""
    if words and "".join(words.split()) != "".join(flagged.replace(other, usual).split()):
        return False  # more is otherwise than the dash and the spaces at its sides
    if not words and (" " in flagged or not flagged.endswith(other)):
        return False
    usual_count, written = subject.house.counts(usual, other)
    return written > usual_count


# Cards of a set with new words, from which on the old ones are told …
MIN_CARDS_OF_NEW_WORDING = 6
# … if they are so many times as many as those with the old ones.
NEW_TO_OLD_WORDING = 2
# The setting that wants the new words whatever the set has.
NEWEST_YEAR = "2024"


@WORDING.in_text("set", severity="info", group=TEMPLATING, law=True)
def wording_of_set(subject: Subject) -> Iterator[Finding]:
    """Finds former wording in a set that otherwise has today's."""
    text = subject.card.text
    rows = lint_words(subject.language).templating.sets
    for row in rows:
        if row.old not in text:
            continue
        age = int(NEWEST_YEAR) if subject.settings.wording == NEWEST_YEAR else _age(subject, rows)
        if row.since > age:
            continue
        new, old = subject.house.counts(row.new, row.old)
        if row.mixed and new < max(1, old):
            continue
        message = f"{new} cards of this set say “{row.new}”, {old} “{row.old}”"
        if new <= old:
            message = f"“{row.old}” is a wording of before {row.since}, the set's is of {age}"
        for match in whole(row.old).finditer(text):
            if not row.stays.search(text[slice(*line_around(text, *match.span()))]):
                yield replaced(*match.span(), row.new, message, safe=new > old)


def _age(subject: Subject, rows: Sequence[SetWording]) -> int:
    """Return the year of the newest words that most of a set has: it has those before it, too."""
    newest = 0
    for row in rows:
        new, old = subject.house.counts(row.new, row.old)
        if new >= MIN_CARDS_OF_NEW_WORDING and new >= old * NEW_TO_OLD_WORDING:
            newest = max(newest, row.since)
    return newest


@WORDING.in_prose("term")
def outdated_term_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield outdated terms of a document's translations; a page may tell of former times."""
    yield from prose.of_pairs(lambda pair: outdated_term(pair.translation))


@WORDING.in_text("term", of_this_game=True)
def outdated_term(subject: Subject) -> Iterator[Finding]:
    """Finds a term that the rules used to have and prints no longer use."""
    yield from rows.find(subject, "outdated")


GRAMMAR = Check(
    "grammar",
    """Grammar mistakes: “it's power”, “the the”, “creature get”, a particle twice.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning. A
particle written twice, or one that the verb does not take, polite style, and the counter word for
another kind of thing are wrong on any card, whatever it was translated from.

Fix: safe if only one thing can be meant and such fixes were right on files of strangers, else
unsafe; safe for a particle that has another form behind the last sound of a name.

ja: 文法
""",
)


@GRAMMAR.in_text("slip", group=TEMPLATING, sort=SLIP, strength=5)
def grammar_slip(subject: Subject) -> Iterator[Finding]:
    """Finds grammar mistakes."""
    for finding in rows.of_grammar(subject):
        broken = "\n" in subject.card.text[finding.start : finding.end]
        if not broken or not subject.house.wraps_lines:
            yield finding


@GRAMMAR.in_prose("garbled")
def garbled_wording_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield the garbled wording of each half of a paragraph of a rules document."""
    for halves in prose.pairs:
        pair = halves.pair
        for side, begin in (
            (pair.original, halves.original),
            (pair.translation, halves.translation),
        ):
            for finding in garbled_words.find(side, prose=True):
                yield behind(finding, begin)


@GRAMMAR.in_text("garbled")
def garbled_wording(subject: Subject) -> Iterator[Finding]:
    """Finds wording that no rules text has: typing slips, polite style, machine translation."""
    card, index = subject.card, subject.index
    for finding in garbled_words.find(subject, prose=index.is_of_other_game(subject.path)):
        if card.text.startswith("<br", finding.start) and subject.house.breaks_lines_by_tags:
            continue  # all its texts are divided into lines so
        if not rows.is_named(subject, finding.start, finding.end):
            yield finding


@GRAMMAR.in_text("counter-word", of_this_game=True)
def wrong_counter_word(subject: Subject) -> Iterator[Finding]:
    """Finds things that are counted with the counter word for another kind of thing."""
    known, pattern = _counters(subject.language)
    joint = subject.language.lexicon.subtype_joint
    for match in pattern.finditer(subject.card.text) if known else ():
        things, word = [each for each in match["things"].split(joint) if known[each]], match["word"]
        fitting = {each for thing in things for each in known[thing]}
        # “an artifact or creature” is counted as either of them is.
        text_before = subject.card.text[: max(0, match.start() - 1)]
        fitting |= {each for part in known if text_before.endswith(part) for each in known[part]}
        if things and word not in fitting and not subject.is_named(*match.span()):
            usual = known[things[-1]][0]
            message = f"“{things[-1]}” is counted in “{usual}”, not “{word}”"
            yield replaced(*match.span("word"), usual, message, safe=False)


@cache
def _counters(language: Language) -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Return the words that count each thing, and the pattern of one counted."""
    counters = lint_words(language).counters
    things = "|".join(map(re.escape, sorted(counters, key=len, reverse=True))) or "(?!)"
    words = {word for counting in counters.values() for word in counting}
    counted = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
    joint = re.escape(language.lexicon.subtype_joint)
    return counters, re.compile(
        f"(?P<things>(?:(?:{things}){joint})*(?:{things}))(?:最大)?(?P<number>[0-9０-９]+|[XＸ])(?P<word>{counted})(?!目|以)"
    )


@GRAMMAR.in_text("particle", law=True)
def wrong_particle(subject: Subject) -> Iterator[Finding]:
    """Finds a particle that does not agree with the last sound of the name before it."""
    if not subject.language.lexicon.particles.pairs:
        return
    text = subject.card.text
    for reference in subject.references:
        if reference.form not in NAMES and reference.form != "this":
            continue
        edit = inflecting.misfit(text, reference.end, reference.text, subject.language)
        said, name = text[edit.start : edit.end] if edit else "", reference.text
        # A copula may keep its first syllable behind a vowel: 「카드이며」 is 「카드며」.
        if edit is not None and not said.endswith(edit.text):
            message = f"“{said}” does not go with the last sound of “{name}”, “{edit.text}” does"
            yield replaced(edit.start, edit.end, edit.text, message, safe=True)


CAPITALS = Check(
    "capitals",
    """Missing or extra capitals: “Flying, Vigilance”, “a clue token”, “elder heron”.

Why: a subtype is capitalised wherever it stands, a keyword only at the beginning of a line. Some
programs don't recognise a name otherwise, and “elder heron” may be just a bird. Names that may be
the words themselves are left out, and so is speech in quotation marks.

Fix: safe for words of the rules and for subtypes, and for the card's own name if a capital shows
that a name is meant; else unsafe. None for a name that the text says as the field has it.

ja: 大文字と小文字
""",
)
# So many cards at least have a type that is no slip.
MIN_CARDS_OF_USUAL_CAPITAL = 3
# The word in small letters before another.
SMALL_WORD_BEFORE = re.compile(r"[a-z]+ \Z")
# Code points before a word in which the one before it is looked for.
MAX_LENGTH_OF_WORD = 24
# Texts that may have a subtype in small letters by mistake where none has it with its capital.
MAX_SMALL_ALONE = 2
# A word that is a subtype anywhere stands in so many times as many texts with its capital.
USUAL_TO_OTHER_CAPITAL = 3
# A set may have two names whose little words have capitals by mistake, not more …
MAX_TITLED_BY_MISTAKE = 2
# … but where twice as many have none: it has them so on purpose.
UNTITLED_TO_TITLED = 2


@CAPITALS.in_text("rules", severity="info", group=TEMPLATING, sort=SLIP, strength=3, law=True)
def wrong_capital(subject: Subject) -> Iterator[Finding]:
    """Finds missing or extra capitals of rules terms, subtypes and names."""
    slips = rows.find(subject, "capitals")
    yield from slips
    if not lint_words(subject.language).templating.typed:
        return
    yield from _in_name(subject)
    text = usage_slips.masked(subject)
    reported = {offset for slip in slips for offset in range(slip.start, slip.end)}
    for finding in (*_subtypes(text, subject), *_keywords(text, subject)):
        reported.add(finding.start)
        yield finding
    yield from (each for each in inner_capitals.find(subject) if each.start not in reported)


def _subtypes(text: str, subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each subtype in small letters: “a clue token”."""
    language, says, code = subject.language, subject.index.says, subject.language.code
    listed, reported = inner_capitals.subtypes(language), set[int]()
    for match in lint_words(language).templating.typed.finditer(text):
        word, (start, end) = match["word"], match.span("word")
        subtype = listed.get(word) or _own_type(word, subject)
        before = SMALL_WORD_BEFORE.search(text, max(0, start - MAX_LENGTH_OF_WORD), start)
        if not subtype or (before and before[0].strip() not in language.plain_words):
            continue  # “a sea monster” may be words of the set's own
        reported.add(start)
        # A word that a set has in small letters alone may be one of its own.
        safe = says(word, code) <= MAX_SMALL_ALONE or says(subtype, code) > 0
        hyphen = "-" if text[start - 1 : start].isalpha() else ""  # behind “non”
        message = f"“{word}” is a subtype, “{hyphen}{subtype}” was wanted"
        yield replaced(start, end, hyphen + subtype, message, safe=safe)
    for match in language.lexicon.guards.word.finditer(text):
        if match[0] in language.plain_words or match.start() in reported:
            continue  # nearly all
        subtype = _own_type(match[0], subject, USUAL_TO_OTHER_CAPITAL)
        if subtype and not text.startswith(" counter", match.end()):
            message = f"“{match[0]}” is a subtype, “{subtype}” was wanted"
            yield replaced(*match.span(), subtype, message, safe=False)


def _own_type(word: str, subject: Subject, ratio: int = 0) -> str:
    """Return the subtype that cards of these files have in their types, of no word of rules.

    Their texts have it so many times as often with a capital.
    """
    index, code = subject.index, subject.language.code
    plain = subject.language.plain_words
    if word in plain or len(word) < inner_capitals.MIN_LETTERS_OF_SUBTYPE or not word.islower():
        return ""
    typed = word.capitalize()
    often = ratio == 0 or index.says(typed, code) >= ratio * index.says(word, code)
    return typed if index.typed(f"— {typed}", code) >= MIN_CARDS_OF_USUAL_CAPITAL and often else ""


def _in_name(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each little word of a name with a capital."""
    card, templating = subject.card, lint_words(subject.language).templating
    usual, other = subject.house.counts(SMALL_WORD, LARGE_WORD)
    of_house = other > MAX_TITLED_BY_MISTAKE and usual < other * UNTITLED_TO_TITLED
    if "(" in card.name or of_house:
        return  # a designer's remark
    for match in templating.titled.finditer(card.name):
        start, end = match.span("word")
        small_word = match["word"].lower()
        message = f"“{match['word']}” has the wrong first letter in a name: “{small_word}”"
        fix = None if match["word"] in card.text else Fix(False, (Edit(start, end, small_word),))
        yield Finding(start, end, message, fix, field="name")


def _keywords(text: str, subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each keyword with a capital that does not begin its line."""
    keywords = inner_capitals.keywords(subject.language)
    for paragraph in subject.paragraphs:
        listed = KEYWORD_LIST.match(text, paragraph.begin, paragraph.end)
        found = KEYWORD.finditer(text, *listed.span()) if listed else ()
        words = [match for match in found if match["word"].lower() in keywords]
        if len(words) + (words[:1] != [] and words[0].start() > paragraph.begin) < 2:
            continue
        for match in words:
            if match.start() > paragraph.begin and match["word"][0].isupper():
                message = f"“{match['word']}” is not the first keyword of its line"
                small_word = match["word"][0].lower() + match["word"][1:]
                yield replaced(*match.span("word"), small_word, message, safe=True)


# A keyword with what it costs, or protects from,
KEYWORD = re.compile(
    r"(?P<word>[A-Za-z][a-z]+(?: (?!from\b)[a-z]+)?)(?: from [A-Za-z ]+)?"
    r"(?: ?—?(?:\{[^{} ]+\}|\d+\b|X\b))*"
)
# and a line that has nothing but several of them, before its reminder text.
KEYWORD_LIST = re.compile(
    rf"{KEYWORD.pattern}(?:, ?{KEYWORD.pattern.replace('?P<word>', '')})+(?=\s*(?:$|\(|\[i\]\())"
)


@CAPITALS.in_text("own-name", law=True)
def miscased_own_name(subject: Subject) -> Iterator[Finding]:
    """Finds the card's own name with lower-case letters for capitals or the other way round."""
    card, rules = subject.card, name_context(subject.language)
    name, text = card.name, card.text
    words = [word.lower() for word in rules.lexical.word.findall(name)]
    if words and rules.grammar.nameless.terminal(words[0]) == "DEFINITE":
        del words[0]  # “the weir” of “The Weir”
    if name.isupper() or len(words) < 2 or rules.plain.issuperset(words):
        return
    if text.lower().count(name.lower()) == text.count(name):
        return  # nearly always: each is spelt as the name is
    marks = {pair[0] for pair in subject.language.lexicon.pairs}
    for match in re.finditer(re.escape(name), text, re.IGNORECASE):
        written, (start, end) = match[0], match.span()
        if written == name or written[1:] == name[1:] or subject.index.knows(written, card.lang):
            continue
        if written.islower() and subject.index.is_of_other_game(subject.path):
            continue
        if any(each.form not in NAMES for each in subject.references_in(start, end)):
            continue
        quoted = bool(start) and text[start - 1] in marks
        if not quoted and not rules.is_touched(text, start, end):
            message = f"“{written}” is this card's name, which is spelt “{name}”"
            capital = any(map(str.isupper, written[1:])) or (
                written[0].isupper() and text[max(0, start - 2) : start - 1].islower()
            )
            safe = capital and name in text and not own_names.may_be_other(subject, start, end)
            yield replaced(start, end, name, message, safe=safe)
