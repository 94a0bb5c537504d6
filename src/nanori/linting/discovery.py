"""Paths go in; files come out, and what checks must know about all of them."""

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from msgspec import Struct
from msgspec.structs import replace

from nanori.documents import numbered_paragraphs, pairs
from nanori.documents.numbered_paragraphs import NUMBERED
from nanori.documents.source import Document
from nanori.formats import catalogue, foreign_files
from nanori.formats.detection import PACKED, Head, head_of, unread_by_suffix
from nanori.formats.io import streams
from nanori.formats.io.streams import STDIN, Content, PathOrContent
from nanori.formats.opened import MAX_TOTAL_BYTES, OpenedFile, opened
from nanori.formats.pairing import Identity, id_without_language, identity
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Suffixes of rules documents, and of card scripts, which have none of their own.
PROSE = (".txt", ".text", ".md")


class CheckedFile(Struct, frozen=True):
    """A file, or a folder that is one set of cards."""

    path: str
    """Where it is read."""
    shown: str
    """Its name in reports; standard input is read from a copy."""
    rules: bool = False
    """Whether it is a rules document, or prose in two languages, without cards."""
    stdin: bool = False
    """Whether it came by standard input, and is written to standard output."""
    memory: Content | None = None
    """The file itself, if it is in memory and only named by the path."""
    in_folder: bool = False
    """Whether it was found in a folder, where a single-card file need have no text."""
    opened: OpenedFile | None = None
    """What a small file was when it was opened, which is once."""

    @property
    def file(self) -> PathOrContent:
        """What is opened to read it."""
        return self.memory or (self.opened.content if self.opened else self.path)

    def content(self) -> bytes:
        """Return the bytes of the file."""
        return self.opened.content.data if self.opened else Path(self.path).read_bytes()


def targets(
    paths: Iterable[str],
    copies: Mapping[str, str],
    format_name: str = "",
    *,
    passed_over: list[str] | None = None,
    refused: list[str] | None = None,
    included: Callable[[str], bool] = lambda _: True,
) -> Iterator[CheckedFile]:
    """Yield each file once, in the order of the paths; in folders those with cards or rules.

    `copies` are those of `readable`. `format_name` is the format, detected if empty. Links that
    lead out of a folder are added to `passed_over`, reasons why a file is not read to `refused`; of
    the files found in folders, those that are `included` are taken. NanoriError for a folder
    without any.
    """
    seen: set[str] = set()
    total_bytes = 0
    for path in paths:
        if Path(path).is_dir():
            walk = walked(path, format_name, passed_over, refused=refused)
            inside = [each for each in walk if each and included(each.path)]
        else:
            shown = path if path != STDIN else "<stdin>"
            inside = [_target(copies[path], shown, format_name, path == STDIN)]
        for target in inside:
            real = os.path.realpath(target.path)
            if real not in seen:
                seen.add(real)
                if target.opened:
                    total_bytes += len(target.opened.content.data)
                yield target if total_bytes <= MAX_TOTAL_BYTES else replace(target, opened=None)
        if not inside:
            raise NanoriError("no file with cards or rules is in this folder", path=path)


def card_files(paths: Iterable[str], format_name: str = "") -> list[str]:
    """Return the paths of card files: as given, and in folders those that hold cards.

    A folder without any such file stays; that it is not a card file is reported when it is read.
    """
    files: list[str] = []
    for path in paths:
        inside: list[str] = []
        if path != STDIN and Path(path).is_dir():
            walk = walked(path, format_name)
            inside = [target.path for target in walk if target and not target.rules]
        files += inside or [path]
    return files


def in_memory(content: Content, format_name: str = "") -> CheckedFile:
    """Return the target of a file in memory."""
    return _target(content.path, content.path, format_name, stdin=False, memory=content)


