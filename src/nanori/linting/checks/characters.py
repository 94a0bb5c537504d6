"""Characters that a language does not have, that were lost, and placeholders left in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

from nanori.annotation.markup import filled, is_of_words, with_rest_of_name
from nanori.annotation.name_fields import bare
from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.linting import conventions
from nanori.linting.check import Check
from nanori.linting.context import Finding, Subject, line_around, replaced
from nanori.linting.evidence import typos
from nanori.linting.evidence.amounts import REMARK, TO_HALF_WIDTH
from nanori.linting.evidence.translations import DASHES, is_written
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

CHARACTERS = Check(
    "characters",
    """Characters that the language does not have there, or that were lost.

Why: a text that writes “＋１/+1” was typed in two ways, and a search finds only one of them; a
keyboard easily produces “,” for 「、」; programs read symbols from brace to brace. U+FFFD and 〓
stand for characters that were lost on the way, and readings in brackets end up in a name when it
is copied from a web page. Texts in half width are accepted if others in their set or file are.

Fix: safe for widths, punctuation and braces, except next to a name, for “?”, and where a word goes
on behind a symbol. Unsafe for readings: in a text they may be a remark. None for what is lost.

ja: 文字
""",
)
HALF_WIDTH_BRACKETS = str.maketrans("（）", "()")


@CHARACTERS.in_text("width", law=True)
def mixed_width(subject: Subject) -> Iterator[Finding]:
    """Finds half-width digits, signs and letters in a text that otherwise writes them in full
    width.
    """
    language, card_text = subject.language, subject.card.text
    yield from _symbols(subject)
    sorts = lint_words(language).widths
    if not any(sort.narrow.search(card_text) for sort in sorts):
        return
    text = conventions.plain(card_text, language)
    reported = set[int]()
    for number, sort in enumerate(sorts):
        if not sort.narrow.search(text):
            continue
        where, manner = text, "as elsewhere here"
        if not sort.wide.search(text):
            has_usual_width = subject.index.has_usual_width
            if subject.foreign or not has_usual_width(str(number), subject.card, subject.path):
                continue
            where, manner = _without_remarks(text), "as in the other texts"
        for match in sort.narrow.finditer(where):
            foreign = typos.is_foreign(card_text, *match.span(), language)
            if match.start() not in reported and not foreign:
                reported.add(match.start())
                words = conventions.widened(match[0])
                message = f"“{match[0]}” is in half width, “{words}” was wanted, {manner}"
                safe = not (words.isalpha() and _touches_name(subject, *match.span()))
                yield replaced(*match.span(), words, message, safe=safe)


def _symbols(subject: Subject) -> Iterator[Finding]:
    """Yield “{Ｔ}” → “{T}”: its letters alone are wide, and the text or its set has narrow ones."""
    card, index = subject.card, subject.index
    symbols = conventions.wide_symbols(
        card.text, lambda: index.has_usual_width(conventions.SYMBOLS, card, subject.path)
    )
    for match in symbols:
        words = match["letters"].translate(TO_HALF_WIDTH)
        message = f"“{match[0]}” is in full width, “{{{words}}}” was wanted, as others are"
        yield replaced(*match.span("letters"), words, message, safe=True)


def _without_remarks(text: str) -> str:
    """Return a text with blanks for reminder text, which is copied with a width of its own."""
    return REMARK.sub(lambda match: "\0" * len(match[0]), text.translate(HALF_WIDTH_BRACKETS))


def _touches_name(subject: Subject, start: int, end: int) -> bool:
    return any(start == reference.end or end == reference.start for reference in subject.own)


# What programs write for a character that they could not read.
UNREAD_CHARACTER = "?"
QUOTATION = re.compile('"[^"\n]{2,400}"|“[^“”\n]{2,400}”')


@CHARACTERS.in_prose("punctuation")
def foreign_punctuation_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield foreign punctuation of a document's translations, and paragraphs with their own stop.

    There a sign counts of which the document has the language's own more often: many write “!”.
    """
    document = prose.document.text
    for paragraph, text in prose.subjects:
        translated = paragraph in prose.translations
        if not translated and text.language.lexicon.wording.stop not in text.card.text:
            continue
        signs = lint_words(text.language).signs
        for finding in prose.of_text(foreign_punctuation, paragraph, text):
            sign = document[finding.start : finding.end]
            repeated = document[finding.end : finding.end + 1] == sign
            own = document.count(signs[sign]) > document.count(sign) if sign in signs else True
            if translated or (own and not repeated):
                yield finding


