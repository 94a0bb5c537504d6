"""Finds types and subtypes in a translation that differ from the original.

Why: a Goblin is not an Elf, a creature that is legendary in only one language follows different
rules, and a token's subtype is its name (CR 111.4). The check compares the type line and, in the
text, subtypes that replace one another or stand in another order.

Fix: unsafe. A type that replaces exactly one other becomes that of the original, and types are put
in its order.

ja: 食い違うタイプ
"""

from collections.abc import Iterator, Sequence

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, translations, word_orders
from nanori.linting.evidence.translations import TypeWord, is_translated
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each type that only the translation, or only the original, has."""
    yield from _type_line(pair)
    yield from _in_text(pair)
    yield from _in_another_order(pair)


def _type_line(pair: Pair) -> Iterator[Finding]:
    card, language = pair.translation.card, pair.translation.language
    original = pair.original.card.type or card.type_en
    if not original or not is_translated(card.type, language):
        return
    types, subtypes = translations.of_original(original)
    here = translations.of_translation(card.type, language)
    known = translations.words_for(language)
    for said, written in ((types, here.types), (subtypes, here.subtypes)):
        extra = [word for word in written if word.meant and word.meant not in said]
        meant = {word.meant for word in written}
        lacking = [word for word in said if word in known and word not in meant]
        if all(word.meant for word in written) or len(written) < len(said) or said is types:
            later = [word for word in lacking if _is_later(word, pair)]
            if later:  # it may have taken the place of another
                extra = extra[len(later) :]
            lacking = [word for word in lacking if word not in later]
            if lacking and not extra:
                yield _lost(lacking, said, written, pair)
            else:
                yield from _findings(extra, lacking, card.type, language, field="type")


def _is_later(word: str, pair: Pair) -> bool:
    """Tell whether cards were given a subtype after this one was printed."""
    since = lint_words(pair.original.language).types_since.get(word, "")
    released = pair.translation.card.released
    return bool(since and released and released < since)


def _in_text(pair: Pair) -> Iterator[Finding]:
    language = pair.translation.language
    known = translations.words_for(language)
    there, here = translations.masked(pair.original), translations.masked(pair.translation)
    for first, second in alignment.one_by_one(pair):
        said = set(there[slice(*first)].replace("_", " ").split())
        said |= {word.strip(",.:;\"”'’") for word in said}
        written = list(translations.in_text(here, second, language))
        extra = [word for word in written if not said & _forms(word.meant)]
        if not extra:
            continue
        meant = {word.meant for word in written}
        lacking = [
            word for word in known if word in said and word not in meant and word[0].isupper()
        ]
        if len(extra) == 1 and len(lacking) == 1:
            yield from _findings(extra, lacking, pair.translation.card.text, language, field="text")


def _in_another_order(pair: Pair) -> Iterator[Finding]:
    """Yield the subtypes that stand beside each other in another order, on the line and in text."""
    for field, run, said in word_orders.turned_types(pair):
        text = getattr(pair.translation.card, field)
        written = {word.meant: text[word.start : word.end] for word in run}
        message = f"the original says “{' '.join(said)}” here, this in another order"
        edits = [
            Edit(word.start, word.end, written[other])
            for word, other in zip(run, said, strict=True)
            if word.meant != other
        ]
        yield Finding(run[0].start, run[-1].end, message, Fix(False, tuple(edits)), field)


def _forms(word: str) -> set[str]:
    """Return a type and its plurals, as a text may have them."""
    return {word, f"{word}s", f"{word}es", word[:-1] + "ves", word[:-1] + "ies", word[:-3] + "men"}


def _findings(
    extra: Sequence[TypeWord],
    lacking: Sequence[str],
    text: str,
    language: Language,
    field: str,
) -> Iterator[Finding]:
    for word in extra:
        written = text[word.start : word.end]
        if len(extra) == 1 and len(lacking) == 1:
            meant = translations.words_for(language)[lacking[0]]
            message = f"“{written}” is “{word.meant}”, the original says “{lacking[0]}”, “{meant}”"
            finding = replaced(word.start, word.end, meant, message, safe=False)
        else:
            message = f"“{written}” is “{word.meant}”, the original does not say so"
            finding = Finding(word.start, word.end, message)
            if len(extra) == 1 and field == "type" and translations.is_supertype(written, language):
                finding = replaced(word.start, word.end, "", message, safe=False)
        yield _of_field(finding, field)


def _lost(
    lacking: Sequence[str], said: Sequence[str], written: Sequence[TypeWord], pair: Pair
) -> Finding:
    """Return the finding about types that a type line lacks, at the next one that it has."""
    line, known = pair.translation.card.type, translations.words_for(pair.translation.language)
    words = "”, “".join(f"{word}”, “{known[word]}" for word in lacking)
    message = f"the original says “{words}”, this does not"
    place = said.index(lacking[0])
    behind = [word for word in written if word.meant in said[place + 1 :]]
    before = [word for word in written if word.meant in said[:place]]
    if not (behind or before):
        return Finding(0, len(line), message, field="type")
    near = behind[0] if behind else before[-1]
    finding = Finding(near.start, near.end, message, field="type")
    if len(lacking) > 1:
        return finding
    meant, between = (
        known[lacking[0]],
        translations.between(known[lacking[0]], pair.translation.language),
    )
    edit = Edit(near.end, near.end, between + meant)
    if behind:
        edit = Edit(near.start, near.start, meant + between)
    return Finding(near.start, near.end, message, Fix(False, (edit,)), "type")


def _of_field(finding: Finding, field: str) -> Finding:
    return Finding(finding.start, finding.end, finding.message, finding.fix, field)
