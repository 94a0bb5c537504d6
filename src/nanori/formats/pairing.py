"""Two card files, one a translation of the other, to which records are the same card."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# What tells which card a translation is of: the English name it gives; its id; the number in its
# set, the last in its id or in a column for numbers; the id without the language at its end, as in
# translators' files; its place among the texts of its file.
PairingKey = Literal["name_en", "id", "number", "key", "order"]

# Formats whose files have their originals in them.
BILINGUAL = frozenset({"po", "tmx", "xliff"})

# What identifies a card when its text changes; with its text behind it, one of several alike.
Identity = tuple[str, ...]


class FilePairs(Struct, frozen=True):
    """The texts of a translation, by card, with those of the file it was made from."""

    originals: dict[Identity, Card]
    """By translation: cards of one name are told by what they say, others whatever they say."""
    count: int
    """Translations with an original."""
    lonely: int
    """Translations without one."""
    left: int = 0
    """Originals left over in pairing by order: cards may be paired with others from some on."""
    by: str = ""
    """What they were paired by, if not by what was asked for."""

    def said(self) -> str:
        """Return how many were paired, for people."""
        without = f", {self.lonely} without original" if self.lonely else ""
        without += f", {self.left} without translation: the order may differ" if self.left else ""
        return f"{self.count} paired{self.by and f' by {self.by}'}{without}"


def identity(card: Card) -> Identity:
    """Return what tells a text from the others of its file, whatever it says."""
    return str(card.id), card.name, card.lang, card.printed


def id_without_language(card: Card) -> str:
    """Return a card's id without what translators' keys end in: `ox/fr` of a French text, `ox`."""
    return str(card.id).removesuffix(f"/{card.lang}")


def by_name(files: Mapping[str, PathOrContent]) -> tuple[dict[Identity, Card], list[str]]:
    """Return the originals of translations in files of one language each, and what to say of each.

    Such files have the same path except for the language, as `loc/eng/a.json` and `loc/zhs/a.json`;
    or a translation is in a tree beside the originals, or has the language before its suffix:
    `pack/a.json` and `translations/ja/pack/a.json`, `a.ja.json`. Their texts are paired by key,
    else by id. Files without any pair are reported, too. `files` are by their paths.
    """
    beside = dict(_in_trees(files))
    originals: dict[Identity, Card] = {}
    unknown: set[Identity] = set()
    remarks: list[str] = []
    for paths in _named_alike(files.keys() - beside.keys(), files):
        if original := paths.pop(languages.original_language(), ""):
            beside |= dict.fromkeys(paths.values(), original)
        elif len(paths) > 1 and not any(_has_originals(files[path]) for path in paths.values()):
            missing = f"none is in “{languages.original_language()}”, not compared"
            remarks.append(f"{' and '.join(paths.values())}: {missing}")
    for path, original in beside.items():
        paired = _by_key_or_id(files[original], files[path])
        if isinstance(paired, FilePairs):
            for translation, card in paired.originals.items():
                if originals.setdefault(translation, card) != card:
                    unknown.add(translation)  # cards of one name in several files
            remarks.append(f"{original} and {path}: {paired.said()}")
        elif not _has_originals(files[path]):  # each is compared by that name
            remarks.append(f"{original} and {path}: {paired}, not compared; {_OTHERWISE}")
    return {each: originals[each] for each in originals.keys() - unknown}, remarks


_OTHERWISE = "--pair with --by number or order pairs by something else"


def _by_key_or_id(original: PathOrContent, translation: PathOrContent) -> FilePairs | str:
    """Return the pairs of two files, or why there are none."""
    reason = "no texts with the same key"
    for by in ("key", "id"):
        try:
            return msgspec.structs.replace(pairs(original, translation, by), by=by)
        except NanoriError as error:
            reason = error.message if error.line else reason
    return reason


def _named_alike(
    paths: Iterable[str], files: Mapping[str, PathOrContent]
) -> Iterator[dict[str, str]]:
    """Yield the card files whose paths differ only in the language, by that."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(paths):
        if named := _language_in(path):
            alike.setdefault(named[0], []).append((named[1], path))
    for named_alike in alike.values():
        if len(named_alike) > 1:
            yield {lang: path for lang, path in named_alike[::-1] if _format_of(files[path])}


