"""What a file in no known format looks like, so that the error can say so.

A file written for programs may well contain a name with a type line below it, or lines like “name:
…”. That does not make it a spoiler: words changed in it by the rules of plain text would break it.
"""

import re
from collections.abc import Callable

from nanori.formats.detection import COMMENTED, REQUEST, Head
from nanori.model.values import Card

# What articles may well be.
MARKDOWN = "Markdown with code, tables or links"

# What an article's settings look like, and its suffix.
FRONT_MATTER = ("YAML", ".md")

# Lines that are looked at.
MAX_LINES = 2000

# Keys or columns that are quoted, at most.
MAX_SHOWN = 4

# What identifies a file by its beginning alone.
_OPENINGS = (
    ("JSON with comments", COMMENTED),
    ("requests to a program", REQUEST),
    ("a PDF file", re.compile(r"%PDF-")),
    ("an RTF file", re.compile(r"\{\\rtf")),
    ("a program", re.compile(r"#!\s*+/|<\?php\b")),
    ("a patch", re.compile(r"diff --git |--- \S[^\n]*+\n\+\+\+ \S")),
    ("YAML", re.compile(r"(?:#[^\n]*+\n|\s)*+(?:%YAML\b|---[ \t\r]*+\n\s*+(?:- |[a-z_-]++:\s))")),
    (
        "HTML",
        re.compile(
            r"(?:\s|<!--[^>]*+-->)*+<(?:!doctype html|(?:html|head|body|div|p|table|[uo]l|h[1-6]"
            r"|script|style|span|section|article|main|template|svg)\b)",
            re.IGNORECASE,
        ),
    ),
)

