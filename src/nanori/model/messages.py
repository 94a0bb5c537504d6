"""What the program says to people, in the language they chose: a gettext catalogue for each.

A message is written in English, with its values in it, where it is made, and translated where it is
shown, so that what other programs read never changes. A `msgid` has `{}` for each value, its
`msgstr` `{0}`, `{1}` … in any order; what matches no entry stays English.
"""

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from nanori.model.errors import DataFileError, NanoriError, file_place

FOLDER = Path(__file__).parent / "catalogues"
# Stands for a value in a `msgid`.
VALUE = "{}"
_ENTRY = re.compile(r'^(?:msgctxt (".*")\n)?msgid (".*")\nmsgstr (".*")$', re.MULTILINE)
# How a value begins that is itself a message joined to another: “, did you mean …?”. The last
# begins what was wanted in place of some words.
JOINED = (", ", "; ", ": “")
# Between a context and its message in gettext's own keys.
_BEHIND_CONTEXT = "\4"


class Catalogue:
    """The entries of one language, read from its PO file; English where one is missing.

    It has the interface of Python's gettext, which would take time to import at every start.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._whole = entries
        patterns = sorted((words for words in entries if VALUE in words), key=len, reverse=True)
        self._patterns = [
            (re.compile("(.*?)".join(map(re.escape, each.split(VALUE))), re.DOTALL), entries[each])
            for each in patterns
        ]

    def pgettext(self, context: str, message: str) -> str:
        """Return a message translated in a context; only exact entries count."""
        return self._whole.get(f"{context}{_BEHIND_CONTEXT}{message}", message)

    def gettext(self, message: str) -> str:
        """Return a message in the language, its values unchanged."""
        if whole := self._whole.get(message):
            return whole
        for pattern, replacement in self._patterns:
            if match := pattern.fullmatch(message):
                return replacement.format(*(self._value(each) for each in match.groups()))
        return message

    def _value(self, value: str) -> str:
        return self.gettext(value) if value.startswith(JOINED) else self._whole.get(value, value)


class _SpokenNow:
    """The language that this process speaks, and its catalogue."""

    code: str = ""
    catalogue: Catalogue = Catalogue({})


def source() -> str:
    """Return the code of the language that messages are written in: that of the template."""
    return next(path.stem for path in FOLDER.glob("*.pot"))


def codes() -> list[str]:
    """Return the codes of the languages that have a catalogue."""
    return sorted(path.stem for path in FOLDER.glob("*.po*"))


def entries(code: str) -> dict[str, str]:
    """Return the translation of each message in a language; DataFileError if it is broken."""
    import ast  # where messages stay English, nothing is read

    from nanori.model import data_files

    path, translations = FOLDER / f"{code}.po", dict[str, str]()
    for match in _ENTRY.finditer(data_files.text(path)):
        try:
            context, message, meant = (ast.literal_eval(each or '""') for each in match.groups())
        except SyntaxError:
            raise DataFileError(str(path), f"cannot be read: {match[0]}") from None
        if message:
            translations[f"{context}{_BEHIND_CONTEXT}{message}" if context else message] = meant
    return translations


@lru_cache
def catalogue(code: str) -> Catalogue:
    """Return the catalogue of a language; the source language's if it has none."""
    return Catalogue(entries(code) if code in codes() and code != source() else {})


def choose(code: str) -> None:
    """Speak a language from now on; NanoriError if it has no catalogue."""
    if code not in codes():
        raise NanoriError(f"--messages is one of {', '.join(codes())}, not “{code}”")
    _SpokenNow.code, _SpokenNow.catalogue = code, catalogue(code)


def spoken() -> str:
    """Return the code of the language in use."""
    return _SpokenNow.code or source()


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language code the locale asks for; the source language's if it has none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as POSIX says
    locale = next((environment[name] for name in names if environment.get(name)), "")
    code = re.split(r"[_.@-]", locale)[0]
    return code if code in codes() else source()


def said(message: str) -> str:
    """Return a message in the language nanori is speaking."""
    return _SpokenNow.catalogue.gettext(message)


def said_of(error: NanoriError) -> str:
    """Return an error's line in that language: its place unchanged, and what is wrong there."""
    location = file_place(error.path, error.line, error.column)
    return f"{location}: {said(error.message)}" if location else said(error.message)
