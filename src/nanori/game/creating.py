"""What an ability creates, tokens or an emblem: names, subtypes, abilities, copies."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.annotation.quotations import Quotation
from nanori.game import naming, state_changes, token_creation
from nanori.game.abilities import BEARER, Ability, read_card, within
from nanori.game.granting import quoted
from nanori.game.lexicon import TokenWords, game_words
from nanori.game.objects import FaceText, Name, Object, Values
from nanori.game.token_creation import Creation, Level, Original
from nanori.grammar.languages import Language
from nanori.grammar.lexicon import Lexicon
from nanori.model.values import Card, Node, Token

# Terminals of verbs that make a token.
MAKING = frozenset({"MAKE", "MOVE", "ACT", "CREATED"})


class Created(Struct, frozen=True):
    """A kind of token that an ability creates, or an emblem."""

    subtypes: tuple[str, ...] = ()
    """Words of the ability's language."""
    name: str = ""
    """The name it is given; empty if its subtypes make one (CR 111.4)."""
    count: int | None = None
    """How many; None if no number says so."""
    abilities: tuple[Quotation, ...] = ()
    """The quotations that it gets."""
    copy: bool = False
    """Whether it is a copy of something."""
    of: str | None = None
    """The id of what it is a copy of, `BEARER` for the source; None if said elsewhere."""
    emblem: bool = False
    """Whether it is an emblem, which has a name only if the text says so (CR 114)."""
    conjured: bool = False
    """Whether it is a card of that name, and no token."""

    @property
    def is_described(self) -> bool:
        """Whether the text says what it is: not “a token of the chosen color and type”."""
        return bool(self.subtypes or self.name or self.copy or self.emblem)


class _Phrase(Struct, frozen=True):
    """What is said of a token being created, and how far that extends.

    Create two red Goblin tokens and a Food token.
    |                           ^before of “a Food token”
    |                               ^after of “two red Goblin tokens”
    """

    ability: Ability
    creation: Creation
    level: Level
    before: int
    """Where the phrase about the token created before it ends."""
    after: int
    """Where that about the next one begins."""

    @property
    def words(self) -> TokenWords:
        """How texts of this language say which tokens they create."""
        return game_words(self.ability.language).tokens

    @property
    def lexicon(self) -> Lexicon:
        """The words of the language."""
        return self.ability.language.lexicon


def created(ability: Ability) -> list[Created]:
    """CR 111.4, 114.1, 707.2. Return the kinds of tokens, or emblems, that an ability creates.

    What a quotation creates is created by whoever gets that ability, and is none of them; what
    stands in a quotation that is a choice is.
    """
    lexicon, words = ability.language.lexicon, game_words(ability.language).tokens
    if words.copying.match(ability.text):
        return [Created(copy=True, of=BEARER)]
    every = _quotations(ability)
    tree = quotations.tree(ability.text, ability.language, ability.references)
    opened = {quotation.start for quotation in every if quotation.chosen}
    creations = [
        (creation, level)
        for level in token_creation.levels(tree, opened)
        for creation in token_creation.creations(level, ability.text, words, lexicon)
    ]
    creations.sort(key=lambda pair: pair[0].head)
    ends = [0, *(creation.end for creation, _ in creations)]
    begins = [*(creation.first for creation, _ in creations[1:]), len(ability.text)]
    phrases = (
        _Phrase(ability, creation, level, before, after)
        for (creation, level), before, after in zip(creations, ends, begins, strict=False)
    )
    kinds = [kind for phrase in phrases if (kind := _created(phrase, every))]
    described = [kind for kind in kinds if kind.is_described]
    return described or _by_actions(ability) or kinds[:1]


