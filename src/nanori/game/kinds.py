"""Lines of a rules text to the kinds of abilities that they are, and their keywords."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.game import line_parts
from nanori.game.abilities import Ability
from nanori.game.lexicon import game_words
from nanori.grammar.languages import Language
from nanori.model import edits
from nanori.model.values import NAMES, Edit, Node

# What CR 113.3 calls an ability.
AbilityKind = Literal["activated", "triggered", "static", "spell"]
# Finer kinds: loyalty abilities (CR 606), lines of only keywords (CR 702), and static abilities
# that replace events (CR 614).
DetailedKind = Literal[
    "activated", "triggered", "static", "spell", "replacement", "loyalty", "keyword"
]
# Brackets around reminder text, and marks around abilities.
OPENING = "(（"
CLOSING = ")）"
# What ends the words of a cost, or of an ability word; and what ends sentences and quotations.
ENDS = r"()（）\"“”„«»「」『』—–―─|\n"
STOPS = ".。．"
QUOTES = '"”“»」』'
# What is in brackets, or in quotation marks.
ASIDE = re.compile(
    r"[(（](?:[^()（）]|[(（][^()（）]*[)）])*[)）]|[\"“„«][^\"”“»]*[\"”“»]|「[^「」]*」|『[^『』]*』"
    r"|(?<!\w)['‘][^'’]*['’](?!\w)"
)
# What a mode begins with (CR 700.2).
MODES = frozenset("•・")


class LineKind(NamedTuple):
    """What a line is, and what it is a part of."""

    kind: AbilityKind
    keyword: str
    """The keyword that it is, with what belongs to its name; "" for none."""
    own: AbilityKind
    """Its kind by itself: a mode is of the kind of its ability."""
    part: bool
    """Whether it is part of the ability above it: a mode, a result of a die."""


class KeywordLine(NamedTuple):
    """What a line says as a keyword: “Equip Knight {1}”, “Landcycling {2}”."""

    name: str = ""
    """The keyword with what belongs to its name; empty if the line is none."""
    kind: AbilityKind | None = None
    """The kind of ability that the keyword is, if that is not static."""


def of(every: Sequence[Ability], types: str) -> Iterator[LineKind]:
    """Yield the kind of each ability of an object with these types. CR 113.3, 614.12c, 700.2.

    A mode is of the kind of what it is a mode of, unless it has a trigger or a cost of its own.
    """
    previous: AbilityKind | None = None
    for ability in every:
        spell = _is_spell(types, ability.language)
        line = _evident(ability, ability.text.strip(), spell=spell)
        kind, part = line.kind, ability.text[:1] in MODES
        if kind is None:
            tree = quotations.tree(ability.text, ability.language, ability.references)
            line = _keyword_in(ability, tree)
            kind = _kind_of(ability, tree, line, spell=spell)
            part = line_parts.is_part(tree)
        own = kind
        if ability.section:
            kind = "static"  # what has it is the static ability of its level
        elif part and previous and kind in ("static", "spell") and not line.name:
            kind = previous
        previous = kind
        yield LineKind(kind, line.name, own, part)


@lru_cache(1024)
def _is_spell(types: str, language: Language) -> bool:
    return any(word in types for word in language.lexicon.spells)


def detailed(every: Sequence[Ability], types: str) -> Iterator[DetailedKind]:
    """Yield the detailed kind of each ability of an object; a mode has its ability's kind."""
    previous: DetailedKind | None = None
    for ability, line in zip(every, of(every, types), strict=True):
        kind: DetailedKind = "static" if ability.section else line.own
        replacing = game_words(ability.language).abilities.replacement
        if kind == "activated" and _is_loyalty(ability):
            kind = "loyalty"
        elif line.keyword:
            kind = "keyword"
        elif kind == "static" and any(pattern.search(ability.text) for pattern in replacing):
            kind = "replacement"
        # Below a keyword such as Spree, modes are those of the spell.
        if line.part and previous not in (None, "keyword") and kind in ("static", "spell"):
            kind = previous or kind
        previous = kind
        yield kind


def _is_loyalty(ability: Ability) -> bool:
    tree = quotations.tree(ability.text, ability.language, ability.references)
    return "LOYALTY_COST" in line_parts.marks_of(tree)


