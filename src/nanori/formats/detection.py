"""The beginning of a file, by which its format is told."""

import codecs
import re
from pathlib import PurePath

from msgspec import Struct

from nanori.formats.io import archives, encodings
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import Outline, outline_of

# Ends each of the columns that the user names one by one.
COLUMN = "\x1f"

# Suffixes of packed files, after their own.
PACKED = (".gz", ".xz", ".bz2")

# What begins like JSON; `{T}: …` and `[Name]` do not.
_JSON = re.compile(r"\s*+[\[{](?![A-Z0-9])")

_OBJECT = re.compile(r'^[ \t]*+\{[ \t]*+"', re.MULTILINE)
_LINE = re.compile(r"^[ \t]*+\S", re.MULTILINE)
_BARE = re.compile(r"(?<!\r)\n")

# The line that settings such as TOML begin with.
_SECTION = re.compile(r"\s*+\[{1,2}[A-Za-z_][\w .-]*+\]{1,2}[ \t\r]*+\n")

# A request to a program, as to `nanori serve --stdio`: the cards in it are what it asks about.
REQUEST = re.compile(
    r"""
      (?= \s*+ \{ [^{]* "method" ) \s*+ \{ \s*+
      (?:
        "(?:id|jsonrpc|method)" \s*+ : \s*+ (?: "(?:[^"\\]|\\.)*+" | [\d.]++ | null ) \s*+ , \s*+
      )++
      "params" \s*+ : \s*+ [\[{]
    """,
    re.VERBOSE,
)
# What stands before a value in a module of JavaScript, in which sets are kept, too.
ASSIGNED = re.compile(
    r"""\s*+(?:["']use strict["']\s*+;\s*+)?"""
    r"(?:export\s++default|(?:(?:export\s++)?(?:const|let|var)\s++)?[A-Za-z_$][\w$.]*+\s*+=)"
    r"\s*+(?=[\[{])"
)
# What begins with comments and continues as JSON that is more than a value per line.
COMMENTED = re.compile(
    r"""
      \s*+ (?:(?://|\#)[^\n]*+\s++ | /\*(?:[^*]|\*(?!/))*+\*/\s*+)++
      (?: \[ \s*+ (?:[\[{\]"]|//|/\*|$) | \{[\ \t\r]*+ (?:"[^\n]*+(?<![\s}]))? \n )
    """,
    re.VERBOSE,
)


# Formats that may hold cards and are not read, and what to do with their files, by suffix.
_QUERY = 'sqlite3 -json FILE "SELECT name, text FROM cards" | nanori annotate -'
_UNREAD = {
    ".properties": ("Java properties", "convert to PO or CSV"),
    ".strings": ("strings of Apple", "convert to PO or CSV"),
    ".resx": ("resources of .NET", "convert to PO or CSV"),
    ".ods": ("spreadsheets of OpenDocument", "convert to XLSX or CSV"),
    ".sqlite": ("SQLite", _QUERY),
}


def unread_by_suffix(path: str) -> str:
    """Return what is wrong with a file whose suffix is that of a format that is not read."""
    title, instead = _UNREAD.get(PurePath(path).suffix.lower(), ("", ""))
    return f"{title}: not read; {instead}" if title else ""


class Head(Struct, frozen=True):
    """What a file begins with, read ahead: nothing of the stream is used up."""

    path: str
    """As the user gave it; standard input has a path of its own."""
    suffix: str
    """End of the path's name, in lower case with the dot, without that of gzip, xz, bzip2."""
    raw: bytes
    """The first 64 KiB, unpacked, without byte order mark; empty for a folder."""
    encoding: str
    """Python's name of the encoding in which it is read and written."""
    text: str
    """The same bytes decoded; what does not fit the encoding is U+FFFD."""
    newline: str
    """What ends all its lines, `\n` or `\r\n`; `\n` if there is none, or both."""
    outline: Outline | None
    """What it looks like as JSON; None if it does not begin like JSON."""
    folder: bool
    """Whether it is a folder."""
    members: frozenset[str] = frozenset()
    """The files in it, if it is an archive."""
    columns: str = ""
    """Which columns of a table have which fields, as the user says: `name=Card,text=Words`.

    Separated by `COLUMN` instead, headings may have commas.
    """

    @property
    def unread(self) -> str:
        """What is wrong with a file in a format that is not read; empty for any other."""
        return "" if self.folder else unread_by_suffix(f"file{self.suffix}")

    @property
    def keys(self) -> frozenset[str]:
        """Those of the first JSON object, as far as they can be seen; none in other files."""
        return self.outline.keys if self.outline else frozenset()


def head_of(source: Source, format_name: str = "") -> Head:
    """Return the head of a stream that was not yet read.

    `format_name` is the format that the user asked for, with the columns of a table after a colon.
    """
    encoding = encodings.of(source.mark, source.head)
    text = _decoded(source.head, encoding)
    in_unicode = text
    if encodings.in_unicode(encoding) != encoding:
        in_unicode = _decoded(source.head, encodings.in_unicode(encoding))
    name = PurePath(source.path)
    suffix = name.with_suffix("").suffix if name.suffix.lower() in PACKED else name.suffix
    return Head(
        path=source.path,
        suffix=suffix.lower(),
        raw=source.head,
        encoding=encoding,
        text=text,
        newline="\r\n" if "\r\n" in text and not _BARE.search(text) else "\n",
        outline=outline_of(in_unicode) if _is_json(in_unicode) else None,
        folder=source.folder,
        members=archives.members(source),
        columns=format_name.partition(":")[2],
    )


def _decoded(head: bytes, encoding: str) -> str:
    """Return the text of bytes; a character cut off at their end is left out."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(head)


def _is_json(text: str) -> bool:
    """Tell whether a text begins like JSON, or most of its lines do."""
    if COMMENTED.match(text) or _SECTION.match(text):
        return False
    objects = len(_OBJECT.findall(text))
    return bool(_JSON.match(text)) or 0 < len(_LINE.findall(text)) <= objects * 2