def _by_actions(ability: Ability) -> list[Created]:
    """CR 701, 702. Return the tokens of keyword actions and keywords, as far as these are listed.

    What a quotation, reminder text or trigger says is not what the ability does. How many is left
    to who asks: “investigate twice”.
    """
    words = game_words(ability.language).tokens
    conjured = words.conjuring.search(ability.text)
    if not conjured and not any(each.search(ability.text) for each in words.actions.values()):
        return []
    tree = quotations.tree(ability.text, ability.language, ability.references)
    level = next(iter(token_creation.levels(tree)))
    apart = [
        part
        for cursor, part in level.leaves
        if isinstance(part, Node) or cursor.within("trigger", "condition")
    ]
    joint = ability.language.lexicon.subtype_joint
    named = [each.text for each in ability.references if each.form == "named"] if conjured else []
    return [Created(name=name, conjured=True) for name in named] + [
        Created(
            tuple(kind.split(joint)),
            emblem=kind in words.predefined and words.predefined[kind].emblem,
        )
        for kind, pattern in words.actions.items()
        for match in pattern.finditer(ability.text)
        if not any(part.start <= match.start() < part.end for part in apart)
    ]


def _created(phrase: _Phrase, every: Sequence[Quotation]) -> Created | None:
    ability, creation = phrase.ability, phrase.creation
    abilities = tuple(each for each in every if not each.chosen and _belongs(each, phrase))
    own = tuple(quotation for quotation in abilities if not quotation.explained)
    if ability.text[creation.head : creation.end] in phrase.words.emblems:
        if not own or creation.verb.type not in ("GIVE", "BE", "MAKE"):
            return None
        return Created(name=_emblem_name(phrase, own), abilities=own, emblem=True)
    if creation.verb.type not in MAKING:
        return None
    original = token_creation.original(
        phrase.level,
        creation,
        ability.text,
        phrase.words.copies,
        verb_last=phrase.lexicon.verb_last,
    )
    return Created(
        subtypes=_subtypes(phrase),
        name=_name(phrase, copy=original is not None),
        count=_count(phrase),
        abilities=own or abilities,
        copy=original is not None,
        of=_meant(original, ability) if original else None,
    )


def _quotations(ability: Ability) -> list[Quotation]:
    """Return the quotations of an ability, and those within the ones that are choices."""
    every = quotations.find(ability.text, ability.language, ability.references)
    for choice in [quotation for quotation in every if quotation.chosen]:
        inside = list(within(ability, choice.start, choice.end))
        words = ability.text[choice.start : choice.end]
        every += [
            replace(
                quotation,
                start=quotation.start + choice.start,
                end=quotation.end + choice.start,
            )
            for quotation in quotations.find(words, ability.language, inside)
        ]
    return every


def _belongs(quotation: Quotation, phrase: _Phrase) -> bool:
    """Tell whether a quotation is an ability of these tokens.

    In a language with the verb last, it precedes them in their sentence, or is in a later one.
    """
    creation, after = phrase.creation, phrase.after
    is_after = creation.end <= quotation.start < after
    if not phrase.lexicon.verb_last:
        return is_after
    if phrase.before <= quotation.start < creation.head:
        return not _stop(phrase, quotation.end, creation.head)
    last = after == len(phrase.ability.text)
    return is_after and (last or _stop(phrase, quotation.end, after))


def _stop(phrase: _Phrase, start: int, end: int) -> bool:
    return any(
        start <= part.start < end and isinstance(part, Token) and part.type == "STOP"
        for _, part in phrase.level.leaves
    )


def _count(phrase: _Phrase) -> int | None:
    """Return how many tokens are created, as far as a number says so."""
    creation, words = phrase.creation, phrase.words
    offset = creation.end if phrase.lexicon.verb_last else creation.first
    match = words.count.of("|".join(words.numbers)).match(phrase.ability.text, offset)
    if match is None:
        return None
    number = match[1].lower()
    return int(number) if number.isdecimal() else words.numbers.get(number)


