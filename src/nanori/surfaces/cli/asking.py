"""Fixes to the owner's answers, as `git add -p` asks: each is shown as card and diff."""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from nanori.formats.io import writing
from nanori.linting import configuration
from nanori.linting.reports import Report
from nanori.model import visible
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.surfaces.cli import terminal

KEYS = {
    "y": "fix it",
    "n": "leave it",
    "i": "leave it, and turn its rule off for cards of this name, in the settings file",
    "a": "fix it and all others of this rule",
    "q": "leave it and all that follow",
}


class Owner:
    """Says of each fix whether it is made; `shown` ends what is on the screen meanwhile.

    Answers are added to the file `kept`, if one is given, as findings with a `verdict`, y or n.
    """

    def __init__(self, kept: str | None, settings: Path, shown: Callable[[], None]) -> None:
        self._kept = kept
        self._settings = settings
        self._shown = shown
        self._answers: dict[str, bool] = {}
        self._rules = set[str]()
        """Those whose fixes are all made."""
        self._ended = False
        self.turned_off: dict[str, tuple[str, ...]] = {}
        """By a card's name, the rules that were turned off for it."""

    def wants(self, report: Report) -> bool:
        """Return whether a fix is made, as answered before or now; no answer is “q”."""
        if report.fingerprint not in self._answers:
            if report.diagnostic.rule in self._rules:
                answer = self._keep(report, "y")
            else:
                answer = "q" if self._ended else self._asked(report)
            self._answers[report.fingerprint] = answer == "y"
        return self._answers[report.fingerprint]

    def _asked(self, report: Report) -> str:
        self._shown()
        out = sys.stderr
        out.writelines(_shown(report, colour=terminal.in_colour(out)))
        while True:
            print(f"Fix this [{','.join(KEYS)},?]? ", end="", file=out, flush=True)
            line = sys.stdin.readline()
            answer = line.strip().lower()[:1] if line else "q"
            if answer in KEYS:
                break
            print(*(f"{key} - {says}" for key, says in KEYS.items()), sep="\n", file=out)
        if answer == "q":
            self._ended = True
            return answer
        if answer == "i":
            card, rule = _name(report), report.diagnostic.rule
            text = configuration.with_ignored(self._settings, card, rule)
            with writing.output(str(self._settings)) as file:
                file.write(text.encode())
            self.turned_off[card] = (*self.turned_off.get(card, ()), rule)
        if answer == "a":
            self._rules.add(report.diagnostic.rule)
        return self._keep(report, "y" if answer in "ya" else "n")

    def _keep(self, report: Report, verdict: str) -> str:
        if self._kept:
            row = {**msgspec.to_builtins(report.diagnostic), "verdict": verdict}
            try:
                with Path(self._kept).open("ab") as file:
                    file.write(visible.json(row) + b"\n")
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise NanoriError(reason, path=self._kept) from None
        return verdict


def _name(report: Report) -> str:
    """Return the name of a card; its id if it has none: cards of other files may have that id."""
    card = report.diagnostic.card or ""
    return report.heading.removesuffix(f" #{card}") or card


def _shown(report: Report, *, colour: bool) -> list[str]:
    """Return a fix as the card, what is wrong, and the line before and after."""
    found, excerpt = report.diagnostic, report.excerpt
    by = excerpt.start - found.start
    edits = [
        Edit(edit.start + by, edit.end + by, edit.text)
        for edit in (found.fix.edits if found.fix else ())
        if edit.start + by >= 0 and edit.end + by <= len(excerpt.line)
    ]
    lines = [
        ("1", f"{found.path}:{found.line}: {report.heading}"),
        ("", f"{found.message} [{found.rule}]"),
        ("31", f"- {excerpt.line}"),
        ("32", f"+ {apply(excerpt.line, edits)}"),
    ]
    styled = ((code if colour else "", visible.visible(line)) for code, line in lines)
    return [
        "\n",
        *(f"\033[{code}m{line}\033[0m\n" if code else f"{line}\n" for code, line in styled),
    ]