@CHARACTERS.in_text("punctuation", law=True)
def foreign_punctuation(subject: Subject) -> Iterator[Finding]:
    """Finds English punctuation in a language that has its own: “,” for 「、」, “.” for 「。」."""
    text, signs = subject.card.text, lint_words(subject.language).signs
    if signs:
        yield from _quotations(subject)
    if not any(sign in text for sign in signs):
        return
    # Characters alone may be Chinese: its comma is no slip there.
    plain = cache(partial(language_detection.is_beyond_doubt, text, subject.language.code))
    for match in _signs(subject.language).finditer(text):
        sign = match["sign"]
        start, end = match.span("sign")
        if sign == "," and _is_of_costs(text, start):
            continue
        if not subject.is_named(start, end):
            replacement = signs[sign]
            message = f"“{sign}” is a sign of another language, “{replacement}” was wanted"
            sure = sign != UNREAD_CHARACTER and not _is_behind_quotation(subject, start, end)
            yield replaced(start, end, replacement, message, safe=sure and plain())


def _is_behind_quotation(subject: Subject, start: int, end: int) -> bool:
    """Tell whether a sign is between a quotation and more words: it may stand for a particle.

    The sign in 「飛行」?持つ.
    """
    text, pairs = subject.card.text, subject.language.lexicon.nested
    sign_after = text[end : end + 1].strip()
    return sign_after != "" and any(text.startswith(pair[1], start - 1) for pair in pairs)