def _subtypes(phrase: _Phrase) -> tuple[str, ...]:
    """Return the subtypes among the words before “token”, without card types and brackets.

    A particle in a subtype's name may divide it in the tree.
    """
    ability, creation, lexicon, words = (
        phrase.ability,
        phrase.creation,
        phrase.lexicon,
        phrase.words,
    )
    no_types = (*lexicon.types, *lexicon.supertypes)
    description = words.aside.sub("", ability.text[creation.start : creation.head])
    first, *others = words.divider.split(description)
    text_before = ability.text[: creation.start]
    word = _first(_without_types(first.strip(" ,"), no_types), text_before, ability.language)
    missing = len(word) - len(first)
    earlier = _earlier(text_before[:-missing], ability.language) if first and missing > 0 else []
    pieces = [*earlier, word, *others]
    if lexicon.noun_first:
        last = token_creation.described_until(phrase.level, creation)
        pieces += words.divider.split(ability.text[creation.end : last])
    elif compound := words.compound.fullmatch(ability.text, creation.head, creation.end):
        kind = compound[1]  # „Katzenspielstein“
        pieces.append(kind[:-1] if kind[:-1] in lexicon.subtypes else kind)
    subtypes = (_without_types(piece.strip(" ,"), no_types) for piece in pieces)
    return tuple(word for word in subtypes if words.word.fullmatch(word) and word not in no_types)


def _earlier(text_before: str, language: Language) -> list[str]:
    """Return the subtypes before the others, joined to them by what separates them."""
    divider = game_words(language).tokens.divider
    earlier: list[str] = []
    while len(text_before) > 1 and divider.fullmatch(text_before[-1]) and language.lexicon.subtypes:
        ends = [word for word in language.lexicon.subtypes if text_before[:-1].endswith(word)]
        if not ends:
            break
        earlier.insert(0, max(ends, key=len))
        text_before = text_before[: -1 - len(earlier[0])]
    return earlier


def _first(word: str, text_before: str, language: Language) -> str:
    """Return the first subtype, which may contain a particle, or be joined to one."""
    lexicon = language.lexicon
    joint = game_words(language).tokens.joint
    if not joint or word in lexicon.subtypes:
        return word
    longer = [
        subtype
        for subtype in lexicon.subtypes
        if subtype.endswith(word) and len(subtype) > len(word)
    ]
    whole = [subtype for subtype in longer if (text_before + word).endswith(subtype)]
    if word and whole:
        return max(whole, key=len)
    word = joint.split(word)[-1]
    # After a word that is not separated from it: “それぞれ宝物”.
    subtypes = [subtype for subtype in lexicon.subtypes if word.endswith(subtype)]
    return max(subtypes, key=len) if subtypes else word


def _without_types(word: str, types: Sequence[str]) -> str:
    """Return a subtype without the card types that old prints write right after it."""
    shorter = (word.removesuffix(kind) for kind in types if kind and word.endswith(kind))
    rest = next(shorter, word)
    return word if rest in ("", word) else _without_types(rest, types)


def _name(phrase: _Phrase, *, copy: bool) -> str:
    """CR 111.4. Return the name that a token is given where it is created.

    A copy's is an exception, and may be in a later sentence (CR 707.9).
    """
    creation, verb_last = phrase.creation, phrase.lexicon.verb_last
    first, last = creation.first, phrase.after
    if verb_last:
        first = phrase.before
        last = last if copy else creation.end
    elif creation.verb.type == "CREATED":
        first = min(creation.verb.start, first)
    for reference in phrase.ability.references:
        # In a language with the verb last, a name after the token is what it is called.
        called = reference.form == "named" and copy and verb_last and creation.end < reference.start
        is_name = reference.form == "token" or called
        if is_name and first <= reference.start and reference.end <= last:
            return reference.text
    return ""


def _emblem_name(phrase: _Phrase, quoted: Sequence[Quotation]) -> str:
    """Return the name that an emblem is given where it is created; none has another (CR 114.3)."""
    for reference in phrase.ability.references:
        inside = any(part.start <= reference.start < part.end for part in quoted)
        here = phrase.before <= reference.start < phrase.after
        if reference.form == "named" and here and not inside:
            return reference.text
    return ""


