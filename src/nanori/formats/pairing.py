"""Two card files, one a translation of the other, to which records are the same card."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from nanori.formats import catalogue, headings, reader
from nanori.formats.detection import head_of
from nanori.formats.entries import Entry
from nanori.formats.io import streams
from nanori.formats.io.in_memory import path_of
from nanori.formats.io.streams import PathOrContent
from nanori.grammar import languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Card

# What tells which card a translation is of: the English name it gives; its id; the number in its
# set, the last in its id or in a column for numbers; the id without the language at its end, as in
# translators' files; its place among the texts of its file.
PairingKey = Literal["name_en", "id", "number", "key", "order"]


# Formats whose files have their originals in them.
BILINGUAL = frozenset({"po", "tmx", "xliff"})

# What identifies a card when its text changes.
Identity = tuple[str, ...]


class FilePairs(Struct, frozen=True):
    """The texts of a translation, by card, with those of the file it was made from."""

    originals: dict[Identity, Card]
    """By translation."""
    count: int
    """Translations with an original."""
    lonely: int
    """Translations without one."""
    unasked: str = ""
    """What they were paired by, if not by what was asked for."""

    def said(self) -> str:
        """Return how many were paired, for people."""
        without = f", {self.lonely} without original" if self.lonely else ""
        return f"{self.count} paired{self.unasked and f' by {self.unasked}'}{without}"


def identity(card: Card) -> Identity:
    """Return what tells a text from the others of its file, whatever it says."""
    return str(card.id), card.name, card.lang, card.printed


def id_without_language(card: Card) -> str:
    """Return a card's id without what translators' keys end in: `ox/fr` of a French text, `ox`."""
    return str(card.id).removesuffix(f"/{card.lang}")


def by_name(
    files: Mapping[str, PathOrContent], note: OnError
) -> tuple[dict[Identity, Card], list[str]]:
    """Return the originals of translations in files of one language each, and how many there are.

    Such files have the same path except for the language, as `loc/eng/a.json` and `loc/zhs/a.json`;
    or a translation is in a tree beside the originals, or has the language before its suffix:
    `pack/a.json` and `translations/ja/pack/a.json`, `a.ja.json`. Their texts are paired by key,
    else by id. Files without any pair are reported, too. `files` are by their paths.
    """
    paths = list(files)
    reference = languages.original_language()
    alike: dict[str, list[tuple[str, str]]] = {}
    beside = list(_in_trees(paths))
    for path in paths:
        if (named := _language_in(path)) and path not in {each for _, each in beside}:
            alike.setdefault(named[0], []).append((named[1], path))
    originals: dict[Identity, Card] = {}
    unknown: set[Identity] = set()
    said: list[str] = []
    for named_alike in alike.values():
        by_lang: dict[str, str] = {}
        bilingual = False
        for lang, path in named_alike if len(named_alike) > 1 else ():
            if name := _format_of(files[path]):
                by_lang.setdefault(lang, path)
                bilingual |= name in BILINGUAL or _names_originals(files[path])
        original = by_lang.pop(reference, "")
        beside += [(original, path) for path in by_lang.values() if original]
        if not original and len(by_lang) > 1 and not bilingual:
            said.append(f"{' and '.join(by_lang.values())}: none is in “{reference}”, not compared")
    for original, path in beside:
        both, reason = f"{original} and {path}", "no texts with the same key"
        for by in ("key", "id"):
            try:
                paired = pairs(files.get(original, original), files.get(path, path), by, note)
            except NanoriError as error:
                reason = error.message if error.line else reason
                continue
            for each, card in paired.originals.items():
                if originals.setdefault(each, card) != card:
                    unknown.add(each)  # cards of one name in several files
            said.append(f"{both}: {paired.said()} by {by}")
            break
        else:
            if not _names_originals(files.get(path, path)):  # each is compared by that name
                said.append(f"{both}: {reason}, not compared; {_OTHERWISE}")
    return {each: originals[each] for each in originals.keys() - unknown}, said


_OTHERWISE = "--pair with --by number or order pairs by something else"


def _in_trees(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each original without a language in its path, and its translation in a tree beside."""
    there = set(paths)
    for path in paths:
        original = next((each for each in _without_language(path) if each in there), "")
        if original:
            yield original, path


def _without_language(path: str) -> Iterator[str]:
    """Yield the paths that a translation's original may have.

    `translations/ja/pack/a.json` → `translations/pack/a.json`, `pack/a.json`;
    `a.ja.json` → `a.json`
    """
    *folders, name = Path(path).parts or ("",)  # none of the folder where it runs
    for index, folder in enumerate(folders):
        if headings.language(folder):
            for before in (index, index - 1):
                if before >= 0:
                    yield str(Path(*folders[:before], *folders[index + 1 :], name))
    stem, dot, suffix = name.rpartition(".")
    bare, sign, word = max((stem.rpartition(sign) for sign in "._-"), key=lambda cut: len(cut[0]))
    if dot and sign and headings.language(word):
        yield str(Path(*folders, f"{bare}.{suffix}"))


def unread_beside(paths: Sequence[str]) -> Iterator[str]:
    """Yield a remark on each file beside an original with the same name but no cards."""
    reference = languages.original_language()
    for path in paths:
        where, lang = _language_in(path) or ("", "")
        for code in languages.codes() if lang == reference else ():
            beside = where.replace("\0", code)
            if code == lang or beside in paths or not Path(beside).is_file():
                continue
            if not _format_of(beside):
                yield f"{beside}: no cards with a name are in it, not compared with {path}"


def _format_of(file: PathOrContent) -> str:
    """Return the name of the format of a file with cards; empty if it has none."""
    try:
        with streams.opened(file) as source:
            return catalogue.recognised(head_of(source))
    except NanoriError:
        return ""