_ROOT = re.compile(
    r"(?:\s|<\?[^>]*+>|<!--[^>]*+-->|<!DOCTYPE[^>]*+>)*+<(?P<name>[A-Za-z][\w:.-]*+)"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

_MEMBER = re.compile(r'\s*+"(?:[^"\\]|\\.)*+"\s*+:.*')
_BRACKETS = re.compile(r"\s*+[\[\]{}]++\s*+,?\s*+")
_TAG = re.compile(
    r".*?</?(?:p|div|table|t[rdh]|[uo]l|li|span|a|img|h[1-6]|section|template)\b[^<>]*+>", re.I
)
_KEY = re.compile(r"""\s*+(?:-\s++)?["']?[A-Za-z_][\w -]*+["']?:(?:\s.*)?""")
_ITEM = re.compile(r"\s*+-\s.*|\s++\S.*|\s*+#.*")
# What YAML needs and labelled lines never have: quoted names, nested keys, blocks of text.
_YAML = re.compile(
    r"""
      ^[ \t]*+(?:-[ ]++)?["']?(?i:name)["']?:[ ]++["'][^\n]*+(?<=["'])$
    | ^[ \t]*+-[ ]++["']?[\w -]++["']?:[ ][^\n]*+\n[ \t]++["']?[\w-]++["']?:\s
    | ^[ \t]*+["']?[\w-]++["']?:[ \t]*+\n(?:[ \t]*+-[ ]++["']?[\w-]++["']?:\s|[ \t]++[\w-]++:\s)
    | ^[ \t]*+(?:-[ ]++)?[\w-]++:[ ]++[|>][+-]?\d?[ \t]*+$
    """,
    re.VERBOSE | re.MULTILINE,
)

_SETTING = re.compile(r"\s*+(?:\[{1,2}[^\[\]]++\]{1,2}|[\w.\"-]++\s*+=(?!=).*|[#;].*)\s*+")
_TOML = re.compile(r"""^[ \t]*+(?:\[\[|[\w."-]++[ \t]*+=[ \t]*+["'\[{])""", re.MULTILINE)
_CODE = re.compile(
    r"""
      .*[{;]\s*+
    | \s*+[)}\]]++[;,]?\s*+
    | \s*+(?:import\s\S.*|from\s++[\w.]++\s++import\b.*|\#(?:include|define|pragma)\s.*)
    | \s*+(?:using|namespace|package|use|require|include)\s++\S++\s*+
    | \s*+(?:export|const|let|var|val|static|public|private|protected|async|await)\s\S.*
    | \s*+(?:def|class|func|function|fn|struct|enum|impl|interface|module|type)\s\w.*[({:=]\s*+
    | \s*+(?:if|for|while|elif|with|match|case)\s.*:\s*+ | \s*+(?:else|try|finally):\s*+
    | \s++(?:return|yield|raise|throw|assert)\b.*
    | \s*+[\w.]++(?:\[[^\]]*+\])?\s*+[+*-]?=(?!=)\s*+\S.* | \s*+[a-z_]\w*+(?:\.\w++)*+\(.*\)\s*+
    | \s*+(?://\s*+\w|/\*|\*/|\#!?\[|\\[a-z]++[{\[]|\"\"\"|''').*
    """,
    re.VERBOSE,
)
_STAMP = re.compile(
    r"\s*+\W?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d).*"
)
_MARKDOWN = re.compile(
    r"```.*|\|?\s*+:?-{3,}+:?\s*+(?:\|\s*+:?-{3,}+:?\s*+)++\|?\s*+|.*?\[[^\[\]]{1,200}+\]\([^()\s]{1,300}+\).*"
)
_FENCE = re.compile(r"^[ \t]*+(?:```|\|?[ \t]*+:?-{3,}+:?[ \t]*+\|[ \t]*+:?-{3,})", re.MULTILINE)
_SUFFIXES = {".yaml": "YAML", ".yml": "YAML", ".toml": "TOML", ".html": "HTML", ".htm": "HTML"}


def likeness(head: Head) -> str:
    """Return what a file in no format, or in a doubtful one, looks like; empty for mere text."""
    if head.unread:
        return head.unread
    text = head.text.replace("\r\n", "\n")
    if head.folder or not text.strip():
        return ""
    if len(_CONTROL.findall(text)) * 64 > len(text):
        return "a file that is no text"
    for what, opening in _OPENINGS:
        if opening.match(text) and (what, head.suffix) != FRONT_MATTER:
            return what
    if head.outline is not None:
        return _json(head.keys)
    if root := _ROOT.match(text):
        return f"XML with the root <{root['name'][:40]}>"
    if what := _SUFFIXES.get(head.suffix):
        return what
    lines = [line for line in text.split("\n")[:MAX_LINES] if line.strip()]
    return next((what for what, tells in _LINES if tells(text, lines)), "")


def _json(keys: frozenset[str]) -> str:
    """Return what kind of JSON without card records it is; empty if a record may be broken."""
    card_keys = keys & {*Card.__struct_fields__}
    if not keys or (card_keys and ("text" in card_keys or "cards" not in keys)):
        return ""
    some = ", ".join(f"“{key[:40]}”" for key in sorted(keys)[:MAX_SHOWN])
    return f"JSON with the keys {some}{' …' if len(keys) > MAX_SHOWN else ''}"


def _share(lines: list[str], *patterns: re.Pattern[str]) -> float:
    count = sum(any(pattern.fullmatch(line) for pattern in patterns) for line in lines)
    return count / max(len(lines), 1)


def _is_settings(text: str, lines: list[str]) -> bool:
    has_value = any("=" in line for line in lines if _SETTING.fullmatch(line))
    return has_value and bool(_SETTING.fullmatch(lines[0])) and _share(lines, _SETTING) >= 0.3


def _is_code(text: str, lines: list[str]) -> bool:
    share = _share(lines, _CODE)
    return share >= 0.5 or (share >= 0.2 and share * len(lines) >= 4)


def _even(lines: list[str], sign: str, fewest: int) -> bool:
    """Tell whether nearly all lines have as many of a character as the first one."""
    usual = lines[0].count(sign)
    alike = sum(line.count(sign) == usual for line in lines)
    return usual >= fewest and len(lines) >= 3 and alike >= 0.9 * len(lines)


# What identifies a file by most of its lines.
_LINES: tuple[tuple[str, Callable[[str, list[str]], bool]], ...] = (
    (
        "JSON that is broken",
        lambda _, lines: (
            any(map(_MEMBER.fullmatch, lines)) and _share(lines, _MEMBER, _BRACKETS) >= 0.5
        ),
    ),
    ("HTML", lambda _, lines: _share(lines, _TAG) >= 0.3),
    ("a log", lambda _, lines: _share(lines, _STAMP) >= 0.5),
    ("TOML", lambda text, lines: bool(_TOML.search(text)) and _is_settings(text, lines)),
    ("settings (INI)", _is_settings),
    ("YAML", lambda text, lines: bool(_YAML.search(text)) and _share(lines, _KEY, _ITEM) >= 0.7),
    (
        MARKDOWN,
        lambda text, lines: bool(_FENCE.search(text)) or _share(lines, _MARKDOWN) >= 0.2,
    ),
    ("source code", _is_code),
    (
        "a table without cards (--column name=…, text=… say which columns have them)",
        lambda _, lines: _even(lines, ",", 2) or _even(lines, "\t", 1) or _even(lines, ";", 2),
    ),
)
