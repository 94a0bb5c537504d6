"""What the program says to people, in the language they chose: a gettext catalogue for each.

A message is written in English where it is made, with its values in it; it is translated where it
is shown, so that what other programs read never changes. A `msgid` has `{}` for each value, its
`msgstr` `{0}`, `{1}` … in any order; what no entry fits stays English.
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from nanori.model.errors import NanoriError, file_place

FOLDER = Path(__file__).parent / "catalogues"
# What stands for a value in a `msgid`.
VALUE = "{}"
_ENTRY = re.compile(
    r'^(?:msgctxt (?P<context>".*")\n)?msgid (?P<said>".*")\nmsgstr (?P<meant>".*")$', re.MULTILINE
)
# How a value begins that is a message of its own, joined to another: “, did you mean …?”.
# The last one begins what was wanted in the place of some words.
JOINED = (", ", "; ", ": “")
# Between a context and its message in gettext's own keys.
_BEHIND_CONTEXT = "\4"


class Catalogue:
    """The entries of one language, read from its PO file; English where one is missing.

    It answers as one of Python's gettext does, which is not imported at each start for this.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        """Keep whole messages, and those with values as patterns, the most telling first."""
        self._whole = entries
        patterns = sorted((said for said in entries if VALUE in said), key=len, reverse=True)
        self._patterns = [
            (re.compile("(.*?)".join(map(re.escape, said.split(VALUE))), re.DOTALL), entries[said])
            for said in patterns
        ]

    def pgettext(self, context: str, message: str) -> str:
        """Return a message of a context, whole or not at all."""
        return self._whole.get(f"{context}{_BEHIND_CONTEXT}{message}", message)

    def gettext(self, message: str) -> str:
        """Return a message in the language, its values as they are."""
        if whole := self._whole.get(message):
            return whole
        for pattern, meant in self._patterns:
            if match := pattern.fullmatch(message):
                return meant.format(*(self._value(each) for each in match.groups()))
        return message

    def _value(self, value: str) -> str:
        """Return a value in the language: as it is, but for whole messages and what joins on."""
        return self.gettext(value) if value.startswith(JOINED) else self._whole.get(value, value)


class _SpokenNow:
    """The language that this process speaks, and its catalogue."""

    code: str = ""
    catalogue: Catalogue = Catalogue({})


def source() -> str:
    """Return the code of the language that messages are written in: that of the template."""
    return next(path.stem for path in FOLDER.glob("*.pot"))


def codes() -> list[str]:
    """Return the codes of the languages there are messages in."""
    return sorted(path.stem for path in FOLDER.glob("*.po*"))


def entries(code: str) -> dict[str, str]:
    """Return what each message is in a language."""
    return dict(_read((FOLDER / f"{code}.po").read_text("utf-8")))


def _read(text: str) -> Iterator[tuple[str, str]]:
    import ast  # where messages stay English, nothing is read

    for match in _ENTRY.finditer(text):
        if said := ast.literal_eval(match["said"]):
            context = (
                f"{ast.literal_eval(match['context'])}{_BEHIND_CONTEXT}" if match["context"] else ""
            )
            yield f"{context}{said}", ast.literal_eval(match["meant"])


@lru_cache
def catalogue(code: str) -> Catalogue:
    """Return the catalogue of a language; that of the source for one without."""
    has_one = code != source() and code in codes()
    return Catalogue(entries(code) if has_one else {})


def choose(code: str) -> None:
    """Speak a language from now on; NanoriError for one without a catalogue."""
    if code not in codes():
        raise NanoriError(f"--messages is one of {', '.join(codes())}, not “{code}”")
    _SpokenNow.code, _SpokenNow.catalogue = code, catalogue(code)


def spoken() -> str:
    """Return the code of the language that is spoken now."""
    return _SpokenNow.code or source()


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code that the locale asks for, that of the source where there is none of it."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as POSIX says
    asked = next((environment[name] for name in names if environment.get(name)), "")
    code = re.split(r"[_.@-]", asked)[0]
    return code if code in codes() else source()


def said(message: str) -> str:
    """Return a message in the language in which nanori speaks to people."""
    return _SpokenNow.catalogue.gettext(message)


def said_of(error: NanoriError) -> str:
    """Return an error's line in that language: its place, as it is, and what is wrong there."""
    place = file_place(error.path, error.line, error.column)
    return f"{place}: {said(error.message)}" if place else said(error.message)
