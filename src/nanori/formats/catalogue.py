"""The format of an open file, told by its content and decided once."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

import msgspec

from nanori.formats import columnar, in_json, office, supported, translation
from nanori.formats.detection import ASSIGNED, REQUEST, Head, head_of
from nanori.formats.format import Format
from nanori.formats.io import encodings
from nanori.formats.io.streams import PathOrContent, Source, opened
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# The format of JSON in no other format, so that each wrong record is named.
OWN = "cards"
# The keys of its records: a record with only these is in no other format.
KEYS = frozenset(Card.__struct_fields__)


# Formats that know a file only if no other does, each only if those before it do not.
RANKED = (OWN, "keyed_json", "named_json", "spoilers")

# The packages whose modules are formats; all that read JSON are in one.
FAMILIES = (supported, in_json, office, columnar, translation)
# What the file of a module ends in; nothing for a package's folder.
MODULES = ("", ".py", ".pyc")
# What files that only programs take for JSON begin with: a value, a section in brackets, a comment.
BEGIN_LIKE_JSON = ("{", "[", "/", "#")


class CardFile(NamedTuple):
    """A file that is open but not yet read, and what is known of it."""

    source: Source
    head: Head
    name: str
    """Its format's name."""
    module: Format
    certain: bool
    """Whether it is in that format beyond doubt, so that it may be changed."""

    def prove_changeable(self) -> None:
        """Raise NanoriError if the file is packed, or if its format is only guessed."""
        if self.source.packing:
            reason = f"a packed file ({self.source.packing}) is only read: unpack it first"
            raise NanoriError(reason, path=self.source.path)
        if not self.certain:
            reason = f"its format is only guessed: to change it --from {self.name} was wanted"
            raise NanoriError(reason, path=self.source.path)


@cache
def listed() -> dict[str, Format]:
    """Return the formats by name: the modules of the families that have one."""
    return {name: named(name) for name in _modules() if _is_format(name)}


@cache
def _modules() -> dict[str, str]:
    return dict(sorted(named_module for family in FAMILIES for named_module in _places(family)))


@cache
def _places(family: ModuleType) -> tuple[tuple[str, str], ...]:
    # Like pkgutil, but importing that and what it needs takes a twentieth of start-up.
    files = [file for folder in family.__path__ for file in Path(folder).iterdir()]
    modules = [file.stem for file in files if file.suffix in MODULES]
    names = sorted({name for name in modules if not name.startswith("_")})
    return tuple((name, f"{family.__name__}.{name}") for name in names)


def _is_format(name: str) -> bool:
    return name in _modules() and hasattr(_module(name), "FORMAT")


def _module(name: str) -> ModuleType:
    return import_module(_modules()[name])


@cache
def named(name: str) -> Format:
    """Return the format with that name, which is known to exist."""
    return cast("Format", _module(name).FORMAT)


def _families(head: Head) -> Iterator[ModuleType]:
    """Yield the families that may have a file's format; modules of others are not imported."""
    if head.outline is not None:
        yield in_json
        return
    yield from (supported, translation)
    if head.text.lstrip().startswith(BEGIN_LIKE_JSON) or ASSIGNED.match(head.text):
        yield in_json
    if head.members:
        yield office
    from nanori.formats.columnar import opening

    if opening.is_columnar(head.raw):
        yield columnar


@contextmanager
def card_file(
    path: PathOrContent, format_name: str = "", *, texts: bool = False
) -> Generator[CardFile]:
    """Open a card file; arguments and errors as for `card_file_of` and `streams.opened`."""
    with opened(path, folder=True) as source:
        yield card_file_of(source, format_name, texts=texts)


def card_file_of(source: Source, format_name: str = "", *, texts: bool = False) -> CardFile:
    """Return what is known of a stream from its beginning, before it is read.

    The head's encoding is the one in which it is read, counted and written. `format_name` is its
    format, detected if empty; `texts` says whether it must be one with texts. NanoriError if it is
    in no known format.
    """
    head = head_of(source, format_name)
    name = format_of(head, format_name)
    module = named(name)
    if head.columns and not module.ABOUT.columns:
        reason = f"columns are named, which the format {name} does not have"
        raise NanoriError(reason, path=head.path)
    if texts and not asked(format_name) and (lacks := module.lacking(head)):
        raise NanoriError(lacks, path=head.path)
    if module.ABOUT.unicode:
        head = msgspec.structs.replace(head, encoding=encodings.in_unicode(head.encoding))
    return CardFile(source, head, name, module, bool(format_name) or is_certain(module, head))


def is_certain(module: Format, head: Head) -> bool:
    """Tell whether a file is in a format beyond doubt, so that it may be changed."""
    return module.recognises(head) and module.certain(head)


def format_of(head: Head, format_name: str = "") -> str:
    """Return the name of a file's format: the wanted one, otherwise by content, then by suffix.

    After the wanted one and a colon there may be something for the format itself, `Head.columns`.
    If several recognise the content, the one with the file's suffix is meant. NanoriError, listing
    the formats, for an unknown file or wanted format.
    """
    if asked(format_name):
        return known(format_name)
    if head.unread:
        raise NanoriError(head.unread, path=head.path)
    if name := recognised(head):
        return name
    abouts = {name: module.ABOUT for name, module in listed().items()}
    if like := _likeness(head):
        reason = f"it looks like {like}, which is in none of the formats: {', '.join(abouts)}"
        raise NanoriError(reason, path=head.path)
    for name, about in abouts.items():
        if head.suffix in about.suffixes and not head.folder:
            return name
    if not head.raw.strip() and not head.folder:
        return OWN  # a file without content has no cards, whatever it is
    what = "is a directory, " if head.folder else ""
    raise NanoriError(f"{what}in none of the formats: {', '.join(abouts)}", path=head.path)


def _likeness(head: Head) -> str:
    from nanori.formats import foreign_files  # most files are in a format

    return foreign_files.likeness(head)


def asked(format_name: str) -> str:
    """Return the name of the format that the user asks for, without what is for the format."""
    return format_name.partition(":")[0]


def known(format_name: str) -> str:
    """Return the name in what the user wants; NanoriError if there is no such format."""
    name = asked(format_name)
    if not _is_format(name) and (name or ":" not in format_name):
        raise NanoriError(f"unknown format “{name}”, there are: {', '.join(listed())}")
    return name


def _rank(name: str) -> int:
    return RANKED.index(name) + 1 if name in RANKED else 0


def recognised(head: Head) -> str:
    """Return the name of the format of a file's content; empty if it is in none."""
    if REQUEST.match(head.text) or head.unread:
        return ""
    if "text" in head.keys and head.keys <= KEYS:
        return OWN  # no other need be imported to be asked
    names = [name for family in _families(head) for name, _ in _places(family) if _is_format(name)]
    names.sort(key=lambda name: (_rank(name), head.suffix not in named(name).ABOUT.suffixes, name))
    name = next((name for name in names if named(name).recognises(head)), "")
    if name in ("", RANKED[-1]) and _likeness(head):
        return ""
    return name if name or head.outline is None else OWN