def _target(
    path: str,
    shown: str,
    format_name: str,
    stdin: bool,
    memory: Content | None = None,
) -> CheckedFile:
    """Return the target of a file that the user named, readable or not."""
    opened_file = None if memory else opened(path)
    try:
        head = opened_file.head(format_name) if opened_file else _head(memory or path, format_name)
        rules = not format_name and (is_document(head) or is_prose(head))
    except NanoriError:  # reported when it is read
        rules = False
    return CheckedFile(path, shown, rules, stdin, memory, opened=opened_file)


def _head(path: PathOrContent, format_name: str) -> Head:
    with streams.opened(path, folder=True) as source:
        return head_of(source, format_name)


def walked(
    folder: str,
    format_name: str = "",
    passed_over: list[str] | None = None,
    root: str = "",
    refused: list[str] | None = None,
) -> Iterator[CheckedFile | None]:
    """Yield each file in a folder that holds cards or rules, and None for each that does not.

    So a caller that cannot wait until a large folder is searched can do other things in between.
    Hidden files are skipped. Links are followed only to files below the root, since a folder means
    what is in it; those that lead out are added to `passed_over`. The files of a set that is a
    folder have no suffix; those that have one do not belong to it.
    """
    root = root or os.path.realpath(folder)
    if catalogue.recognised(_head(folder, format_name)):  # a set with a file for each card
        yield CheckedFile(folder, folder)
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 — names, not paths, and in order
    except OSError:
        return
    for name in names:
        path = str(PurePath(folder, name))
        if name.startswith("."):
            continue
        is_link, is_folder = Path(path).is_symlink(), Path(path).is_dir()
        if is_link and not Path(os.path.realpath(path)).is_relative_to(root):
            if passed_over is not None and (is_folder or _may_hold(name, format_name)):
                passed_over.append(path)
        elif is_folder:
            if not is_link:
                yield from walked(path, format_name, passed_over, root, refused)
        else:
            if refused is not None and (why := unread_by_suffix(path)):
                refused.append(f"{path}: {why}")
            yield found(path, format_name)


def _may_hold(path: str, format_name: str) -> bool:
    """Tell whether a file may hold cards or rules, judging by its suffix."""
    name = path.lower()
    for packing in PACKED:
        name = name.removesuffix(packing)
    return name.endswith(_suffixes(format_name))


def found(path: str, format_name: str = "") -> CheckedFile | None:
    """Return the target of a file in a folder, if it is one by its suffix and its content."""
    if not _may_hold(path, format_name) or not Path(path).is_file():
        return None
    kept = opened(path)
    try:
        head = kept.head(format_name) if kept else _head(path, format_name)
        if format_name:
            return CheckedFile(path, path, opened=kept)
        # Markdown pages of a project are not prose about cards.
        is_text = PurePath(path).suffix.lower() in PROSE[:2]
        if is_rules(head) or (is_text and is_document(head)):
            return CheckedFile(path, path, rules=True, opened=kept)
        return CheckedFile(path, path, in_folder=True, opened=kept) if has_cards(head) else None
    except NanoriError:  # reported when it is read
        return CheckedFile(path, path, opened=kept)


def _suffixes(format_name: str) -> tuple[str, ...]:
    formats = catalogue.listed()
    name = format_name.partition(":")[0]
    chosen = [formats[name]] if name in formats else list(formats.values())
    return (*(suffix for module in chosen for suffix in module.ABOUT.suffixes), *PROSE)


