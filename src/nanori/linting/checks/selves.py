"""What a card calls itself, in its text and beside its set."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from unicodedata import category

from nanori.annotation import dress
from nanori.annotation.markup import MARKUP, with_rest_of_name
from nanori.annotation.name_context import name_context
from nanori.annotation.name_fields import bare, is_token
from nanori.annotation.name_rules import MARKS
from nanori.annotation.own_names import own_names as own_names_of
from nanori.annotation.own_names import shortened
from nanori.annotation.plain_words import is_near
from nanori.grammar import language_detection, languages, type_lines
from nanori.linting.check import SLIP, TEMPLATING, Check
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import (
    brackets,
    own_names,
    roles,
    self_references,
    typos,
)
from nanori.linting.evidence.translations import is_written
from nanori.linting.evidence.typos import Slip
from nanori.linting.house_styles import MAX_CARDS_OF_SET
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Elsewhere, Fix
from nanori.model.values import Edit, Reference
from nanori.rewriting import nouns, restyling
from nanori.rewriting.slots import STRAIGHT
from nanori.rewriting.styles import cased

OWN_NAME = Check(
    "own-name",
    """The card's own name with a slip, outdated, of its other face, or in another language.

Why: a name is what ties the text to its card: players, searches and rules engines all read it (CR
201.2). A renamed card may keep its old name in its text; an object has the name of one face at a
time (CR 712); prints name a card in the language of the text.

Fix: safe for a slip of letters of which nothing else can be meant, for words that the set editor
stores with a mark, and for an English name in a language with its own script. Otherwise unsafe.

ja: 自身の名前
""",
)
# A text that spells a name otherwise so often, and never as its field has it, is right.
MIN_TIMES_TO_BE_RIGHT = 2


@OWN_NAME.in_text(
    "misspelled",
    severity="error",
    law=True,  # a safe one has a witness: another place that says the name as its field does
    sort=SLIP,
    strength=7,
)
def misspelled_own_name(subject: Subject) -> Iterator[Finding]:
    """Finds words that are one slip away from the card's own name."""
    card = subject.card
    alike = defaultdict[tuple[str, str], list[Slip]](list)
    for slip in _slips(subject):
        if not _is_right(slip, subject):
            alike[card.text[slip.start : slip.end], slip.meant].append(slip)
    for (written, replacement), every in alike.items():
        if len(every) >= MIN_TIMES_TO_BE_RIGHT and _is_name_slip(written, replacement, subject):
            yield _name_finding(written, len(every), replacement, subject)
        else:
            yield from (_finding(written, slip, subject) for slip in every)