def _kind_of(ability: Ability, tree: Node, keyword: KeywordLine, *, spell: bool) -> AbilityKind:
    """Return the kind of an ability, of a spell or of something else (CR 113.3).

    Activated is what has a cost before a colon, a loyalty cost, or a keyword for such an ability;
    triggered what begins with a trigger, or such a keyword. The rest are a spell's own abilities if
    the object is an instant or sorcery, otherwise static.
    """
    marks = line_parts.marks_of(tree)
    if "LOYALTY_COST" in marks or line_parts.has_cost(tree):
        return "activated"
    if "CHAPTER" in marks:  # CR 714.2b
        return "triggered"
    triggers = line_parts.has_trigger(tree, verb_last=ability.language.lexicon.verb_last)
    # A spell that does something later has a trigger in its spell ability (CR 603.7).
    if triggers and not (
        spell and not any(reference.target == "self" for reference in ability.references)
    ):
        return "triggered"
    return keyword.kind or _kind_of_sentence(ability, spell=spell)


def _kind_of_sentence(ability: Ability, *, spell: bool) -> AbilityKind:
    """Return the kind of an ability without cost and trigger, which is no keyword."""
    if not spell:
        return "static"
    own = [each for each in ability.references if each.target == "self"]
    text = edits.apply(ability.text, [Edit(each.start, each.end, "~") for each in own])
    casting = game_words(ability.language).abilities.casting
    return "static" if any(pattern.match(text) for pattern in casting) else "spell"


# Code points of a line without a bracket that may be a keyword; the longest keyword has half.
MAX_KEYWORD_LENGTH = 60


def _keyword_in(ability: Ability, tree: Node) -> KeywordLine:
    """Return the keyword that a line is: “Equip” of “Equip {2}”; none if it is a sentence."""
    text, words = ability.text, line_words(ability.language)
    heading = line_parts.keyword_of(tree, text)
    introduction = line_parts.introduced_by(tree, text)
    whole = introduction
    if not introduction and (len(text) <= MAX_KEYWORD_LENGTH or "(" in text or "（" in text):
        whole = line_parts.whole_of(tree, text)
    kind: AbilityKind | None = None
    if not any(each.start == 0 and each.form in NAMES for each in ability.references):
        kind = words.kinds.get(whole.lower()) or words.kind_of(heading)
    for words_before in (heading, introduction):
        if words_before.lower() in words.keywords or (words_before and kind):
            return KeywordLine(words_before, kind)
    if kind or line_parts.is_keyword_phrase(tree):
        return KeywordLine(heading or whole or text, kind)
    return KeywordLine()


def named(keyword: str, language: Language) -> str:
    """Return the name in what a keyword ability says: “Protection from red” → “Protection”."""
    name = line_words(language).name.match(keyword)
    return name[0] if name else keyword


def _evident(ability: Ability, text: str, *, spell: bool) -> KeywordLine:
    """Return what a line says without a look at its clauses: nearly all lines begin so.

    “Flying”, “Sacrifice a land: Draw a card.”, “When this creature enters, …”. The kind is None for
    others.
    """
    words = line_words(ability.language)
    if is_reminder(text):
        return KeywordLine("", "static")
    if words.trigger.match(text):  # of a spell it may be what the spell does later (CR 603.7)
        return KeywordLine("", None if spell else "triggered")
    if (":" in text or "：" in text) and words.cost.match(text):
        return KeywordLine("", "activated")
    head = re.split("[(（]", text, maxsplit=1)[0].strip() if text[-1:] in CLOSING else ""
    if kind := words.keywords.get(head.lower()):
        return KeywordLine(head, kind)
    if word := words.word.match(text):  # “Threshold — As long as …”
        if word[1].lower() not in words.keywords and not words.kind_of(word[1]):
            return _evident(ability, text[word.end() :], spell=spell)
        return KeywordLine()
    outside = ASIDE.sub("", text).strip()
    if outside[-1:] in STOPS or text[-1:] in QUOTES:
        if words.sentence.match(outside) and not words.doubtful.search(outside):
            return KeywordLine("", _kind_of_sentence(ability, spell=spell))
        return KeywordLine()
    if keyword := words.keyword.fullmatch(outside):  # “Equip {2}”, “Protection from red”
        name = keyword[1] if keyword[2] is None else outside
        kind = words.keywords.get(name.lower()) or words.kind_of(name)
        return KeywordLine(name, kind or "static")
    several = {words.keywords.get(each.strip().lower()) for each in re.split("[,、，]", outside)}
    if several == {"static"}:
        return KeywordLine(head or text, "static")
    return KeywordLine()


