"""The names among a set of cards: which are taken, and whom each short name means."""

import re
from collections.abc import Sequence
from functools import cache

from nanori.annotation import shared_names
from nanori.annotation.known_names import KnownNames
from nanori.annotation.name_fields import without_noise
from nanori.annotation.own_names import is_legend_card, own_names
from nanori.formats.entries import Element
from nanori.grammar import language_detection, languages
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card
from nanori.rewriting.renaming import renames
from nanori.rewriting.renaming.renames import Renaming, old_names

# Characters that no escaping changes, and no misprinted accent.
_RUN = re.compile(r"[0-9A-Za-z]{3,}")
# Signs that an element may write characters in another way.
_ESCAPED = (b"\\", b"&", b"%")


class Concerned:
    """Tells which elements of files contain no word of the old names."""

    def __init__(self, renamings: tuple[Renaming, ...]) -> None:
        self._runs: set[bytes] = set()
        """Words in lower case."""
        self._whole: set[bytes] = set()
        """Parts of names without such a word."""
        plain = _plain()
        for old, language in old_names(renamings):
            runs = {run.lower() for run in _RUN.findall(old)}
            rare = runs - plain or set(sorted(runs, key=len)[-1:])
            self._runs |= {run.encode() for run in rare}
            if not rare:
                pieces = [old]
                for divider in language.lexicon.short.split:
                    pieces = [piece for whole in pieces for piece in whole.split(divider)]
                self._whole |= {piece.encode() for piece in pieces if piece}

    def may_be(self, element: Element) -> bool:
        """Tell whether an element may contain an old name, or a part of it."""
        texts = (element.text, str(element.beside or "").encode(errors="replace"))
        return any(self._stands(text) for text in texts if text)

    def _stands(self, text: bytes) -> bool:
        small = text.lower()
        if any(run in small for run in self._runs):
            return True
        if not self._whole:
            return False
        return any(piece in text for piece in self._whole) or any(sign in text for sign in _ESCAPED)


@cache
def _plain() -> frozenset[str]:
    return frozenset(
        word.lower() for code in languages.codes() for word in languages.load(code).plain_words
    )


# How alike a name must be to be suggested, as difflib measures it: 1 is identical.
MIN_LIKENESS = 0.6


class Survey:
    """The names of the cards seen so far; cards are added one by one."""

    def __init__(
        self,
        renamings: Sequence[Renaming],
        names: KnownNames | None = None,
    ) -> None:
        self.renamings = tuple(renamings)
        self.concerned = Concerned(self.renamings)
        """Which elements of files the renamings may concern."""
        self._names: dict[str, str] = {}
        self._short: dict[str, set[str]] = {}
        self._own: dict[str, Card] = {}
        self._forms: list[str] = []
        self._made: set[str] = set()
        self._others = names
        self._known: KnownNames | None = None

    def add(self, card: Card, *, concerned: bool = True) -> None:
        """Take in a card; one that is not `concerned` contains no word of the old names."""
        language = language_detection.of_card(card)
        if concerned:
            self._made.update(shared_names.names_of_tokens(card))
        own = own_names(card, language)
        english = without_noise(card.name_en, languages.load(languages.original_language()))
        both = BETWEEN_FACES.join(card.faces)
        for name in (*own, english, card.name, *card.faces, both, *card.alternate):
            if name:
                self._names.setdefault(name, own[0] if own else name)
        for renaming in renames.concerning(card, language, self.renamings):
            for old in renaming.old.values():
                # A record that has the type tells more than one without.
                better = old not in self._own or not self._own[old].type
                if better and (old in own or old == english):
                    self._own[old] = card
        if is_legend_card(card):
            for name in own:
                for short in (name, *renames.short_names(name, language)):
                    self._short.setdefault(short, set()).add(name)

    def known(self) -> KnownNames:
        """Return all names, so that one inside another is not mistaken for it."""
        if self._known is None:
            self._known = KnownNames([*self._names, *self._made])
            if self._others is not None:
                self._known.add(self._others, self._others.english)
        return self._known

    def shorts(self) -> list[str]:
        """Return the conventional short names of the renamed legends."""
        return [
            short
            for old, language in old_names(self.renamings)
            if (card := self._own.get(old)) is not None and is_legend_card(card)
            for short in renames.short_names(old, language)
        ]

    def whole(self) -> list[str]:
        """Return the old names."""
        return [old for old, _ in old_names(self.renamings)]

    def words(self) -> list[str]:
        """Return the words of the old names, where words are divided; small ones are none."""
        large: list[str] = []
        for old, language in old_names(self.renamings):
            short = language.lexicon.short
            words = short.word.findall(old)
            large += (word for word in words if word not in short.small and word[0].isupper())
        return large

    def forms(self) -> list[str]:
        """Return the words of which a text has at least one if the renaming concerns it."""
        if not self._forms:
            articles = {
                old.removeprefix(language.lexicon.short.article)
                for old, language in old_names(self.renamings)
            }
            self._forms = [*dict.fromkeys([*self.whole(), *articles, *self.shorts()])]
        return self._forms

    def check(self, *, force: bool = False) -> None:
        """Raise NanoriError if the old name does not exist, or the new one is taken.

        Also if the new short name would mean another legend of the cards, unless `force` allows
        that or the old one did as well.
        """
        for old in self.whole():
            if old not in self._own:
                raise NanoriError(f"no card is called “{old}”{self._like(old)}")
        for renaming in self.renamings:
            for lang, new in renaming.new.items():
                self._check_free(new, renaming)
                if not force:
                    self._check_short(renaming.old[lang], new, languages.load(lang))

    def _like(self, old: str) -> str:
        """Return the closest name as the rest of a message; empty if none is close."""
        from difflib import get_close_matches

        folded = {name.casefold(): name for name in self._names}
        near = get_close_matches(old.casefold(), folded, 1, MIN_LIKENESS)
        near = near or [name for name in folded if name.startswith(old.casefold())]
        return f", perhaps “{folded[near[0]]}” was meant" if near else ""

    def _check_free(self, new: str, renaming: Renaming) -> None:
        own = {name.casefold() for name in renaming.old.values()}
        if new.casefold() in own:
            return
        for name, of in self._names.items():
            if name.casefold() == new.casefold():
                who = "" if of == name else f", by “{of}”"
                raise NanoriError(f"the name “{name}” is taken{who}")

    def _check_short(self, old: str, new: str, language: Language) -> None:
        card = self._own[old]
        if not is_legend_card(card):
            return
        old_shorts = renames.short_names(old, language)
        used = old_shorts[0] if old_shorts else ""
        new_short = renames.new_designation(card, old, new, used, language).short
        others = self._short.get(new_short, set()) - {old}
        shared = {name for short in old_shorts for name in self._short.get(short, ())} - {old}
        if new_short and others - shared:
            raise NanoriError(
                f"“{new_short}” would mean “{min(others - shared)}” as well as “{new}”;"
                " --force renames all the same"
            )