def _names_originals(file: PathOrContent) -> bool:
    """Tell whether a file says what its first card is called in the originals."""
    with suppress(NanoriError):
        first = next((each for each in reader.read(file) if isinstance(each, Entry)), None)
        return first is not None and bool(first.card.name_en)
    return False


@cache
def _said() -> re.Pattern[str]:
    """Return the pattern of a language in the name of a file or folder: `eng`, `zh-cn`, `de-DE`."""
    words = {*languages.codes(), *filter(str.isascii, headings.called())}
    words |= {word.upper() for word in words} | {word.title() for word in words}
    known = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z])(?P<word>{known})(?:[-_][A-Za-z]{{2,4}})?(?![A-Za-z])")


def _language_in(path: str) -> tuple[str, str] | None:
    """Return a path without the language of the names in it, and the language, the last it says.

    `loc/eng/cards.json` → `loc/\0/cards.json`, “en”; `de/pack/a.de.po` → `\0/pack/a.\0.po`
    """
    named = _said().finditer(path)
    said = [headings.language(match[0]) or headings.language(match["word"]) for match in named]
    return (_said().sub("\0", path), said[-1]) if said else None


_NUMBER = re.compile(r"\d++(?=\D*\Z)")


def pairs(
    original: PathOrContent,
    translation: PathOrContent,
    by: PairingKey,
    note: OnError,
    lang: str = "",
    format_name: str = "",
) -> FilePairs:
    """Return which texts of two files are the same card; faces are matched by order.

    `note` takes what is wrong with a record. The original is in the reference language, or in
    another: then its translation is in the reference language, or failing that in any third. If no
    translation gives an English name, cards with the same ids are paired. NanoriError if a file
    cannot be read, if what identifies one card occurs on several, or if nothing is paired.
    """
    reference = languages.original_language()
    turned = not any(_texts(original, lang, format_name, note, translated=False))
    third = turned and not any(_texts(translation, lang, format_name, note, translated=False))
    known: dict[str, Card] = {}
    for index, record in enumerate(_texts(original, lang, format_name, note, translated=turned)):
        if key := _key(record, by, index, of_original=not turned):
            if key in known and by != "name_en" and known[key] != record.card:
                reason = f"two texts have the {by} “{key[:60]}”, which must tell them apart"
                raise NanoriError(reason, path=record.path, line=record.line)
            known.setdefault(key, record.card)
    folded: dict[str, Card | None] = {}  # by keys in small letters, where that tells them apart
    for key, card in known.items():
        folded[key.casefold()] = None if key.casefold() in folded else card
    said: dict[Identity, dict[str, Card]] = {}
    count = 0
    lonely: list[Identity] = []
    texts = _texts(translation, lang, format_name, note, translated=third or not turned)
    for index, record in enumerate(texts):
        key = _key(record, by, index, of_original=turned and not third)
        if original_card := known.get(key) or folded.get(key.casefold()):
            said.setdefault(identity(record.card), {}).setdefault(record.card.text, original_card)
            count += 1
        else:
            lonely.append(identity(record.card))
    together: dict[Identity, Card] = {}
    unsure = set(lonely)
    for of_card, by_text in said.items():
        # Cards of one name are told by what they say, a card alone whatever it says.
        together |= {(*of_card, text): card for text, card in by_text.items()}
        first, *others = by_text.values()
        if of_card not in unsure and all(other == first for other in others):
            together[of_card] = first
    if not together and by == "name_en":
        with suppress(NanoriError):
            same = pairs(original, translation, "id", note, lang, format_name)
            if not same.lonely:
                return msgspec.structs.replace(same, unasked="id")
    if not together:
        there = 0 if turned else len(known)
        reason = f"nothing is paired with {path_of(original)} by {by}: it has {there} texts with"
        reason += f" one in “{reference}”, and {len(lonely)} are there in another language;"
        reason += " --by number, key or order pairs by something else"
        raise NanoriError(reason, path=path_of(translation))
    return FilePairs(together, count, len(lonely))


def _texts(
    path: PathOrContent, lang: str, format_name: str, note: OnError, *, translated: bool
) -> Iterator[Entry]:
    """Yield the records of a file that are translations, or those that are not."""
    reference = languages.original_language()
    for record in reader.read(path, lang, format_name):
        if isinstance(record, NanoriError):
            note(record)
        elif record.card.text and (record.card.lang != reference) is translated:
            yield record


# What databases of other games call a card's id; elsewhere it is that of a set.
CODE = "code"


def _key(record: Entry, by: PairingKey, offset: int, *, of_original: bool) -> str:
    """Return what identifies a card; empty if it has nothing."""
    card = record.card
    match by:
        case "name_en":
            return card.name if of_original else card.name_en
        case "id":
            return str(card.id or record.extra.get(CODE, ""))
        case "key":
            return id_without_language(card)
        case "number":
            return _number(record)
        case "order":
            return str(offset)


def _number(record: Entry) -> str:
    own, face = id_without_language(record.card), ""
    if len(record.card.faces) > 1 and (cut := re.search(r"/(\d)\Z", own)):
        own, face = own[: cut.start()], f"/{cut[1]}"
    if not (number := _NUMBER.search(own)):
        # What is under the heading of a number, among what is not a field.
        said = ((headings.read(heading), value) for heading, value in record.extra.items())
        others = (
            str(v) for key, v in said if key and key.field == "id" and isinstance(v, str | int)
        )
        number = _NUMBER.search(next(others, ""))
    return f"{int(number[0])}{face}" if number and len(number[0]) < 20 else ""