class LineWords(Struct, frozen=True):
    """The keywords of a language, in lower case, and how its lines begin."""

    keywords: dict[str, AbilityKind]
    """The keywords that the grammar knows."""
    kinds: dict[str, AbilityKind]
    """The activated and triggered ones, also those that it does not know."""
    activated: re.Pattern[str]
    """Words that begin or end with an activated one."""
    triggered: re.Pattern[str]
    cost: re.Pattern[str]
    word: re.Pattern[str]
    """Words before a dash."""
    trigger: re.Pattern[str]
    name: re.Pattern[str]
    """A keyword that is not one of several."""
    keyword: re.Pattern[str]
    """A keyword with its cost or number, or with what else belongs to it, the second group."""
    sentence: re.Pattern[str]
    """A line, outside brackets, that begins with no keyword, cost or number, or is a mode."""
    doubtful: re.Pattern[str]
    """What a line without trigger, cost and ability word has nowhere outside brackets."""

    def kind_of(self, heading: str) -> AbilityKind | None:
        """Return the kind of a heading that is a keyword, maybe with more before or after it."""
        small = heading.lower()
        if small in self.kinds:
            return self.kinds[small]
        if self.activated.search(small):
            return "activated"
        return "triggered" if self.triggered.search(small) else None


@cache
def line_words(language: Language) -> LineWords:
    """Return the keywords of a language, and how its lines begin."""
    words = game_words(language).abilities
    names = [word.lower() for word in language.lexicon.words.get("keyword_name", ())]
    keyword = "|".join(map(re.escape, sorted({*names}, key=len, reverse=True))) or "(?!)"
    # Where words touch, a keyword is followed by its cost, a number or a bracket.
    word = r"\b" if language.lexicon.spaces else ""
    edge = word or r"(?=[\s\W\d]|$)"
    whole = rf"(?:{keyword}){edge}"
    triggers = language.lexicon.words.get("trigger", ())
    trigger = rf"(?:{'|'.join(map(re.escape, triggers)) or '(?!)'}){word}"
    doubtful = r"[:：—–―─|～]| - "
    if own := words.triggers.pattern:
        # Where verbs stand last, “when” ends what it says.
        no_keyword = rf"(?!(?:{keyword})(?!{words.verb.pattern or '(?!)'}))"
        trigger = rf"{no_keyword}[^。．.\"“「『（(:：\n]{{1,90}}(?:{own})(?=、|, )"
        doubtful = rf"{doubtful}|^[^。．.]*(?:{own})"
    amount = r"(?: ?(?:\{[^{}]+\}|[0-9０-９XＸ]+|[—–―─] ?(?=\{)))*"
    mode = "(?:[•・] ?)?"
    patterns = {
        # “{T}, Sacrifice a land: ”; not the colon of a list, nor one before a quotation
        "cost": rf"(?!{whole}|[•・])(?:(?! - | ['‘])[^.。:：{ENDS}]){{1,120}}[:：](?! ?[\"“„«])",
        # “Threshold — ”, also of a mode
        "word": rf"{mode}([^\W\d][^.。:：,，、{ENDS}]{{0,40}}?)(?: ?[—–―─～]| - ) ?",
        # “When ”, “これが攻撃するたび”, and the chapters “I, II — ”
        "trigger": rf"{trigger}|[IVX]+(?:, ?[IVX]+)* ?[—–―─]",
        # “Protection” of “Protection from red”; not of “Flying, haste”
        "name": rf"(?:{keyword}){word}(?![,、，])",
        # “Equip {2}”, “Equip 3”; “Protection from red” with the second group
        "keyword": rf"({keyword})(?:{edge}{amount}|( [^.。:：,、，—–―─{{]{{1,60}}))",
        "sentence": rf"{mode}(?!{whole})[^\W\d_]",
        "doubtful": doubtful,
    }
    activated, triggered = (
        [word.lower() for word in listed]
        for listed in (words.activated_keywords, words.triggered_keywords)
    )
    kinds: dict[str, AbilityKind] = dict.fromkeys(triggered, "triggered")
    kinds |= dict.fromkeys(activated, "activated")
    found = LineWords(
        keywords={},
        kinds=kinds,
        activated=_within(activated),
        triggered=_within(triggered),
        **{name: re.compile(pattern, re.I) for name, pattern in patterns.items()},
    )
    return replace(found, keywords={name: found.kind_of(name) or "static" for name in names})


def _within(keywords: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of words that begin with a keyword, not another word, or end with one."""
    listed = "|".join(map(re.escape, keywords)) or "(?!)"
    return re.compile(rf"^(?:{listed})(?![a-z])|(?:{listed})$")


def is_reminder(text: str) -> bool:
    """Tell whether a line is reminder text alone."""
    words = text.strip()
    return words[:1] in OPENING and words[-1:] in CLOSING and len(words) > 1