def _quotations(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each quoted ability in marks of another language."""
    language, text = subject.language, subject.card.text
    pair, stop = language.lexicon.nested[0], language.lexicon.wording.stop
    for match in QUOTATION.finditer(text) if pair and stop else ():
        if stop in match[0] and pair[0] not in match[0]:
            start, end = match.span()
            message = f"“{match[0]}” was wanted in “{pair}”"
            edits = (Edit(start, start + 1, pair[0]), Edit(end - 1, end, pair[1]))
            yield Finding(start, end, message, Fix(safe=True, edits=edits))


def _is_of_costs(text: str, offset: int) -> bool:
    """Tell whether a sign divides costs: of an ability, “:”, or of a keyword, “—”."""
    begin, end = line_around(text, offset, offset)
    line_before, line_after = text[begin:offset], text[offset:end]
    return not ({*":："}.isdisjoint(line_after) and {*DASHES}.isdisjoint(line_before))


@cache
def _signs(language: Language) -> re.Pattern[str]:
    """Return the pattern of a foreign sign behind words of the language."""
    lexicon = language.lexicon
    signs = "|".join(map(re.escape, lint_words(language).signs))
    closing = "".join(re.escape(pair[1]) for pair in lexicon.pairs if not pair[1].isascii())
    return re.compile(f"(?:{lexicon.script}|[ー０-９{closing}])(?P<sign>{signs})(?![0-9A-Za-z])")


@CHARACTERS.in_prose("furigana")
def leaked_furigana_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield readings in brackets in a document's paragraphs."""
    yield from prose.of_texts(leaked_furigana)


@CHARACTERS.in_text("furigana")
def leaked_furigana(subject: Subject) -> Iterator[Finding]:
    """Finds the reading of characters in brackets after them, in a name or a text."""
    ruby = lint_words(subject.language).ruby
    for field, text in (("name", subject.card.name), ("text", subject.card.text)):
        for match in ruby.finditer(text):
            if field == "text" and _is_parameter(text[: match.start()], match["reading"], subject):
                continue
            message = f"“{match[0]}” is the reading of what stands before it"
            yield replaced_in(field, match.span(), message)


def replaced_in(field: str, span: tuple[int, int], message: str) -> Finding:
    """Return a finding whose fix takes the words out of that field."""
    finding = replaced(*span, "", message, safe=False)
    return Finding(finding.start, finding.end, message, finding.fix, field)


def _is_parameter(text_before: str, words: str, subject: Subject) -> bool:
    """Tell whether words in brackets are what a keyword is about, not how it is read."""
    lexicon = subject.language.lexicon
    keywords = tuple(lexicon.words.get("keyword_name", ()))
    return words in subject.language.plain_words or text_before.endswith(keywords)


# What programs put there, and what printers do where they lack a type.
SIGNS = ("\N{REPLACEMENT CHARACTER}", "\N{GETA MARK}")
LOST_CHARACTERS = re.compile("|".join(f"{sign}+" for sign in SIGNS))


@CHARACTERS.in_prose("lost")
def lost_character_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield the lost characters of a whole document, its code and tables included."""
    yield from _found(prose.document.text, "text")


@CHARACTERS.in_text("lost", severity="error")
def lost_character(subject: Subject) -> Iterator[Finding]:
    """Finds U+FFFD and 〓, which replace characters that could not be read or typeset."""
    card = subject.card
    for field, text in (("text", card.text), ("name", card.name), ("type", card.type)):
        yield from _found(text, field)


def _found(text: str, field: str) -> Iterator[Finding]:
    for match in LOST_CHARACTERS.finditer(text) if any(sign in text for sign in SIGNS) else ():
        lost = len(match[0])
        count = "a character" if lost == 1 else f"{lost} characters"
        message = f"{count} lost: the file was read in another encoding than it was written in"
        yield Finding(*match.span(), message, field=field)


SYMBOL = r"(?:[WUBRGCSXYZTQEPＷＵＢＲＧＣＸＴ]|\d\d?)(?:/[WUBRGCP])?"
BROKEN_SYMBOL = re.compile(rf"\{{{SYMBOL}(?![\w/}}])|(?<![\w/{{-]){SYMBOL}(?=\}})")


@CHARACTERS.in_text("symbol", law=True, severity="error", of_this_game=True)
def broken_symbol(subject: Subject) -> Iterator[Finding]:
    """Finds a symbol with a missing brace: `{T: Add {G}`, `2}: Draw a card`."""
    text = subject.card.text
    if all(line.count("{") == line.count("}") for line in text.split("\n")):
        return  # nearly always
    for match in BROKEN_SYMBOL.finditer(text):
        start, end = match.span()
        line = text[slice(*line_around(text, start, end))]
        if line.count("{") == line.count("}"):
            continue  # a symbol of the set's own
        opened = text[start] == "{"
        edit = Edit(end, end, "}") if opened else Edit(start, start, "{")
        does = "closes" if opened else "opens"
        within = not opened and text[end + 1 : end + 2].islower()  # “R}ed” has a brace too many
        fix = Fix(not within, (edit,))
        yield Finding(start, end, f"nothing {does} the symbol “{match[0]}”", fix)


PLACEHOLDER = Check(
    "placeholder",
    """Placeholders for the card's name that were never filled in: `~`, CARDNAME.

Why: templates and engines put a sign where the name goes, and readers of the card see the sign.
Files whose format or style uses such signs are left alone.

Fix: safe. The sign becomes the name it stands for. Unsafe if part of the name stands next to the
sign, if the sign touches other words, and in a sentence that was not translated with the rest.

ja: 残ったままの記号
""",
)
# No file has more than one of these for a name.
PLACEHOLDER_SIGNS = "~@"


@PLACEHOLDER.in_text("leftover", law=True, severity="error")
def leftover_placeholder(subject: Subject) -> Iterator[Finding]:
    """Finds a placeholder for the card's name that was never filled in: `~`, CARDNAME."""
    card, text = subject.card, subject.card.text
    if all(sign in text for sign in PLACEHOLDER_SIGNS):
        return  # a cipher, not a template
    for reference in subject.references:
        around = text[max(0, reference.start - 1) : reference.end + 1]
        ours = around == around.strip("{}") and not subject.index.is_of_other_game(subject.path)
        if reference.text * 2 in around or (len(reference.text) == 1 and not ours):
            continue  # a program's `{@@}`, another game's “A ~ B”
        if reference.form == "placeholder" and not subject.signs:
            foreign = typos.is_foreign(text, reference.start, reference.end, subject.language)
            foreign = foreign and is_written(text, subject.language)  # not the whole text
            name = reference.shows or card.name
            if name == card.name:
                name = (card.name_en if foreign else "") or bare(card, subject.language)
            start, end = with_rest_of_name(
                text, reference.start, reference.end, name, subject.language
            )
            words = text[start:end]
            message = f"“{words}” stands where the card's name “{name}” was wanted"
            touched = start > 0 and (text[start - 1] == "}" or text[start - 1].isalnum())
            touched = touched and not is_written(text, subject.language)  # where gaps divide words
            new = filled(text, end, name, subject.language)
            word = subject.language.lexicon.guards.word
            pieces, parts = word.findall(words), word.findall(name)
            alone = words == reference.text and not any(
                piece in name or is_of_words(piece, parts) for piece in pieces
            )
            safe = alone and not foreign and not touched and new == name
            yield replaced(start, end, new, message, safe=safe)