def _in_trees(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each translation in a tree beside, and its original without a language in its path."""
    for path in paths:
        if original := next((each for each in _without_language(path) if each in paths), ""):
            yield path, original


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


def unread_beside(paths: Iterable[str]) -> Iterator[str]:
    """Yield a remark on each file beside an original with the same name but no cards."""
    reference = languages.original_language()
    for path in paths:
        pattern, lang = _language_in(path) or ("", "")
        for code in languages.codes() if lang == reference else ():
            beside = pattern.replace("\0", code)
            if beside not in paths and Path(beside).is_file() and not _format_of(beside):
                yield f"{beside}: no cards with a name are in it, not compared with {path}"


def _format_of(file: PathOrContent) -> str:
    """Return the name of the format of a file with cards; empty if it has none."""
    try:
        with streams.opened(file) as source:
            return catalogue.recognised(head_of(source))
    except NanoriError:
        return ""


def _has_originals(file: PathOrContent) -> bool:
    """Tell whether a file has its originals, or says what its first card is called in them."""
    with suppress(NanoriError):
        first = next((each for each in reader.read(file) if isinstance(each, Entry)), None)
        return _format_of(file) in BILINGUAL or bool(first and first.card.name_en)
    return False


@cache
def _language_pattern() -> re.Pattern[str]:
    """Return the pattern of a language in the name of a file or folder: `eng`, `zh-cn`, `de-DE`."""
    words = {*languages.codes(), *filter(str.isascii, headings.called())}
    words |= {word.upper() for word in words} | {word.title() for word in words}
    longest = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z])(?P<word>{longest})(?:[-_][A-Za-z]{{2,4}})?(?![A-Za-z])")


def _language_in(path: str) -> tuple[str, str] | None:
    """Return a path without the language of the names in it, and the language, the last of them.

    `loc/eng/cards.json` → `loc/\\0/cards.json`, “en”; `de/pack/a.de.po` → `\\0/pack/a.\\0.po`
    """
    pattern = _language_pattern()
    matches = list(pattern.finditer(path))
    if not matches:
        return None
    tag, word = matches[-1][0], matches[-1]["word"]
    return pattern.sub("\0", path), headings.language(tag) or headings.language(word)


def pairs(
    original: PathOrContent,
    translation: PathOrContent,
    by: PairingKey,
    lang: str = "",
    format_name: str = "",
) -> FilePairs:
    """Return which texts of two files are the same card; faces are matched by order.

    The original is in the reference language, or in another: then its translation is in the
    reference language, or failing that in any third. If no translation gives an English name, cards
    with the same ids are paired. NanoriError if a file cannot be read, if what identifies one card
    occurs on several, or if nothing is paired.
    """
    reference = languages.original_language()
    of_files = [_texts(each, lang, format_name) for each in (original, translation)]
    spoken = [{text.card.lang for text in texts} for texts in of_files]
    is_source_foreign = reference not in spoken[0]
    is_target_foreign = not is_source_foreign or reference not in spoken[1]
    sources, targets = (
        [text for text in texts if (text.card.lang != reference) is is_foreign]
        for texts, is_foreign in zip(of_files, (is_source_foreign, is_target_foreign), strict=True)
    )
    cards = _by_key(sources, by, names_reference=not is_source_foreign)
    known = Counter(map(str.casefold, cards))
    any_case = {key.casefold(): c for key, c in cards.items() if known[key.casefold()] == 1}
    originals: dict[Identity, Card] = {}
    candidates: dict[Identity, list[Card | None]] = {}
    for index, text in enumerate(targets):
        key = _key(text, by, index, names_reference=not is_target_foreign)
        card = cards.get(key) or any_case.get(key.casefold())
        candidates.setdefault(identity(text.card), []).append(card)
        if card:
            originals.setdefault((*identity(text.card), text.card.text), card)
    for translated, (first, *others) in candidates.items():
        if first and all(other == first for other in others):
            originals[translated] = first
    lonely = sum(each.count(None) for each in candidates.values())
    if not originals and by == "name_en":
        with suppress(NanoriError):
            same = pairs(original, translation, "id", lang, format_name)
            if not same.lonely:
                return msgspec.structs.replace(same, by="id")
    if not originals:
        with_key = 0 if is_source_foreign else len(cards)
        reason = f"nothing is paired with {path_of(original)} by {by}: it has {with_key} texts with"
        reason += f" one in “{reference}”, and {lonely} are there in another language;"
        reason += " --by number, key or order pairs by something else"
        raise NanoriError(reason, path=path_of(translation))
    left = len(sources) - len(targets) if by == "order" else 0
    return FilePairs(originals, len(targets) - lonely, lonely, max(0, left))


def _texts(file: PathOrContent, lang: str, format_name: str) -> list[Entry]:
    """Return the records of a file that have a text; what cannot be read is reported by lint."""
    every = reader.read(file, lang, format_name)
    return [each for each in every if isinstance(each, Entry) and each.card.text]


def _by_key(sources: Sequence[Entry], by: PairingKey, *, names_reference: bool) -> dict[str, Card]:
    """Return the originals by what identifies them; NanoriError if that is the same of two."""
    cards: dict[str, Card] = {}
    for index, text in enumerate(sources):
        if not (key := _key(text, by, index, names_reference=names_reference)):
            continue
        if cards.setdefault(key, text.card) != text.card and by != "name_en":
            reason = f"two texts have the {by} “{key[:60]}”, which must tell them apart"
            raise NanoriError(reason, path=text.path, line=text.line)
    return cards


# What databases of other games call a card's id; elsewhere it is that of a set.
CODE = "code"


def _key(text: Entry, by: PairingKey, index: int, *, names_reference: bool) -> str:
    """Return what identifies a card, its own name if it is in the reference language; or empty."""
    card = text.card
    match by:
        case "name_en":
            return card.name if names_reference else card.name_en
        case "id":
            return str(card.id or text.extra.get(CODE, ""))
        case "key":
            return id_without_language(card)
        case "number":
            return _number(text)
        case "order":
            return str(index)


_LAST_NUMBER = re.compile(r"(\d++)\D*\Z")
_FACE = re.compile(r"/\d\Z")
# Digits of a number at most: the ids of databases have more.
_MAX_DIGITS = 19


def _number(text: Entry) -> str:
    """Return the number of a card in its set, with its face if it has several; empty without one.

    It is the last in its id, else in a column for numbers: `QLT-007/1/ja` → `7/1`
    """
    own = id_without_language(text.card)
    face = _FACE.search(own) if len(text.card.faces) > 1 else None
    in_columns = (
        str(value)
        for heading, value in text.extra.items()
        if (key := headings.read(heading)) and key.field == "id" and isinstance(value, str | int)
    )
    number = _LAST_NUMBER.search(own[: face.start()] if face else own) or _LAST_NUMBER.search(
        next(in_columns, "")
    )
    if not number or len(number[1]) > _MAX_DIGITS:
        return ""
    return f"{int(number[1])}{face[0] if face else ''}"