def _slips(subject: Subject) -> list[Slip]:
    """Return the slips in a text, in order: by the letter, and where only the name can stand."""
    card, language = subject.card, subject.language
    is_short = not language.lexicon.spaces or len(card.name) < typos.MIN_LETTERS_OF_CLEAR_NAME
    if is_short and subject.index.is_of_other_game(subject.path):
        return []  # whose names are words of its texts
    occupied = bytearray(len(card.text))
    for reference in subject.references:
        if reference.form not in ("full", "short") or reference.source == MARKUP:
            occupied[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
    rules, plain = name_context(language), language.plain_words
    found = typos.find(card.text, own_names.of(subject), occupied, rules, plain)
    whole = next(iter(own_names_of(card, language)), "")
    if rules.is_foreign(whole):
        whole = ""  # the text has the name that the field lacks
    for reference in subject.own:
        words = reference.text
        if reference.form != "full" or not whole or words in (whole, card.name_en):
            continue
        closed = words[-1] in own_names.CRIES and words[-1] not in whole  # «Стенами» of «Стены»
        if closed or rules.is_foreign(words):
            continue
        if occupied.find(1, reference.start, reference.end) < 0:
            found.append(Slip(reference.start, reference.end, whole, sure=False))
    return sorted(found, key=lambda slip: slip.start)


def _is_right(slip: Slip, subject: Subject) -> bool:
    """Tell whether words are no slip: as editors write the name, or another card's name."""
    card, language = subject.card, subject.language
    words = card.text[slip.start : slip.end]
    article = language.lexicon.short.article
    several = slip.meant in card.type.split() and words.startswith(slip.meant[:-1])
    broken = "\n" in words and " ".join(words.split()) == slip.meant
    if dress.plain(words) == dress.plain(slip.meant):
        return True
    if several or broken or own_names.is_otherwise_right(words, slip.meant, language):
        return True  # it is what others are, has a line's end within, or stands in another case
    if _bare(words, article.lower()) == _bare(slip.meant, article):
        return True  # “the X” of “The X” is no slip
    if words.translate(_SHINING) == slip.meant.translate(_SHINING):
        return True  # a program shows each *word in a color
    miscased = words.lower() == slip.meant.lower() and not slip.sure  # `capitals/own-name` says so
    is_name = words in own_names.of(subject) or subject.index.knows(words, card.lang)
    return miscased or is_name or typos.is_common(slip, subject)


def _is_name_slip(words: str, name: str, subject: Subject) -> bool:
    """Tell whether no text of the files has the name as its field has it, in words of its own."""
    card, rules = subject.card, name_context(subject.language)
    if name not in own_names_of(card, subject.language) or name in card.text:
        return False
    if any(sign in MARKS and sign not in name for sign in words):
        return False
    written = set(rules.lexical.word.findall(words))
    return all(
        not subject.index.says(word, card.lang)
        for word in rules.lexical.word.findall(name)
        if word not in written
    )


def _name_finding(words: str, times: int, name: str, subject: Subject) -> Finding:
    """Return what is said of a name whose text spells it otherwise, and more often."""
    offset = subject.card.name.find(name)
    end = offset + len(name)
    message = f"this card's name is “{name}”, its text says “{words}” {times} times"
    return Finding(offset, end, message, Fix(False, (Edit(offset, end, words),)), field="name")


def _finding(words: str, slip: Slip, subject: Subject) -> Finding:
    """Return what is said of a slip; where only signs differ, that the name may have lost one."""
    card = subject.card
    if _letters(words) == _letters(slip.meant) and _signs(words) != _signs(slip.meant):
        message = f"“{words}” and this card's name “{slip.meant}” differ in signs: one has a slip"
        offset = card.name.find(slip.meant)
        named = Elsewhere("name", (Edit(offset, offset + len(slip.meant), words),))
        fix = Fix(False, (Edit(slip.start, slip.end, slip.meant),), named if offset >= 0 else None)
        return Finding(slip.start, slip.end, message, fix)
    near = "one letter" if is_near(words, slip.meant) else "a few letters"
    message = f"“{words}” is {near} from this card's name “{slip.meant}”"
    safe = slip.sure and _is_sure(words, slip, subject)
    return replaced(slip.start, slip.end, slip.meant, message, safe=safe)


def _is_sure(words: str, slip: Slip, subject: Subject) -> bool:
    """Tell whether nothing but the name can be meant, by the other texts and what stands around."""
    card, index, rules = subject.card, subject.index, name_context(subject.language)
    differing = typos.differing_words(slip.meant, card.text, slip.start, slip.end, rules)
    evidence = (
        index.recurs(word, card.lang) or index.names_with(word, card.lang) for word in differing
    )
    if any(evidence) or not own_names.has_witness(slip.meant, words, subject):
        return False
    # A part of the name is believed for it where the whole is nowhere; not within the same slip.
    part = not subject.legend and subject.is_shortened_besides(words)
    other = category(card.text[slip.end : slip.end + 1] or " ")[0] == "S"  # “eed Lantern+”
    if part or other or any(sign in MARKS and sign not in slip.meant for sign in words):
        return False
    return not own_names.may_be_other(subject, slip.start, slip.end)


# What a program takes for no letter of a word that it shows in a color.
_SHINING = str.maketrans("", "", "*")


def _bare(words: str, article: str) -> str:
    return typos.as_typed(words).removeprefix(article)


def _letters(name: str) -> list[str]:
    return [letter for letter in name if letter.isalnum()]


def _signs(name: str) -> list[str]:
    return [sign for sign in name if not sign.isalnum() and not sign.isspace()]


@OWN_NAME.in_text("former", law=True, of_this_game=True)
def former_own_name(subject: Subject) -> Iterator[Finding]:
    """Finds a text that still uses a former name of its card."""
    for reference in subject.references:
        if reference.source == MARKUP and _is_stale(reference, subject):
            message = (
                f"“{reference.text}” is marked as this card's name, which is “{reference.shows}”"
            )
            yield replaced(
                reference.start, reference.end, reference.shows or "", message, safe=True
            )
    for stale in own_names.stale_names(subject):
        words = subject.card.text[stale.start : stale.end]
        message = f"“{words}” stands where this card's name “{stale.replacement}” was wanted"
        if stale.is_other:
            message = f"no card is called “{words}”, but one is called “{stale.replacement}”"
        yield replaced(*stale[:3], message, safe=False)


def _is_stale(reference: Reference, subject: Subject) -> bool:
    """Tell whether words that a program marked are neither the name nor a part of it."""
    if reference.form == "placeholder" or not reference.shows or reference.text == reference.shows:
        return False
    letter, name = subject.language.lexicon.guards.letter, subject.card.name
    if reference.text.translate(STRAIGHT) == reference.shows.translate(STRAIGHT):
        return False  # set editors write their own quotation marks in a text
    part = f"(?<!{letter}){re.escape(reference.text)}(?!{letter})"
    is_part = reference.shows != name and re.search(part, name, re.IGNORECASE)
    return not is_part and reference.text.lower() != reference.shows.lower()


# Terminals of verbs of what is done to an object that is there; what returns may be any.
ACTION_TERMINALS = ("ACT", "TURN", "AFFECT")
# Layouts of which one face's text is read while the other has no name.
ONE_AT_A_TIME = frozenset({"transform", "modal_dfc", "flip", "double_faced_token"})


@OWN_NAME.in_text("other-face")
def name_of_other_face(subject: Subject) -> Iterator[Finding]:
    """Finds the name of the card's other face where only this face can be meant."""
    card = subject.card
    if len(card.faces) < 2 or card.layout not in ONE_AT_A_TIME:
        return
    own = {card.name, *shortened(card.name, subject.language.lexicon.short)}
    others = set(card.faces) - own  # a face may be called as the other is for short
    for reference in subject.references:
        inside = (
            reference.scope == "rules" and reference.form == "face" and reference.text in others
        )
        if inside and _is_object(reference, subject):
            message = f"“{reference.text}” is the other face's name, this face is “{card.name}”"
            yield replaced(reference.start, reference.end, card.name, message, safe=False)


def _is_object(reference: Reference, subject: Subject) -> bool:
    """Tell whether a name stands for what acts or is acted on, and not for what it turns into.

    “Destroy Ysolde.”, “Ysolde attacks.” → True; “It becomes Ysolde.” → False
    """
    place = roles.place_of(subject, reference.start)
    if place is None or roles.is_said(place) or place.cursor.within("face", "named"):
        return False
    if roles.is_object(place):
        return any(verb.type in ACTION_TERMINALS for verb in roles.verbs(place))
    return roles.is_subject(place) and bool(roles.verbs(place))


@OWN_NAME.in_text("language", law=True)
def name_in_other_language(subject: Subject) -> Iterator[Finding]:
    """Finds the card's English name in a text in another language in which the card has a name."""
    card = subject.card
    english, language = card.name_en, subject.language
    if not english or english not in card.text or english.lower() == card.name.lower():
        return
    scripted = bool(language.lexicon.script)
    if scripted and not is_written(card.name, language):
        return
    original = languages.load(languages.original_language())
    for reference in subject.references:
        span = reference.start, reference.end
        foreign = typos.is_foreign(card.text, *span, language) or (
            not scripted
            and language_detection.of_text(_sentence(card.text, *span), card.text) == original.code
        )
        if reference.text == english and reference.form in ("full", "named") and not foreign:
            other = original.lexicon.name
            message = f"“{english}” is this card's {other} name, “{card.name}” was wanted"
            yield replaced(*span, card.name, message, safe=scripted)


def _sentence(text: str, start: int, end: int) -> str:
    sentence_start = re.split(r"[.(\n]", text[:start])[-1]
    return sentence_start + re.split(r"[.)\n]", text[end:], maxsplit=1)[0]


SHORT_NAME = Check(
    "short-name",
    """A nonlegendary card that refers to itself by part of its name.

Why: only a legend's name may be shortened (CR 201.5c); on any other card the short name means
another card, or none. Prints up to 2001 did it anyway.

Fix: safe if the text also uses the full name, nothing next to the short name may belong to it, and
nothing else can be meant. Otherwise unsafe: the type line may lack “Legendary”.

ja: 伝説でないカードの短縮名
""",
)


@SHORT_NAME.in_text("nonlegend", of_this_game=True)
def short_name_of_nonlegend(subject: Subject) -> Iterator[Finding]:
    """Finds a nonlegendary card that refers to itself by part of its name."""
    card, language = subject.card, subject.language
    if not card.type or subject.legend:
        return
    name = bare(card, language)
    plain, parts = name_context(language).plain, shortened(name, language.lexicon.short)
    spans = [(each.start, each.end) for shorts in subject.shorts.values() for each in shorts]
    has_name = any(reference.form == "full" for reference in subject.own)
    safe = has_name and not is_token(card) and all(typos.is_apart(subject, *each) for each in spans)
    others = {words for words in subject.shorts if _is_no_short_name(words, subject)}
    for start, end in sorted(spans):
        words = card.text[start:end]
        if words in others or _is_whole_name(start, end, name, subject):
            continue
        message = f"“{words}” is short for “{name}”, which is no legend"
        if words in parts:
            message += " by its type line"
        sure = safe and words not in parts and words.lower() not in plain
        sure = sure and not own_names.may_be_other(subject, start, end)
        yield replaced(start, end, name, message, safe=sure)


def _is_whole_name(start: int, end: int, name: str, subject: Subject) -> bool:
    """Tell whether the rest of a name is beside its part, if only behind the end of a line."""
    text, span = subject.card.text, (start, end)
    if with_rest_of_name(text, *span, subject.card.name, subject.language) != span:
        return True
    return name in " ".join(text[max(0, start - len(name)) : end + len(name)].split())


def _is_no_short_name(words: str, subject: Subject) -> bool:
    """Tell whether words are all of a name but “token” or a code, or a kind: “two Sparks”."""
    card, tokens = subject.card, subject.language.lexicon.words.get("token", ())
    rest = card.name.removesuffix(words)
    is_code = rest != card.name and any(map(str.isdigit, rest))
    if is_code or card.name.removeprefix(words).strip().lower() in tokens:
        return True
    named = sum(reference.text.count(words) for reference in subject.own)
    return card.text.count(words) > named


SELF_NOUN = Check(
    "self-noun",
    """“This creature” and the like with a noun that does not fit the card, or the zone it is in.

Why: on a card that is no creature “this creature” means nothing, or seems to mean another object. A
card that becomes a creature is right to say it, and so is an ability granted to others. Only a
permanent on the battlefield is a creature; in a graveyard it is a card, while being cast a spell
(CR 109.2). Reminder text is worded for many cards and is not checked.

Fix: unsafe. The noun becomes that of the type line, of the zone, or “this spell”; none where “that
creature” may be meant.

ja: 自身を指す名詞
""",
)


@SELF_NOUN.in_text("type", of_this_game=True)
def noun_of_type(subject: Subject) -> Iterator[Finding]:
    """Finds “this creature” on a card that isn't a creature, and other nouns that do not fit."""
    card, language = subject.card, subject.language
    with_nouns = [
        (reference, noun)
        for reference, noun in self_references.said(subject)
        if reference.scope == "rules"
        and not own_names.is_bracketed(subject, reference.start, quoted=True)
        and not _is_of_other_card(subject, reference.start)
    ]
    yield from _general(subject, with_nouns)
    every = {noun for _, noun in with_nouns}
    unfit = {noun for noun in every if not self_references.fits(noun, subject)}
    if not unfit:
        return
    wrong = [reference for reference, noun in with_nouns if noun in unfit]
    fitting = self_references.fitting(card, language)
    for reference, zone in zip(wrong, self_references.zones_of(subject, wrong), strict=True):
        if zone in self_references.OUT_OF_PLAY:
            continue  # `self-noun/zone` says so
        words = self_references.with_noun(fitting, reference.text, language)
        message = f"“{reference.text}” stands on what is “{card.type}”"
        if _may_be_another(reference, subject):
            yield Finding(reference.start, reference.end, message)
        else:
            message += f", “{words}” was wanted"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _general(subject: Subject, with_nouns: Sequence[tuple[Reference, str]]) -> Iterator[Finding]:
    """Yield a finding for “this enchantment” on an Aura whose set says “this Aura” elsewhere."""
    card, language = subject.card, subject.language
    own = nouns.noun(card, language)
    general = nouns.general(card, language) if with_nouns else own
    if own == general or not subject.house.says_noun(own, general):
        return
    for reference, noun in with_nouns:
        if noun == general:
            words = self_references.with_noun(own, reference.text, language)
            message = f"“{reference.text}” is “{words}” on other cards of this set"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _is_of_other_card(subject: Subject, offset: int) -> bool:
    """Tell whether a line above begins a card that this one makes: “Reed Ox {1} | Enchantment”."""
    above = subject.card.text[:offset].split("\n")[:-1]
    return any("|" in line and type_lines.has_type(line, subject.card.lang) for line in above)


def _may_be_another(reference: Reference, subject: Subject) -> bool:
    """Tell whether “that creature” may be meant: a spell is spoken of that does nothing there."""
    if not nouns.is_spell(subject.card, subject.language):
        return False
    place = roles.place_of(subject, reference.start)
    return place is None or not roles.is_subject(place)


@SELF_NOUN.in_text("zone", of_this_game=True)
def noun_of_zone(subject: Subject) -> Iterator[Finding]:
    """Finds “this creature” for a card or spell, and “this card” on the battlefield."""
    with_nouns = self_references.said(subject)
    if not with_nouns or nouns.is_of_duel_masters(subject.card, subject.language):
        return
    card, language = subject.card, subject.language
    noun_of = language.lexicon.noun
    permanents = language.lexicon.permanent_nouns
    out_of_play = (noun_of("card"), noun_of("spell"))
    zones = self_references.zones_of(subject, [reference for reference, _ in with_nouns])
    for (reference, noun), zone in zip(with_nouns, zones, strict=True):
        if noun in permanents and not _is_in_play(reference, subject):
            fitting = noun_of({"elsewhere": "card", "stack": "spell"}.get(zone, ""))
        elif noun in out_of_play and zone == "battlefield":
            if not _is_in_play(reference, subject):
                continue
            fitting = nouns.noun(card, language)
        else:
            fitting = ""
        if fitting:
            words = self_references.with_noun(fitting, reference.text, language)
            message = f"“{reference.text}” is not in play there, “{words}” was wanted"
            if noun not in permanents:
                message = f"“{reference.text}” is in play there, “{words}” was wanted"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _is_in_play(reference: Reference, subject: Subject) -> bool:
    """Tell whether an object does what only one on the battlefield does."""
    place = roles.place_of(subject, reference.start)
    return place is not None and roles.in_play(place, subject)


SELF_STYLE = Check(
    "self-style",
    """Cards that call themselves otherwise than the rest of their text, or of their set, does.

Why: two ways of saying one thing look like two things. If 196 cards of a set say “this creature”
and six use their name, the six look as if they meant something else; a legend uses its name. An
ability granted to others is left alone (CR 201.5a), and so are spells that deal damage.

Fix: unsafe. The less frequent wording becomes the more frequent one; with `style = "oracle"` in the
settings it becomes the name.

ja: 自己の呼び方
""",
)


@SELF_STYLE.in_text("text", of_this_game=True)
def style_in_text(subject: Subject) -> Iterator[Finding]:
    """Finds a text that says its card's name in one place and “this creature” in another."""
    style = subject.settings.style
    if subject.legend or style == restyling.FOUNDATIONS:  # `restyle` does so
        return
    again = lint_words(subject.language).selves.said_again
    shown = [] if again else _demonstratives(subject)
    named = _names(subject) if shown else []
    if not named or nouns.is_of_duel_masters(subject.card, subject.language):
        return
    if style == restyling.ORACLE or (not style and len(shown) < len(named)):
        rare, other = (
            [(reference, nouns.full(subject.card, subject.language)) for reference in shown],
            named[0],
        )
    else:
        rare, other = named, (shown[0], "")
    for reference, words in rare:
        message = f"“{reference.text}” and “{other[0].text}” both call this card itself in one text"
        yield replaced(reference.start, reference.end, words, message, safe=False)


def _demonstratives(subject: Subject) -> list[Reference]:
    """Return the demonstratives with a permanent's noun, but for what turns into a face."""
    language = subject.language
    own_noun = nouns.noun(subject.card, language)
    return [
        reference
        for reference, noun in self_references.said(subject)
        if noun == own_noun and reference.scope == "rules" and not _turns(reference, subject)
        if not nouns.is_worn(subject.card.text, reference, language)
    ]


def _turns(reference: Reference, subject: Subject) -> bool:
    place = roles.place_of(subject, reference.start)
    return place is not None and roles.turns(place, subject)


def _names(subject: Subject) -> list[tuple[Reference, str]]:
    """Return the names in the place of which prints say “this creature”, each with those words."""
    changes = restyling.of_references(subject.card, subject.references, restyling.FOUNDATIONS)
    language = subject.language
    # “Return this card from your graveyard” stands beside “this creature”, a name does not.
    own_nouns = (nouns.noun(subject.card, language), language.lexicon.noun("card"))
    return [
        (change.reference, change.edit.text)
        for change in changes
        if change.reference.form in ("full", "short") and change.reference.scope == "rules"
        if not _is_alone(change.reference, subject.card.text)
        if self_references.noun_of(change.edit.text, language) in own_nouns
    ]


def _is_alone(reference: Reference, text: str) -> bool:
    """Tell whether a name is a line of its own, as a heading is: it says nothing of the card."""
    text_before, text_after = text[: reference.start], text[reference.end :]
    return text_before[-1:] in ("", "\n") and text_after[:1] in ("", "\n")


# Cards of a set that call themselves alike, from which on that is its style …
MIN_CARDS_ALIKE = 20
# … if they are so many times as many as do otherwise.
USUAL_TO_OTHER_STYLE = 10


@SELF_STYLE.in_text("set", severity="info", of_this_game=True)
def style_in_set(subject: Subject) -> Iterator[Finding]:
    """Finds the few cards of a set that use their name where all others say “this creature”."""
    if subject.legend or subject.settings.style:
        return
    shown, named = (subject.house.said[how] for how in ("noun", "name"))
    if (
        not named
        or not MIN_CARDS_ALIKE <= shown <= MAX_CARDS_OF_SET
        or shown < named * USUAL_TO_OTHER_STYLE
    ):
        return
    if _demonstratives(subject):
        return  # `self-style/text` says so
    for reference, words in _names(subject):
        message = f"{shown} cards of this set say “{words}” or the like, {named} their name"
        yield replaced(reference.start, reference.end, words, message, safe=False)


# Legends of a set that say their names, from which on a noun is told …
MIN_NAMED_LEGENDS = 4
# … if they are so many times as many as those that say a noun.
NAMED_TO_UNNAMED = 2


@SELF_STYLE.in_text("legend", severity="info", group=TEMPLATING)
def unnamed_legend(subject: Subject) -> Iterator[Finding]:
    """Finds a legend that says “this creature” where legends use their name."""
    card, style = subject.card, subject.settings.style
    if not subject.legend or style == restyling.FOUNDATIONS:  # `restyle` does so
        return
    if all(reference.form != "this" for reference in subject.own):
        return
    if nouns.is_of_duel_masters(card, subject.language):
        return
    if lint_words(subject.language).templating.handed.search(card.text):
        return
    named, shown = (subject.house.legends[how] for how in ("name", "noun"))
    is_named = any(reference.form in ("full", "short") for reference in subject.own)
    if not is_named and (named < MIN_NAMED_LEGENDS or named < shown * NAMED_TO_UNNAMED):
        return
    for change in restyling.of_references(card, subject.references, restyling.FOUNDATIONS):
        reference, edit = change.reference, change.edit
        if own_names.is_bracketed(subject, reference.start, quoted=True) or brackets.is_unclosed(
            card.text, reference.start, subject.language.lexicon.pairs
        ):
            continue  # what others may have, or what it is while it is a copy; a reminder cut off
        if reference.form == "this" and change.form in ("full", "short", "bare"):
            message = f"“{reference.text}” is a legend, “{edit.text}” was wanted"
            if not is_named:
                message += f": {named} legends of this set say their name"
            yield Finding(edit.start, edit.end, message, Fix(False, (edit,)))


GRANTED_NAME = Check(
    "granted-name",
    """The name of the card that grants an ability inside that ability, where its holder is meant.

Why: a name in a granted ability still means the card that grants it (CR 201.5a). That is right if
counters on it are counted, or if an Equipment or Aura is sacrificed or untapped. If it attacks or
gets +1/+1, “this creature” was meant.

Fix: unsafe. The name becomes “this creature”, or whatever else gets the ability, if that is clear.

ja: 与える能力の中の、与える側の名前
""",
)
# The rule by which such a name means the giver.
RULE_OF_GRANTED_NAMES = "201.5a"


@GRANTED_NAME.in_text("giver", severity="info", of_this_game=True)
def giver_in_granted_ability(subject: Subject) -> Iterator[Finding]:
    """Finds the name of the card that grants an ability inside that ability, where its holder is
    meant.
    """
    for reference in subject.references:
        named = reference.form in ("full", "short") and reference.scope == "quote"
        suspicious = (
            named
            and reference.rule == RULE_OF_GRANTED_NAMES
            and not _says_itself(reference, subject)
        )
        if suspicious and _is_suspicious(reference, subject):
            noun = roles.receiver_noun(reference, subject)
            message = f"“{reference.text}” is the giver of this ability, not what has it"
            if not noun:
                yield Finding(reference.start, reference.end, message)
                continue
            words = self_references.with_noun(noun, "", subject.language)
            words = cased(words, subject.card.text, reference.start, subject.language)
            message += f", which would be “{words}”"
            yield replaced(reference.start, reference.end, words, message, safe=False)


def _says_itself(reference: Reference, subject: Subject) -> bool:
    """Tell whether its line names the giver before, too: “have X gain "X can't block"”."""
    begin = subject.card.text.rfind("\n", 0, reference.start) + 1
    return any(
        begin <= other.start < reference.start
        and other.scope == "rules"
        and other.text == reference.text
        for other in subject.own
    )


def _is_suspicious(reference: Reference, subject: Subject) -> bool:
    """Tell whether a name stands where nearly always the holder of the ability does."""
    selves = lint_words(subject.language).selves
    place = roles.place_of(subject, reference.start)
    if place is None:
        return False
    if roles.in_play(place, subject) or roles.gains(place):
        return True
    if selves.measured.search(roles.owned(place)):
        return True
    if any(word in subject.card.type for word in selves.attached):
        return False
    return roles.suffers(place, selves.readied) or roles.suffers(place, selves.sacrificed)