@contextmanager
def readable(paths: Iterable[str]) -> Generator[dict[str, str]]:
    """Give each path with one that can be read more than once: for pipes a copy.

    NanoriError if standard input cannot be read.
    """
    copies = {path: path for path in paths}
    piped = [path for path in copies if path == STDIN or _is_pipe(path)]
    if not piped:
        yield copies
        return
    from tempfile import TemporaryDirectory  # few runs read a pipe

    with TemporaryDirectory(prefix="nanori-", ignore_cleanup_errors=True) as folder:
        for number, path in enumerate(piped):
            copies[path] = _copied(path, Path(folder, str(number)))
        yield copies


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def _copied(path: str, folder: Path) -> str:
    """Return the path of a copy of standard input or a pipe, in a folder made for it."""
    name = "stdin" if path == STDIN else PurePath(path).name
    try:
        folder.mkdir()
        with (folder / name).open("wb") as file:
            if path != STDIN:
                with Path(path).open("rb") as pipe:
                    shutil.copyfileobj(pipe, file)
            elif sys.stdin is None:  # type: ignore[comparison-overlap]
                raise NanoriError("standard input is closed")
            else:
                shutil.copyfileobj(cast("BinaryIO", sys.stdin.buffer), file)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", "") or str(error)).lower()
        raise NanoriError(reason, path=path) from error
    return str(folder / name)


class Originals:
    """The originals that are not with their translations; only those are kept."""

    def __init__(self, originals: Mapping[Identity, Card] | None = None) -> None:
        """Begin with none asked for; `originals` are known ones, by translation."""
        self._given = originals or {}
        self._asked_for: set[str] = set()
        self._by_id = False
        self._langs: set[str] = set()
        self._beside = set[str]()  # originals with a translation in their element
        self._there: set[str] = set()
        self._cards: dict[str, dict[str, list[Card]]] = {}

    def look(self, cards: Sequence[Card], path: str = "") -> None:
        """Note which translations of an element have their original elsewhere."""
        pivot = languages.original_language()
        for card in cards:
            if card.text:
                self._langs.add(card.lang)
            if card.lang == pivot:
                self._there.add(card.name)
                continue
            if original := within(card, cards):
                self._beside.add(original.name)
            elif card.name_en or card.id:
                self._asked_for.add(card.name_en or _by_id(card, path))
                self._by_id |= not card.name_en

    @property
    def lacking(self) -> bool:
        """Whether a file must be read again for originals that are wanted."""
        by_id = self._by_id and languages.original_language() in self._langs
        return by_id or not self._asked_for.isdisjoint(self._there)

    @property
    def are_translated(self) -> bool:
        """Whether this is translators' work: pairs that somebody gave, or most originals have one.

        Two tables that are one in each language are as much theirs as one with both, or a list of
        prints that have the original's text beside their own.
        """
        translated = len(self._beside | self._cards.keys())
        return bool(self._given) or 2 * translated > len(self._there)

    @property
    def known(self) -> bool:
        """Whether any translation has its original: in its element, given or kept."""
        return bool(self._beside or self._given or self._cards)

    def keep(self, cards: Iterable[Card], path: str = "") -> None:
        """Keep those that are the original of a translation elsewhere, each text once."""
        pivot = languages.original_language()
        for card in cards:
            called = (card.name, _by_id(card, path)) if card.lang == pivot else ()
            for key in self._asked_for.intersection(called):
                wordings = self._cards.setdefault(key, {}).setdefault(card.printed, [])
                if all(card.text != other.text for other in wordings):
                    wordings.append(card)

    def is_given(self, card: Card) -> bool:
        """Tell whether a card's original text is known."""
        return bool(self._given) and self._given_for(card) is not None

    def _given_for(self, card: Card) -> Card | None:
        whole = identity(card)
        return self._given.get((*whole, card.text)) or self._given.get(whole)

    def of(self, card: Card, path: str = "") -> Card | None:
        """Return the original of a translation: from the same set, else the only one there is.

        It has the English name that the translation gives, or the id of the translation in its
        file. Of several wordings it is not known which one was translated. A given one is it.
        """
        if original := self._given_for(card):
            return original
        prints = self._cards.get(card.name_en or _by_id(card, path))
        if prints is None:
            return None
        candidates = prints.get(card.printed) or [
            candidate for cards in prints.values() for candidate in cards
        ]
        return candidates[0] if len({candidate.text for candidate in candidates}) == 1 else None


def _by_id(card: Card, path: str) -> str:
    """Return what the texts of a card are found by in a file that gives no English name."""
    own = id_without_language(card).casefold()
    return f"{path}\0{card.printed}\0{own}" if own else ""


