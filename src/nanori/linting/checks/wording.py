"""How rules text is worded, written and spelled."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.check import SLIP, TEMPLATING, Check
from nanori.linting.checks import (
    garbled_wording,
    misspelled_word,
    outdated_term,
    outdated_wording,
    wrong_capital,
    wrong_grammar,
    wrong_wording,
)
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names, typos
from nanori.linting.lexicon import lint_words
from nanori.model.values import NAMES
from nanori.rewriting import inflecting
from nanori.rewriting.lexicon import restyling_words

WORDING = Check(
    "wording",
    """Wording that rules text does not use, or no longer uses: “gains +1/+1”, “less cards”.

Why: players read a set in the language of the rules and stumble where it differs, and some
differences change the meaning: there is no “creature” in a graveyard (CR 109.2). Whoever copies old
prints writes the old term, and today's readers look it up in vain; prints are held to the terms of
their date, a set to what most of its cards say or, with `wording = "2024"`, to today's wording.

Fix: unsafe. The words become the right ones, if these are clear.

ja: 言い回し
""",
)
WORDING.in_text(
    "usage",
    about="Finds wording that rules text does not use.",
    group=TEMPLATING,
    sort=SLIP,
    strength=4,
    expected={"sets of designers": (743, 739)},
)(wrong_wording.check)
WORDING.in_text(
    "set",
    about="Finds former wording in a set that otherwise has today's.",
    severity="info",
    group=TEMPLATING,
    expected={"sets of designers": (29, 29)},
)(outdated_wording.check)
WORDING.in_text(
    "term",
    about="Finds a term that the rules used to have and prints no longer use.",
    of_this_game=True,
    expected={
        "official English": (12, 12),
        "official Japanese": (2, 2),
        "legends of 2026": (1, 1),
        "custom cards": (87, 87),
        "sets of designers": (24, 24),
    },
)(outdated_term.check)
WORDING.in_prose("term")(outdated_term.check_rules)

GRAMMAR = Check(
    "grammar",
    """Grammar mistakes: “it's power”, “the the”, “creature get”, a particle twice.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning. A
particle written twice, or one that the verb does not take, polite style, and the counter word for
another kind of thing are wrong on any card, whatever it was translated from.

Fix: unsafe, if only one thing can be meant; safe for a particle that has another form behind the
last sound of a name.

ja: 文法
""",
)
GRAMMAR.in_text(
    "slip",
    about="Finds grammar mistakes.",
    group=TEMPLATING,
    sort=SLIP,
    strength=5,
    expected={"sets of designers": (443, 443)},
)(wrong_grammar.check)
GRAMMAR.in_text(
    "garbled",
    about="Finds wording that no rules text has: typing slips, polite style, machine translation.",
    expected={"official Japanese": (70, 70)},
)(garbled_wording.check)
GRAMMAR.in_prose("garbled")(garbled_wording.check_rules)


@GRAMMAR.in_text("counter-word", of_this_game=True, expected={"official Japanese": (12, 12)})
def wrong_counter_word(subject: Subject) -> Iterator[Finding]:
    """Finds things that are counted with the counter word for another kind of thing."""
    known, pattern = _counters(subject.language)
    joint = subject.language.lexicon.subtype_joint
    for match in pattern.finditer(subject.card.text) if known else ():
        things, word = [each for each in match["things"].split(joint) if known[each]], match["word"]
        fitting = {each for thing in things for each in known[thing]}
        # “an artifact or creature” is counted as either of them is.
        before = subject.card.text[: max(0, match.start() - 1)]
        fitting |= {each for part in known if before.endswith(part) for each in known[part]}
        if things and word not in fitting and not subject.is_named(*match.span()):
            usual = known[things[-1]][0]
            message = f"“{things[-1]}” is counted in “{usual}”, not “{word}”"
            yield replaced(*match.span("word"), usual, message, safe=False)


@cache
def _counters(language: Language) -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Return the words that count each thing, and the pattern of one counted."""
    counters = lint_words(language).counters
    known = {thing: counter.words for counter in counters for thing in counter.things}
    things = "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or "(?!)"
    words = {word for counter in counters for word in counter.words}
    counted = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
    joint = re.escape(language.lexicon.subtype_joint)
    return known, re.compile(
        f"(?P<things>(?:(?:{things}){joint})*(?:{things}))(?:最大)?(?P<number>[0-9０-９]+|[XＸ])(?P<word>{counted})(?!目|以)"
    )