def _meant(original: Original, ability: Ability) -> str | None:
    """CR 707.2. Return the object that is copied: “Ysolde” of “a copy of Ysolde”."""
    for reference in ability.references:
        if original.word and reference.start == original.word.start and reference.target != "name":
            return reference.means
    return None


def exceptions(ability: Ability) -> tuple[str, list[str]]:
    """CR 707.9. Return the name, or "", and the abilities that a copying ability gives the copy.

    “becomes a copy of target creature, except its name is Fen and it has “…”” → Fen, […]
    """
    every = quotations.find(ability.text, ability.language, ability.references)
    own = [part for part in every if not (part.granted or part.chosen or part.explained)]
    names = [
        each.text
        for each in ability.references
        if each.form == "named" and not any(part.start <= each.start < part.end for part in every)
    ]
    return next(iter(names), ""), [ability.text[part.start : part.end] for part in own]


def dealt_out(kinds: Sequence[Created], ids: Sequence[str]) -> Iterator[tuple[Created, str]]:
    """Yield each id with its kind of token, kinds in order, each as often as its number says.

    The first without a number takes what the numbers leave, the last whatever is still over: of
    five ids “creatures and one Bear” takes four and one, “a Bear and a Wolf” one and four.
    """
    offset = 0
    rest = max(0, len(ids) - sum(kind.count or 0 for kind in kinds))
    for number, kind in enumerate(kinds, 1):
        if kind.count is None:
            count, rest = rest, 0
        else:
            count = kind.count
        end = offset + count if number < len(kinds) else len(ids)
        for id in ids[offset:end]:
            yield kind, id
        offset = end


def token(kind: Created, ability: Ability, source: Object, id: str, name: Name | None) -> Object:
    """CR 111.4, 114, 201.5a. Return the token or emblem, quotations among its own values."""
    rule = "114.1" if kind.emblem else "111.3"
    lines = tuple(
        replace(line, rules=(rule, *line.rules))
        for line in quoted(ability, source.id, "created", kind.abilities, kind.name)
    )
    if not lines:
        lines, name = _predefined(kind, ability.language, name)
    texts = (FaceText(lines=lines),)
    if kind.emblem:
        values = Values((name,) if name else (), texts=texts)
        lang = ability.language.code
        return Object(id=id, lang=lang, printed=values, zone="command", rules=(rule,))
    new = naming.token(kind.subtypes, ability.language, name=name, id=id)
    return replace(new, printed=replace(new.printed, texts=texts), token=True)


def copied(
    of: Object, id: str, kind: Created, ability: Ability, source: Object, name: Name | None
) -> Object:
    """CR 707.2, 707.9, 111.12. Return a token that is a copy: its own values are those copied.

    “Except its name is X” and “except it has ‘…’” are among them.
    """
    values = Values() if of.face_down else state_changes.copiable(of)
    if name is not None:
        values = Values((name,), texts=values.texts[:1] or (FaceText(),))
    if lines := quoted(ability, source.id, "created", kind.abilities, kind.name):
        values = values.with_added(lines)
    return Object(id=id, lang=of.lang, printed=values, token=True, game=of.game)


def _predefined(
    kind: Created, language: Language, name: Name | None
) -> tuple[tuple[Ability, ...], Name | None]:
    """CR 111.10. Return the abilities and the name that the rules alone give a token."""
    words = game_words(language).tokens.predefined
    subtypes = [kind.subtypes, kind.subtypes[-2:], kind.subtypes[-1:]]
    token_name = next(
        (key for key in map(language.lexicon.subtype_joint.join, subtypes) if key in words), ""
    )
    if not token_name:
        return (), name
    predefined = words[token_name]
    card = Card(text=predefined.text, name=predefined.name or token_name, lang=language.code)
    lines = read_card(card)
    if predefined.name:
        name = name or Name(
            predefined.name_en or predefined.name, predefined.name if predefined.name_en else ""
        )
    return tuple(replace(line, origin="predefined", rules=("111.10",)) for line in lines), name
