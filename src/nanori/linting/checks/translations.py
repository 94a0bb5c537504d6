"""What a translation says otherwise than its original."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from nanori.grammar import language_detection, languages
from nanori.linting.check import Check
from nanori.linting.context import Finding, Pair, Subject, line_around, replaced, shortened
from nanori.linting.evidence import (
    alignment,
    amounts,
    departures,
    own_names,
    precedents,
    self_references,
    translations,
    typos,
    vocabulary,
    word_orders,
)
from nanori.linting.evidence.self_references import SelfDifference
from nanori.linting.evidence.translations import (
    NamedSpan,
    english_names,
    has_its_name,
    is_left,
    is_of_name,
    is_translated,
    is_written,
    official_names,
    shown,
    standing,
    terms_of,
    translated_names,
)
from nanori.linting.evidence.vocabulary import Occurrences
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

TERMS = Check(
    "terms",
    """Terms of the original that a translation does not have, or not as elsewhere.

Why: flying is 飛行 and nothing else, a graveyard is 墓地. Lines are compared without names, for
rules terms that have one translation and for those of the project's own table, `terms =
"terms.csv"`, whose column `avoid` lists words not to use. What a named card, a token or an ability
word is called is learnt from the files.

Fix: unsafe. A word that stands for exactly one other becomes that of the original, a word to avoid
the preferred one, a name the most frequent one; none in documents.

ja: 原文と異なる用語
""",
)


@TERMS.in_prose("different")
def different_term_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield different terms of a document's paragraphs whose sentences are all there."""
    for halves, answering in alignment.answers(prose):
        pair, begin = halves.pair, halves.translation
        target, terms = translations.masked(pair.translation), translations.of_prose(pair)
        original = translations.masked(pair.original)
        if not is_translated(target, pair.translation.language):
            continue
        for answer in answering:
            if not answer.source or not answer.target:
                continue
            source = original[answer.source[0].start : answer.source[-1].end]
            span = begin + answer.target[0].start, begin + answer.target[-1].end
            for word, replacement in translations.lacking(source, target, terms):
                message = f"the original says “{word}” here, this does not say “{replacement}”"
                yield Finding(*span, message)
        for avoided in terms.avoided(target):
            words = target[avoided.start : avoided.end]
            message = f"“{words}” is a word to avoid, “{avoided.replacement}” was wanted"
            yield Finding(begin + avoided.start, begin + avoided.end, message)


@TERMS.in_pair("different", of_this_game=True)
def different_term(pair: Pair) -> Iterator[Finding]:
    """Finds a line of a translation that lacks the term for a word in the original."""
    yield from departures.findings(pair, "term")
    text = pair.translation.card.text
    for avoided in translations.terms_of(pair).avoided(translations.masked(pair.translation)):
        words = text[avoided.start : avoided.end]
        message = f"“{words}” is a word to avoid, “{avoided.replacement}” was wanted"
        yield replaced(*avoided, message, safe=False)


# Names that a message shows, most frequent first: more would hide what it says.
MAX_NAMES_SHOWN = 3


@TERMS.in_pair("inconsistent")
def inconsistent_reference(pair: Pair) -> Iterator[Finding]:
    """Finds something a translation calls differently than most translations in the files do."""
    translation = pair.translation
    index, lang = translation.index, translation.card.lang
    renderings = list(alignment.renderings_of(pair))
    own = {alignment.folded(rendering.meant) for rendering in renderings}
    for rendering in renderings:
        called: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for words, count in index.called(rendering.said, lang).most_common():
            called[alignment.folded(words)] += count
            spelled.setdefault(alignment.folded(words), words)
        common, times = called.most_common(1)[0] if called else ("", 0)
        if times <= called[alignment.folded(rendering.meant)] or common in own:
            continue
        official = official_names(rendering.written, translation)
        if rendering.meant in (*official[:1], *_terms(rendering.said, pair)):
            continue  # the others are wrong
        counted = [(spelled[each], count) for each, count in called.most_common(MAX_NAMES_SHOWN)]
        counts = shown(counted, official)
        message = f"“{rendering.written}” is “{rendering.meant}” here, {counts}"
        finding = replaced(rendering.start, rendering.end, spelled[common], message, safe=False)
        yield replace(finding, field=rendering.field)


def _terms(name: str, pair: Pair) -> tuple[str, ...]:
    """Return what the rules, or the project, call a thing; nothing if they do not know it."""
    equivalents_of = terms_of(pair).in_line(name)
    return next((replacements for word, replacements in equivalents_of if word == name), ())


WORDS = Check(
    "words",
    """Small words in a translation that say something different than the original.

Why: “may”, “up to”, “other”, “whenever”, “target” and “can't” are short and easily lost, and each
makes a different card. Lines are compared without names, reminder text with that of the matching
line if both have as much of it.

Fix: unsafe. A word that replaces exactly one other becomes that of the original; a word that is
missing is put where only one place can be meant.

ja: 原文と異なる語
""",
)


@WORDS.in_pair("different", of_this_game=True)
def different_word(pair: Pair) -> Iterator[Finding]:
    """Finds small words in a translation that say something different than the original."""
    yield from departures.findings(pair, "word")
    yield from departures.ability_words(pair)


@WORDS.in_pair("target", of_this_game=True)
def different_target(pair: Pair) -> Iterator[Finding]:
    """Finds a line of a translation without a target where the original has one, or the reverse."""
    yield from departures.findings(pair, "target")


NUMBERS = Check(
    "numbers",
    """Numbers and symbols in a translation that are missing from the original or differ from it.

Why: a card that draws three cards in one language and two in the other is two different cards. The
check compares mana symbols, changes such as +1/+1, and numbers, a one only in digits. It skips
names, {C} where a print from before 2016 has {1}, and limits phrased the other way round.

Fix: unsafe. A value that replaces exactly one other becomes that of the original.

ja: 原文と異なる数や記号
""",
)


@NUMBERS.in_pair("different")
def different_amount(pair: Pair) -> Iterator[Finding]:
    """Finds numbers and symbols in a translation that are missing from the original or differ from
    it.
    """
    yield from departures.findings(pair, "symbol", "change", "number")


@NUMBERS.in_pair("placeable", severity="error")
def different_placeable(pair: Pair) -> Iterator[Finding]:
    """Finds a placeable of a program, as %d or {name}, that is lost, added or another one."""
    sides = [amounts.without_codes(side.card.text) for side in (pair.original, pair.translation)]
    other_game = pair.original.index.is_of_other_game(pair.translation.path)
    patterns = (amounts.PLACEABLE, amounts.NUMBERED_BRACES)[: 1 + other_game]
    source, target = (
        [
            (vocabulary.value("placeable", match[0]), match.span())
            for each in patterns
            for match in each.finditer(side)
        ]
        for side in sides
    )
    if any(amounts.CHOICE_OF_ICU.search(e) or amounts.CHOICE_OF_WORDS.search(e) for e in sides):
        # a language has as many choices as it has forms
        source, target = (list(dict(both).items()) for both in (source, target))
    every = vocabulary.compared(source, target)
    lost, added = [each for each in every if each.is_lost], [e for e in every if e.is_added]
    whole = (0, len(pair.translation.card.text))
    for old, new in vocabulary.departing(lost, added):
        if old and new:
            message = f"the original has “{old.thing.said}” here, this has “{new.thing.said}”"
            yield replaced(*new.target[-1], old.thing.said, message, safe=False)
        elif new:
            yield Finding(*new.target[-1], f"“{new.thing.said}” is not in the original")
        elif old:
            yield Finding(*whole, f"the original has “{old.thing.said}”, this does not")
    codes = pair.translation.extra  # of the inline codes of an XLIFF
    for word in str(codes.get("text codes added", "")).splitlines():
        yield Finding(*whole, f"“{word}” is not in the original")
    for word in str(codes.get("text codes lost", "")).splitlines():
        yield Finding(*whole, f"the original has “{word}”, this does not")


@NUMBERS.in_prose("different")
def different_amount_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield different amounts of a document's halves, and numbers that one says too often."""
    yield from prose.of_pairs(different_amount)
    yield from prose.of_pairs(_too_often)


def _too_often(pair: Pair) -> Iterator[Finding]:
    """Yield the numbers that a translation has more often: one of them replaces another number."""
    source, target = (
        amounts.find(amounts.without_names(side), side.language)
        for side in (pair.original, pair.translation)
    )
    wanted, times = (Counter(each.value for each in values) for values in (source, target))
    for amount in target:
        often = 0 < wanted[amount.value] < times[amount.value]
        if often and amount.kind == "number" and amount.value != "1":
            counts = f"{times[amount.value]} times, in the original {wanted[amount.value]}"
            yield Finding(amount.start, amount.end, f"“{amount.value}” stands here {counts}")
            wanted[amount.value] = 0


TYPES = Check(
    "types",
    """Types and subtypes in a translation that differ from the original.

Why: a Goblin is not an Elf, a creature that is legendary in only one language follows different
rules, and a token's subtype is its name (CR 111.4).

Fix: unsafe. A type that replaces exactly one other becomes that of the original, and types are put
in its order.

ja: 食い違うタイプ
""",
)


@TYPES.in_pair("different")
def different_type(pair: Pair) -> Iterator[Finding]:
    """Finds types and subtypes in a translation that differ from the original."""
    if pair.original.card.type:
        yield from departures.in_type_line(pair)
        yield from _in_another_order(pair)


@TYPES.in_pair("text", of_this_game=True)
def different_type_in_text(pair: Pair) -> Iterator[Finding]:
    """Finds subtypes in the text of a translation that are lost, or stand for another."""
    yield from departures.findings(pair, "type")


def _in_another_order(pair: Pair) -> Iterator[Finding]:
    """Yield the subtypes that stand beside each other in another order, on the line and in text.

    “Elf Scout”, 「スカウト・エルフ」 → both words, with a fix
    """
    for field, run, ordered in word_orders.turned_types(pair):
        text = getattr(pair.translation.card, field)
        written = {word.meant: text[word.start : word.end] for word in run}
        message = f"the original says “{' '.join(ordered)}” here, this in another order"
        edits = [
            Edit(word.start, word.end, written[other])
            for word, other in zip(run, ordered, strict=True)
            if word.meant != other
        ]
        yield Finding(run[0].start, run[-1].end, message, Fix(False, tuple(edits)), field)


SELVES = Check(
    "selves",
    """Lines of a translation that refer to their own object otherwise than the original.

Why: “this creature” is このクリーチャー, a name is the name, a legend's name is the name or これ.
Another noun, or a name, means another object or nothing. A translation may refer to itself more
often, and prints from before November 2024 may use names where the original has today's wording.

Fix: safe where, outside reminder text, one wording replaces another equally often, is not a name,
and nothing nearby depends on its gender, case or final sound; otherwise unsafe. None for what is
missing.

ja: 原文と異なる自己の呼び方
""",
)


@SELVES.in_pair("different", of_this_game=True)
def different_self_reference(pair: Pair) -> Iterator[Finding]:
    """Finds a line of a translation that refers to its own object differently than the original
    does.
    """
    for difference in self_references.differences(pair):
        yield from _said_otherwise(difference, pair)


def _said_otherwise(difference: SelfDifference, pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each reference of which the original's line has none like it."""
    translation, text = pair.translation, pair.translation.card.text
    language, lost = translation.language, difference.lost
    words = _words(lost, pair.original)
    safe = difference.is_sure and self_references.is_invariable(language)
    spans = sorted(span for each in difference.added for span in each.target)
    for reference in [each for span in spans for each in translation.references_in(*span)]:
        start, end = reference.start, reference.end
        new = (
            self_references.worded(lost[0].thing, reference, translation) if len(lost) == 1 else ""
        )
        message = f"“{reference.text}” stands where the original says “{words}”"
        if not lost:
            message = f"“{reference.text}” is of this card, of which the original says nothing here"
        elif new == reference.text:
            message = f"“{new}” is not of the object that it is of in the original"
        if not new or new == reference.text:
            yield Finding(start, end, message)
            continue
        if start and text[start - 1] + text[end : end + 1] in language.lexicon.name_marks:
            start, end = start - 1, end + 1
        sure = safe and self_references.agrees(new, reference.text, language)
        yield replaced(start, end, new, message, safe=sure)


def _words(lost: Sequence[Occurrences], original: Subject) -> str:
    """Return what the original says and the translation lacks, each once."""
    spans = sorted(span for each in lost for span in each.source)
    return "”, “".join(dict.fromkeys(original.card.text[slice(*span)] for span in spans))


@SELVES.in_pair("missing", of_this_game=True)
def missing_reference(pair: Pair) -> Iterator[Finding]:
    """Finds a line of a translation that refers to its own object less often than the original's.

    By a name that is not translated no text could call it, and a misspelled one does.
    """
    name, text = pair.translation.card.name, pair.translation.card.text
    if has_its_name(pair) or (name == pair.original.card.name and name not in text):
        return
    for difference in self_references.differences(pair):
        span = difference.target.span
        if not difference.added and not own_names.has_slip(pair.translation, span):
            words = _words(difference.lost, pair.original)
            message = f"the original says “{words}” here, this does so less often"
            yield Finding(*span, message)


NAMES = Check(
    "names",
    """Names in a translation that are another card's, or are left as they are in the original.

Why: translators confuse similar names, or paste the text of a card with its neighbour's name, and
readers of a print look for the name that the other card has in their language.

In a language with the same letters a name counts as untranslated if another one is known.

Fix: safe for an untranslated name in other letters if the files or the database know exactly one
name of that card in the language. Unsafe in the same letters, and for a swapped one, if exactly one
name of the original has no counterpart.

ja: 取り違えた名前、訳されていない名前
""",
)


@NAMES.in_pair("swapped")
def swapped_name(pair: Pair) -> Iterator[Finding]:
    """Finds the name of another card where the original has a different name."""
    original, translation = pair.original, pair.translation
    card = original.card
    wanted = {
        name
        for reference in original.references
        if reference.target == "name"
        for said in [reference.refers_to or reference.text]
        for name in english_names(said, original) or {said}
    }
    own = {card.name, *card.faces, *card.alternate, card.name_en, translation.card.name_en}
    said: set[str] = set()
    words = original.card.text.casefold()  # they may name it where no reference is seen
    strange: list[tuple[NamedSpan, frozenset[str]]] = []
    for named in _names(original, translation):
        english = english_names(named.name, translation)
        said |= english
        is_known = english & (wanted | own) or any(each.casefold() in words for each in english)
        if english and not is_known and named.name not in translation.card.faces:
            strange.append((named, english))
    missing = sorted(wanted - said - own) or [card.name]
    for (start, end, name), english in strange:
        names = translated_names(missing[0], translation) or ("",)
        replacement = translation.card.name if missing == [card.name] else names[0]
        message = f"“{name}” is “{' or '.join(sorted(english))}”, which the original does not name"
        if len(missing) == 1 and replacement:
            yield replaced(start, end, replacement, message, safe=False)
        else:
            yield Finding(start, end, message)


def _names(original: Subject, translation: Subject) -> Iterator[NamedSpan]:
    """Yield the names of cards in a translation: announced, and unannounced for its own."""
    for reference in translation.references:
        if reference.target == "name" and reference.form != "token":
            name = reference.refers_to or reference.text
            yield NamedSpan(reference.start, reference.end, name)
    if len(_own(translation)) < len(_own(original)):
        yield from standing(translation)


def _own(subject: Subject) -> list[int]:
    return [reference.start for reference in subject.own if reference.scope != "reminder"]


@NAMES.in_pair("untranslated", law=True)
def untranslated_name(pair: Pair) -> Iterator[Finding]:
    """Finds a name that a translation leaves as it is in the original."""
    original, translation = pair.original, pair.translation
    card, language = translation.card, translation.language
    is_shared = not language.lexicon.script
    if is_left(card.text, language):
        return  # nothing is translated
    if has_its_name(pair) and re.search("[a-z]", card.name):  # “LAB=01” is called so everywhere
        yield Finding(0, len(card.name), f"“{card.name}” is not translated", field="name")
    names = {
        reference.refers_to or reference.text
        for reference in original.references
        if reference.target == "name" and not reference.text.isdigit()
    }
    names -= {original.card.name, *original.card.faces, ""}
    for name in sorted(names, key=len, reverse=True):
        other_names = translated_names(name, translation) if name in card.text else ()
        if is_shared and (not other_names or name in other_names):
            continue  # in the same letters it may be called so
        for match in re.finditer(rf"(?<![a-zA-Z]){re.escape(name)}(?![a-zA-Z])", card.text):
            if card.text[match.start() - 1 : match.start()] in ("/", "／", "(", "（"):
                continue  # the name in both languages
            line = card.text[slice(*line_around(card.text, *match.span()))]
            if typos.is_foreign(card.text, *match.span(), language) or is_left(line, language):
                continue  # a sentence that is not translated, or a longer name
            message = f"“{name}” is not translated"
            if other_names:
                safe = len(other_names) == 1 and not is_shared  # its article may change with it
                message = f"{message}, “{other_names[0]}” was wanted"
                yield replaced(*match.span(), other_names[0], message, safe=safe)
            else:
                yield Finding(*match.span(), message)


UNTRANSLATED = Check(
    "untranslated",
    """Texts in another language than their record says, or left in that of the original.

Why: people who read only the translation cannot play the card, and a text read with the words of
another language is misread. Perhaps two columns are swapped. Symbols, numbers and single words
don't count.

Fix: none.

ja: 訳されていない文章
""",
)
# So many words of the other script that they are a sentence or a long name.
FOREIGN_WORDS = re.compile(
    r"[A-Za-z][A-Za-z'’-]*(?:[ ,.:;—]{1,3}[A-Za-z0-9+/][A-Za-z0-9'’+/-]*){3,}"
)
# A short one, with its stop.
SENTENCE = re.compile(r"(?<![A-Za-z] )[A-Z][a-z]+(?: [A-Za-z0-9+/’'-]+){1,2}\.(?![A-Za-z])")


@UNTRANSLATED.in_prose("text")
def untranslated_text_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield untranslated paragraphs, lines and sentences of a document's halves."""
    yield from prose.of_pairs(untranslated_text)


@UNTRANSLATED.in_pair("text")
def untranslated_text(pair: Pair) -> Iterator[Finding]:
    """Finds a text, a line or a sentence that is left in the language of the original."""
    card = pair.translation.card
    original = pair.original.card.text
    if not card.text.strip():
        return
    left = {line.strip() for line in original.split("\n") if _is_said(line)}
    lines = [line for line in alignment.lines(card.text) if _is_said(card.text[slice(*line)])]
    foreign = [line for line in lines if _is_left(card.text[slice(*line)], left, pair)]
    if foreign and len(foreign) == len(lines):
        if not any(wrong_language(pair.translation)):  # it says so
            yield Finding(0, len(card.text), "the text is not translated")
        return
    for start, end in foreign:
        yield Finding(start, end, f"“{shortened(card.text[start:end])}” is not translated")
    if not pair.translation.language.lexicon.script:
        return  # both have the same letters, and keywords may be called the same: “Bushido 1.”
    for match in (*FOREIGN_WORDS.finditer(card.text), *SENTENCE.finditer(card.text)):
        inside = any(start <= match.start() < end for start, end in foreign)
        if (
            not inside
            and not match[0].isupper()  # the numbers of chapters
            and match[0].rstrip(" .,") in original
            and not is_of_name(match[0], pair.original)
        ):
            yield Finding(*match.span(), f"“{shortened(match[0])}” is not translated")


def _is_left(line: str, left: Collection[str], pair: Pair) -> bool:
    language = pair.translation.language
    if language.lexicon.script:
        return not is_written(line, language) and bool(
            line.strip() in left or FOREIGN_WORDS.search(line)
        )
    plain = language_detection.contradicting(line, language.code) == pair.original.card.lang
    return plain or (line.strip() in left and bool(FOREIGN_WORDS.search(line)))


def _is_said(line: str) -> bool:
    words = amounts.PLACEABLE.sub("", amounts.without_codes(line))
    return bool(re.search(r"[^\W\d_]{3,}", words)) and not line.startswith("//")


@UNTRANSLATED.in_text("language")
def wrong_language(subject: Subject) -> Iterator[Finding]:
    """Finds a text that is plainly in another language than its record or `--lang` says."""
    card = subject.card
    detected = language_detection.contradicting(card.text, card.lang) if subject.foreign else ""
    if detected and (detected != languages.original_language() or not card.name_en):
        other = languages.load(detected).lexicon.name
        message = (
            f"the text is in {other}, its language is said to be {subject.language.lexicon.name}"
        )
        yield Finding(0, len(card.text), message)


UNUSUAL_TRANSLATION = Check(
    "unusual-translation",
    """Words of a translation in whose place the other translations of the files have others.

Why: reminder text, and much else, is said again on many cards. Where several translations of the
same words are the same, names and numbers aside, and one differs from them in one place, that is a
slip of the hand, or a word or a sentence that was lost.

Fix: unsafe. What the others have is put there.

ja: 他の翻訳と異なる箇所
""",
)


@UNUSUAL_TRANSLATION.in_pair("words")
def unusual_translation(pair: Pair) -> Iterator[Finding]:
    """Finds words in whose place the other translations of the files have others."""
    for start, end, words, usual, times in precedents.deviations(pair):
        written = f"have “{usual}”" if usual else "leave it out"
        message = f"“{words}” is unusual" if words else "something is missing here"
        message += f": {times} other translations of the same words {written}"
        yield _finding(pair, start, end, usual, message)


def _finding(pair: Pair, start: int, end: int, usual: str, message: str) -> Finding:
    """Return a finding whose fix puts in what is usual; of what is lost about the letter there."""
    text = pair.translation.card.text
    words = precedents.in_text(usual, text)
    fix = Fix(safe=False, edits=(Edit(start, end, words),)) if words is not None else None
    begin = min(start, max(len(text) - 1, 0)) if start == end else start
    return Finding(begin, max(end, begin + 1), message, fix)