@GRAMMAR.in_text("particle")
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

Fix: unsafe; safe for the card's own name if a capital shows that a name is meant. None for a name
that the text says as the field has it.

ja: 大文字と小文字
""",
)
CAPITALS.in_text(
    "rules",
    about="Finds missing or extra capitals of rules terms, subtypes and names.",
    severity="info",
    group=TEMPLATING,
    sort=SLIP,
    strength=3,
    expected={"sets of designers": (158, 155)},
)(wrong_capital.check)


@CAPITALS.in_text("own-name", expected={"sets of designers": (1, 1)})
def miscased_own_name(subject: Subject) -> Iterator[Finding]:
    """Finds the card's own name with lower-case letters for capitals or the other way round."""
    card, rules = subject.card, surroundings(subject.language)
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
        said, (start, end) = match[0], match.span()
        if said == name or said[1:] == name[1:] or subject.index.knows(said, card.lang):
            continue
        if said.islower() and subject.index.is_of_other_game(subject.path):
            continue
        if any(each.form not in NAMES for each in subject.references_in(start, end)):
            continue
        quoted = bool(start) and text[start - 1] in marks
        if not quoted and not rules.is_touched(text, start, end):
            message = f"“{said}” is this card's name, which is spelt “{name}”"
            capital = any(letter.isupper() for letter in said[1:])
            capital = capital or (
                said[0].isupper() and text[max(0, start - 2) : start - 1].islower()
            )
            safe = capital and name in text and not own_names.may_be_other(subject, start, end)
            yield replaced(start, end, name, message, safe=safe)


SPELLING = Check(
    "spelling",
    """Misspelled words in rules text and names: “toughess”, “this creture”, “Reed Kyte”.

Why: they are the first thing readers see, and programs that read the text stop there. Reported is a
word that no rules text and no other card in the files has, if it is a slip from one they have; in
names a word that no dictionary and no other name has. “Reed Kite” and “Reed Kyte” are two tokens
(CR 111.4). Words that the set editor's spelling checker marks are reported unless other cards have
them.

Fix: safe for “this” and its noun, where nothing else can be meant. Otherwise unsafe: the word
becomes the one it resembles; none for a name that its text says as the field has it.

ja: 綴りの誤り
""",
)
SPELLING.in_text(
    "word",
    about="Finds misspelled words in rules text and names.",
    group=TEMPLATING,
    sort=SLIP,
    strength=2,
    expected={"sets of designers": (18, 18)},
)(misspelled_word.check)


# How many words behind “this” are remembered; few are said there.
KEPT = 1024


# Letters of a word; where nothing divides words it would go on to the end of the text.
LONGEST = 64


@SPELLING.in_text(
    "demonstrative",
    sort=SLIP,
    strength=6,
    expected={"custom cards": (2, 2), "sets of designers": (7, 7)},
)
def misspelled_demonstrative(subject: Subject) -> Iterator[Finding]:
    """Finds “this” with a misspelled noun: “this creture”, “this creatures”, “this creatures
    power”.
    """
    text, language = subject.card.text, subject.language
    this = language.lexicon.this.partition("{}")[0]
    if not this or not _nouns(language):
        return
    rules, known = surroundings(language), typos.listed(language)
    owned = lint_words(language).selves.owned
    for match in _this(this).finditer(text):
        word = rules.lexical.word.match(text, match.end(), match.end() + LONGEST)
        if word is None or len(word[0]) == LONGEST:
            continue
        said = word[0].lower()
        meant = _meant(said, language)
        possessive = meant in (said, said.removesuffix("s")) and owned.match(text, word.end())
        listed = said in known
        if not meant or (said == meant and not possessive):
            continue
        if listed and said not in (meant, f"{meant}s"):
            continue
        if possessive:
            meant += "’s" if "’" in text and "'" not in text else "'s"
        message = f"“{match[0]}{word[0]}” has a slip, “{match[0]}{meant}” was wanted"
        safe = not listed and not subject.index.recurs(word[0], language.code)
        yield replaced(*word.span(), meant, message, safe=safe)