def translated(card: Card) -> bool:
    """Tell whether a card's text is in another language than the originals."""
    return card.lang != languages.original_language()


def within(card: Card, cards: Sequence[Card]) -> Card | None:
    """Return the original of a translation among the cards of its element.

    It has the translation's English name; if none is given, an element of two has only one.
    """
    pivot = languages.original_language()
    originals = [other for other in cards if other.lang == pivot]
    if not card.name_en and len(originals) == 1 and len(cards) == 2:
        return originals[0]
    named = [other for other in originals if other.name == card.name_en]
    own = id_without_language(card)  # of the plural forms of a text each has its original
    return next((other for other in named if other.id == own), named[0] if named else None)


# Numbered lines, or pairs of them in two languages, that make a text a rules document: a card may
# have two.
MIN_NUMBERED_PARAGRAPHS = 3

# What a page about a program has, which shows what a document is not.
CODE = "```"

# Code points of an article's paragraph, at least: the words of a card alone are fewer.
MIN_LENGTH_OF_PARAGRAPH = 80
# Code points of sentences in lines of their own, which an article has among its paragraphs.
MIN_LENGTH_OF_LINES = 16

_BLANK = re.compile(r"\r?\n(?:[ \t]*\r?\n)+")
_SENTENCE = re.compile(r"[.!?][\"”’')*_]*(?=\s|$)|[。！？]")

_ENDS = re.compile(r"[.!?。！？][\"”’')*_)」』）]*\s*\Z|[」』）]\s*\Z")

_PART = re.compile(r"\d[.．]\d")


def is_document(head: Head) -> bool:
    """Tell whether a file is a rules document, or prose in two languages, without cards."""
    if is_rules(head):
        return True
    if head.folder or head.outline is not None or has_cards(head) or foreign_files.likeness(head):
        return False
    document = Document(head.text)
    names = pairs.find(document)
    if any(name.slash is not None and name.where in ("title", "quote") for name in names):
        return True
    paragraphs = numbered_paragraphs.read(document)
    return (
        len(numbered_paragraphs.bilingual(document.text, paragraphs).pairs)
        >= MIN_NUMBERED_PARAGRAPHS
    )


def is_prose(head: Head) -> bool:
    """Tell whether a file is an article in one language: mostly paragraphs of several sentences."""
    if head.suffix not in PROSE or head.folder or head.outline is not None:
        return False
    if CODE in head.text or foreign_files.likeness(head) not in ("", foreign_files.MARKDOWN):
        return False
    if has_cards(head):
        return False
    blocks = [block.strip() for block in _BLANK.split(head.text)]
    long = sum(len(block) for block in blocks if _is_paragraph(block))
    return 2 * long > sum(map(len, blocks))


def _is_paragraph(block: str) -> bool:
    """Tell whether a block is several sentences, or each of its lines ends as one does."""
    sentences = _SENTENCE.findall(block)
    lines = block.splitlines()
    return (len(sentences) > 1 and len(block) >= MIN_LENGTH_OF_PARAGRAPH) or (
        len(block) >= MIN_LENGTH_OF_LINES and all(_ENDS.search(line) for line in lines)
    )


def is_rules(head: Head) -> bool:
    """Tell whether a file is a rules document: a text with numbered rules."""
    if head.folder or head.outline is not None or CODE in head.text:
        return False
    count = 0
    for line in head.text.splitlines():
        match = NUMBERED.match(line)
        count += match is not None and bool(_PART.search(match["number"]))
        if count >= MIN_NUMBERED_PARAGRAPHS:
            return True
    return False


def has_cards(head: Head) -> bool:
    """Tell whether a format recognises the file; being JSON, or a text, is not enough."""
    if not (name := catalogue.recognised(head)):
        return False
    module = catalogue.named(name)
    return module.recognises(head) and not module.lacking(head)
