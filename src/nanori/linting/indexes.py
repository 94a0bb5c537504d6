"""All names in the checked files, and the name database, for checks to ask."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from nanori.annotation import shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.name_fields import NameCodes, bare, is_token
from nanori.annotation.own_names import TWINPACTS
from nanori.documents.lexicon import document_words
from nanori.grammar import languages, type_lines
from nanori.grammar.languages import Language
from nanori.linting.conventions import widths
from nanori.linting.house_styles import House
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database

# Names of four letters resemble too many others: another's misprint is told of longer ones only.
MAX_LETTERS_OF_SHORT_NAME = 4
# No set gives more names twice; where more are, each text is another print of its card.
MAX_REPEATED_NAMES_OF_SET = 20
# Fewer cards of a file tell neither what game it is of nor how its texts end.
MIN_CARDS_TO_TELL_GAME = 5
# A file is of another game where more than one card in six has a type that this game lacks: in 40
# files of designers one in 300 at most has one, in eight of other games one in four at least.
ALL_TO_STRANGE = 6
# Cards without types are of this game where at least one in three has a word of it: three in four
# have in texts of this game, one in thirty in others'.
ALL_TO_OWN = 3
# A width is usual where ten texts have it for each that has the other; of fewer texts none is.
USUAL_TO_OTHER_WIDTH = 10
# How many texts have a sort of characters in either width.
WIDTHS = ("usual width", "other width")
# In place of a path: all files, and cards that are in none.
ALL_FILES = ""


T = TypeVar("T")


class Index:
    """Names by language, gathered from all files before the first check runs."""

    def __init__(
        self,
        cards: Iterable[Card] = (),
        register: Database | None = None,
    ) -> None:
        """Gather the names of those cards; the database is asked only when a check asks."""
        self.register = register
        self._counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        """How often things are said: by what they are, then by file, language or set."""
        self._texts: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._houses: dict[tuple[str, ...], House] = {}
        self._codes = NameCodes()
        self._answers: dict[tuple[str, str], Any] = {}
        """What was made of all that when it was asked, by what it is and its language or path."""
        self.add([[card] for card in cards])

    def add(self, elements: Sequence[Sequence[Card]], path: str = "") -> None:
        """Note the names of what elements of that file hold, and which texts they have.

        Several texts of one name in an element are one card: what a script says in two ways, a
        printed text beside Oracle's. Each thing is noted of all cards before the next one is, as
        what it takes is then at hand in the processor.
        """
        cards = [card for element in elements for card in element]
        self._answers.clear()
        for card in cards:
            self._add(card)
        for note in (self._add_tokens, self._add_to_house, self._add_types, self._add_widths):
            for card in cards:
                note(card, path)
        for card in cards:
            self._codes.learn(card.name, card.text)
        for element in elements:
            together: dict[tuple[str, str, str, str], set[str]] = defaultdict(set)
            for card in element:
                if not is_token(card):
                    together[path, card.lang, card.name, card.printed].add(card.text)
            for key, texts in together.items():
                self._texts[key].add(hash(frozenset(texts)))

    def _add_types(self, card: Card, path: str) -> None:
        """Note the words of a card's type, and whether it or the text are of another game."""
        told: dict[str, str] = {}
        if last := card.text.rstrip()[-1:]:
            told[f"ends {card.lang}"] = "letter" if last.isalpha() else "sign"
        said = document_words(languages.load(card.lang))
        if card.type and card.game != TWINPACTS:
            known = type_lines.has_type(card.type, card.lang)
            told["types"] = "known" if known else "strange"
        if of_duel_masters := languages.load(card.lang).lexicon.duel_masters:
            other = any(word in card.text for word in of_duel_masters)
            told["games"] = "other" if other else "this"
        if said.own_words and card.text and not card.type:
            is_own = any(word in card.text for word in said.own_words)  # in others “Mana”, “Spell”
            told["untyped"] = "own" if is_own else "strange"
        for what, how in told.items():
            for files in {path, ALL_FILES}:
                self._counts[what, files][how] += 1
        types, dash, subtypes = card.type.partition("— ")
        typed = {*card.type.split(), *(dash + word for word in subtypes.split())}
        typed.add(f"{types.strip()} —")
        self._counts["type words", card.lang].update(typed)

    def _add_widths(self, card: Card, path: str) -> None:
        """Note the widths of a card's text, for its set and for its file."""
        for width, sorts in zip(WIDTHS, widths(card.text, languages.load(card.lang)), strict=True):
            for of in ((path, card.lang, card.printed), (path, card.lang)) if sorts else ():
                self._counts[width, *of].update(sorts)

    def has_usual_width(self, sort: str, card: Card, path: str) -> bool:
        """Tell whether a set writes a sort of characters as is usual, but for slips.

        Of a set that has too few texts to tell, the file is asked.
        """
        usual = other = 0
        for of in ((path, card.lang, card.printed), (path, card.lang)):
            usual, other = (self._counted(width, *of)[sort] for width in WIDTHS)
            if usual + other >= USUAL_TO_OTHER_WIDTH:
                break
        return usual >= USUAL_TO_OTHER_WIDTH * max(1, other)

    def typed(self, word: str, lang: str) -> int:
        """Return how many cards have that word in their type, or what it has before its dash.

        A subtype has its dash before it, and all types have theirs behind them.
        """
        return self._counted("type words", lang)[word]

    def ends_in_letters(self, lang: str, path: str) -> bool:
        """Tell whether most texts of that file and language, and some at all, have no last stop."""
        ends = self._counted(f"ends {lang}", path)
        return ends["letter"] >= MIN_CARDS_TO_TELL_GAME and ends["letter"] > ends["sign"]

    def is_of_other_game(self, path: str) -> bool:
        """Tell whether the cards in that file have types, or words, that this game has not.

        In 40 files of designers one card in 300 at most has a type that is none, a misspelt one
        or “Emblem”; in eight of other games from 24 to 100 in a hundred. Where a game has types of
        these names, too, two texts of three have a word of its own, and one in 23,000 of this one.
        Without types, of texts of this game three in four have one of its words, of others one in
        thirty, in single files one in four. A file of few cards is of the game of all files.
        """
        return self._once("other game", path, self._is_of_other_game)

    def _is_of_other_game(self, path: str) -> bool:
        for files in (path, ALL_FILES):
            types, games, untyped = (
                self._counted(what, files) for what in ("types", "games", "untyped")
            )
            if (types or untyped).total() >= MIN_CARDS_TO_TELL_GAME:
                break
        if not types and untyped.total() >= MIN_CARDS_TO_TELL_GAME:
            return untyped["own"] * ALL_TO_OWN < untyped.total()
        return any(
            strange >= MIN_CARDS_TO_TELL_GAME and strange * ALL_TO_STRANGE > total
            for strange, total in (
                (types["strange"], types.total()),
                (games["other"], games.total()),
            )
        )

    def is_prose(self, card: Card, path: str) -> bool:
        """Tell whether a card has no type where others of its file have: its text tells of them."""
        return not card.type and self._counted("types", path)["known"] > 0

    def join(self, other: Index) -> None:
        """Note all that another index has: joining parts in order gives the whole."""
        for mine, theirs in (
            (self._counts, other._counts),
            (self._texts, other._texts),
        ):
            for key, values in theirs.items():
                mine[key].update(values)  # type: ignore[index]
        for (path, lang, printed), house in other._houses.items():
            self._house(path, lang, printed).join(house)
        self._codes.join(other._codes)
        self._answers.clear()

    def _add(self, card: Card) -> None:
        """Note a card's names, whatever its file, and the words of its text."""
        language = languages.load(card.lang)
        name = bare(card, language)
        self._counts["names", card.lang].update((card.name, name, *card.faces))
        self._counts["words", card.lang].update(
            set(language.lexicon.guards.word.findall(card.text))
        )
        if card.name_en:
            self._counts["english", card.lang, name][card.name_en] += 1
            self._counts["translations", card.lang, card.name_en][name] += 1

    def _add_tokens(self, card: Card, path: str) -> None:
        """Note the names that a text gives to tokens: those are known, too."""
        if named := shared_names.names_of_tokens(card):
            self._counts["tokens", card.lang, path].update(named)
            self._counts["given", card.lang].update(named)

    def _add_to_house(self, card: Card, path: str) -> None:
        self._house(path, card.lang, card.printed).add(card)

    def _house(self, *of_set: str) -> House:
        """Return what is known of a set in a file, language and set, from now on noted."""
        if of_set not in self._houses:
            self._houses[of_set] = House(languages.load(of_set[1]))
        return self._houses[of_set]

    def house(self, card: Card, path: str = "") -> House:
        """Return what is known of the cards of a card's set."""
        of_set = path, card.lang, card.printed
        return self._houses.get(of_set) or House(languages.load(card.lang))

    def _once(self, what: str, of: str, answer: Callable[[str], T]) -> T:
        """Return an answer about a language or file, which is worked out when it is first asked."""
        if (what, of) not in self._answers:
            self._answers[what, of] = answer(of)
        return self._answers[what, of]

    def _counted(self, *key: str) -> Counter[str]:
        """Return how often something is said; asking notes nothing."""
        return self._counts.get(key) or Counter()

    def call(self, said: str, translation: str, lang: str) -> None:
        """Note what something that an original names is called in a translation of it."""
        self._counts["called", lang, said][translation] += 1

    def called(self, said: str, lang: str) -> Counter[str]:
        """Return what it is called in the translations of the files, with how often."""
        return self._counted("called", lang, said)

    def _all_called(self, lang: str) -> Iterator[tuple[str, Counter[str]]]:
        for key, meanings in self._counts.items():
            if key[:2] == ("called", lang):
                yield key[2], meanings

    def called_otherwise(self, lang: str) -> Iterator[list[str]]:
        """Yield the variants that several translations each use for the same original."""
        for _, meanings in self._all_called(lang):
            if len(meanings) > 1:
                several = [replacement for replacement, times in meanings.items() if times > 1]
                if len(several) > 1:
                    yield several

    def tokens(self, lang: str, path: str = "") -> Counter[str]:
        """Return the names that the texts of a file give to tokens, with how often they do."""
        return self._counted("tokens", lang, path)

    def knows(self, name: str, lang: str) -> bool:
        """Tell whether a card with that name is in the files or in the database."""
        if name in self._counted("names", lang) or name in self._counted("given", lang):
            return True
        return self.register is not None and bool(self.register.exact(name, lang))

    def recurs(self, word: str, lang: str) -> bool:
        """Tell whether several texts of the files have that word, or another has it in small."""
        words = self._counted("words", lang)
        return words[word] > 1 or (word != word.lower() and words[word.lower()] > 0)

    @property
    def complete(self) -> bool:
        """Whether what is not known here is not a card: there is a name database."""
        return self.register is not None

    def nearest(self, name: str, lang: str) -> str:
        """Return the one name in the files that is a typo from this, else ""."""
        if len(name) <= MAX_LETTERS_OF_SHORT_NAME:
            return ""
        names = self._counted("names", lang)
        near = _one_slip_from(
            name, self._once("sorted names", lang, lambda _: sorted(names)), names
        )
        return near.pop() if len(near) == 1 else ""

    def texts(self, card: Card, path: str = "") -> int:
        """Return how many cards with different texts a file has under a card's name, in one set."""
        count = len(self._texts.get((path, card.lang, card.name, card.printed), ()))
        return count if count <= 1 or not self._once("prints", path, self._has_prints) else 1

    def _has_prints(self, path: str) -> bool:
        """Tell whether so many names recur in a file that it lists prints, each worded anew."""
        several = [len(texts) > 1 for key, texts in self._texts.items() if key[0] == path]
        return sum(several) > max(MAX_REPEATED_NAMES_OF_SET, len(several) // 50)

    def names_with(self, words: str, lang: str) -> list[str]:
        """Return the names in the files that contain these words as whole words."""
        pattern = languages.load(lang).lexicon.guards.word
        first = pattern.search(words)
        by_word = self._once("names by word", lang, self._names_by_word)
        return sorted(name for name in by_word.get(first[0], ()) if words in name) if first else []

    def _names_by_word(self, lang: str) -> dict[str, set[str]]:
        by_word = defaultdict[str, set[str]](set)
        for name in self._counted("names", lang):
            for word in languages.load(lang).lexicon.guards.word.findall(name):
                by_word[word].add(name)
        return by_word

    def says(self, word: str, lang: str) -> int:
        """Return how many texts of the files have that word."""
        return self._counted("words", lang)[word]

    def english(self, name: str, lang: str) -> frozenset[str]:
        """Return the English names that the files give cards with that name (CR 201.2)."""
        return frozenset(self._counted("english", lang, name))

    def names(self, lang: str) -> frozenset[str]:
        """Return the names in the files."""
        return frozenset(self._counted("names", lang))

    def known(self, language: Language) -> KnownNames:
        """Return the names in the files, for finding them where nothing announces them."""
        names, plain = self._counted("names", language.code), language.plain_words
        return self._once("known", language.code, lambda _: KnownNames(sorted({*names} - plain)))

    def others(self, language: Language) -> KnownNames:
        """Return the names that a text is read with: in the files, and in the database.

        They are of cards, tokens and faces; words of the rules language are not among them.
        """
        return self._once("others", language.code, self._names_read_with)

    def _names_read_with(self, lang: str) -> KnownNames:
        names = {*self._counted("names", lang), *self._counted("given", lang)}
        if self.register is not None:
            names |= {form.name for form in self.register.names(lang)}
        others = KnownNames(sorted(names - languages.load(lang).plain_words))
        others.codes = self._codes
        return others

    def translations(self, english: str, lang: str) -> tuple[str, ...]:
        """Return the names that the files give a card of that English name, the commonest first."""
        return tuple(name for name, _ in self.counted_translations(english, lang))

    def counted_translations(self, english: str, lang: str) -> list[tuple[str, int]]:
        """Return what translations call an original, the most frequent first, with how many do."""
        return self._counted("translations", lang, english).most_common()


def only_near(word: str, known: Collection[str]) -> str:
    """Return the one of some words that is this word or a typo from it, else ""."""
    from rapidfuzz import distance, process  # few findings ask

    near = process.extract(word, known, scorer=distance.OSA.distance, score_cutoff=1, limit=2)
    return near[0][0] if len(near) == 1 else ""


def _one_slip_from(name: str, ordered: Sequence[str], known: Collection[str]) -> set[str]:
    """Return the names that a letter more, less or other, or two changed over, make of a name.

    `ordered` are the known ones in order: those that begin alike stand together, and no other is
    looked at, so that a file full of such names takes no square of its length.
    """
    near: set[str] = set()
    first, last = 0, len(ordered)
    for offset in range(len(name) + 1):
        if first == last:
            break
        head, tail = name[:offset], name[offset:]
        slips = [head + tail[1:], head + tail[1:2] + tail[:1] + tail[2:]]

        def begin(each: str, end: int = offset + 1) -> str:
            return each[:end]

        at = first + (len(ordered[first]) == offset)  # the first may be no longer than the head
        while at < last:
            other = begin(ordered[at])
            slips += (other + tail, other + tail[1:])
            at = bisect_right(ordered, other, at, last, key=begin)
        near.update(slip for slip in slips if slip in known)
        first = bisect_left(ordered, begin(name), first, last, key=begin)
        last = bisect_right(ordered, begin(name), first, last, key=begin)
    return near - {name}