@cache
def _this(words: str) -> re.Pattern[str]:
    """Return the pattern of what stands before the noun, in any case."""
    return re.compile(re.escape(words), re.IGNORECASE)


@lru_cache(KEPT)
def _meant(word: str, language: Language) -> str:
    """Return the noun that a word is or is a slip of; empty for none, as for nearly all."""
    nouns = _nouns(language)
    return word if word in nouns else next((noun for noun in nouns if _is_slip(word, noun)), "")


def _is_slip(word: str, noun: str) -> bool:
    return word[0] == noun[0] and typos.is_near(word, noun) and typos.is_slip(word, noun)


@cache
def _nouns(language: Language) -> list[str]:
    """Return the nouns of objects that are long enough not to be near to other words."""
    given = restyling_words(language)
    nouns = {*language.lexicon.permanent_nouns, given.card, given.spell, given.permanent}
    return sorted(noun for noun in nouns if len(noun) >= typos.SHORT and noun == noun.lower())


# Letters of the shortest word that is reported: shorter ones are signs and parts of words.
LETTERS = 4


# Texts that have a word which is the set's own.
OWN = 3


@SPELLING.in_text("marked", severity="info", sort=SLIP, strength=1)
def marked_misspelling(subject: Subject) -> Iterator[Finding]:
    """Finds words that the set editor's spelling checker does not know and no other text has."""
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


# So many texts of the set say the other kind of counter at least.
OFTEN = 3


@SPELLING.in_text("token-name")
def inconsistent_token_name(subject: Subject) -> Iterator[Finding]:
    """Finds a token name or kind of counter that is spelled differently elsewhere in the file."""
    yield from _tokens(subject)
    yield from _inconsistent_token_name_counters(subject)


def _tokens(subject: Subject) -> Iterator[Finding]:
    card = subject.card
    for reference in subject.references:
        if reference.form != "token" or len(reference.text) < typos.SHORT:
            continue
        known = subject.index.tokens(card.lang, subject.path)
        for other, count in known.items():
            if other == reference.text or (count, reference.text) <= (known[reference.text], other):
                continue
            if typos.is_near(reference.text, other) and typos.is_slip(reference.text, other):
                message = f"the token “{reference.text}” is called “{other}” elsewhere in this file"
                yield replaced(reference.start, reference.end, other, message, safe=False)
                break


def _inconsistent_token_name_counters(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each kind that is a letter from a commoner one, or its first letter."""
    card, templating = subject.card, lint_words(subject.language).templating
    patterns = (templating.counters, templating.capital_counters)
    kinds = [
        match
        for pattern in patterns
        if pattern.may_be_in(card.text)
        for match in pattern.finditer(card.text)
    ]
    known = subject.index.counters(card, subject.path) if kinds else Counter[str]()
    for match in kinds:
        kind, other = match["kind"], match["kind"].swapcase()[0] + match["kind"][1:]
        if known[other] <= max(1, known[kind]) or other in subject.index.names(card.lang):
            slips = [each for each, count in known.items() if count >= OFTEN]
            near = (
                each
                for each in slips
                if known[kind] <= 1 and _inconsistent_token_name_is_slip(kind, each)
            )
            other = next(near, "")
        if other:
            message = f"the counter “{kind}” is called “{other}” elsewhere in this set"
            yield replaced(*match.span("kind"), other, message, safe=False)


def _inconsistent_token_name_is_slip(kind: str, other: str) -> bool:
    """Tell whether a letter lacks, is too much, or has changed its place."""
    if min(len(kind), len(other)) < typos.SHORT or not typos.is_near(kind, other):
        return False
    return len(kind) != len(other) or sorted(kind) == sorted(other)
