"""A check for Weblate: card texts are held against their originals while they are translated.

Name it in Weblate's settings, beside its own checks:

    CHECK_LIST += ("nanori.surfaces.weblate.NanoriCheck",)

What it finds is shown with the string, and a fix that is safe can be made by a click. Settings as
of a nanori.toml are those of a subclass with its own `config`. Tried with Weblate 5.14.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import nanori
from nanori.formats.translation import keys
from nanori.grammar import languages

if TYPE_CHECKING:

    class TargetCheck:
        """What is used of Weblate's class with that name."""

else:
    try:
        from weblate.checks.base import TargetCheck
    except ImportError:  # read without Weblate: by tests, or to look at it

        class TargetCheck:
            """Stands in for Weblate's class of that name."""


# What Weblate's editor does to a translation: `regex`, what is found, what replaces it, flags.
Fixup = tuple[str, str, str, str]

_TEXT, _NAME = "text", "name"
# Severity that does not make a check fail.
_QUIET = "info"


class NanoriCheck(TargetCheck):
    """Fails if a translated card text does not say what its original says.

    The key of a string (its context) tells which field of which card it is, as in translators'
    files; one without such a key is a text whose card has no name.
    """

    check_id = "nanori"
    name = "Card text"
    description = "The text differs from its original, or does not fit its card."

    config = ""
    """Path of a nanori.toml; empty for no settings."""

    def check_single(self, source: str, target: str, unit: Any) -> bool:  # noqa: ANN401
        """Return whether anything is found beyond mere information."""
        return bool(self.findings(source, target, unit))

    def get_description(self, check_obj: Any) -> str:  # noqa: ANN401
        """Return what was found in the translation of a failing string, as plain text."""
        unit = check_obj.unit
        messages = [
            f"{finding.message} ({finding.rule})"
            for source, target in _both(unit)
            for finding in self.findings(source, target, unit)
        ]
        return "; ".join(dict.fromkeys(messages)) or self.description

    def get_fixup(self, unit: Any) -> list[Fixup] | None:  # noqa: ANN401
        """Return the safe fixes, or None without any."""
        fixups = [
            _fixup(edit, target)
            for source, target in _both(unit)
            for finding in self.findings(source, target, unit)
            if finding.fix and finding.fix.safe and finding.field == _TEXT
            for edit in reversed(finding.fix.edits)
        ]
        return fixups or None

    def findings(self, source: str, target: str, unit: Any) -> list[nanori.results.Diagnostic]:  # noqa: ANN401
        """Return what is found in a translation."""
        langs = (
            languages.called(str(unit.translation.component.source_language.code)),
            languages.called(str(unit.translation.language.code)),
        )
        key = keys.read(str(unit.context or ""))
        if not all(langs) or (key is not None and key.field != _TEXT):
            return []
        names = self.names(unit) if key is not None else ("", "")
        original, translation = (
            nanori.Card(text=text, name=name, lang=lang)
            for text, name, lang in zip((source, target), names, langs, strict=True)
        )
        every = nanori.lint([(original, translation)], config=self.config or None)
        return [
            finding
            for finding in every
            if finding.path == "cards[0][1]" and finding.severity != _QUIET
        ]

    def names(self, unit: Any) -> tuple[str, str]:  # noqa: ANN401
        """Return the name of a unit's card in both languages, empty if unknown.

        It is that of the unit with the same context, except “name” in place of “text”.
        """
        context = str(unit.context)
        head, field, tail = context.rpartition(_TEXT)
        unit_set = getattr(unit.translation, "unit_set", None)
        if not field or unit_set is None:
            return "", ""
        named = unit_set.filter(context=f"{head}{_NAME}{tail}").first()
        return (str(named.source), str(named.target)) if named is not None else ("", "")


def _both(unit: Any) -> list[tuple[str, str]]:  # noqa: ANN401
    sources: Sequence[str] = unit.get_source_plurals()
    return [(sources[-1], target) for target in unit.get_target_plurals()]


def _fixup(edit: nanori.Edit, target: str) -> Fixup:
    """Return an edit for Weblate's editor, which counts code points from the beginning."""
    old = "".join(f"\\u{{{ord(sign):x}}}" for sign in target[edit.start : edit.end])
    new = re.sub(r"\$", "$$$$", edit.text)
    return "regex", f"^([\\s\\S]{{{edit.start}}}){old}", f"$1{new}", "u"
