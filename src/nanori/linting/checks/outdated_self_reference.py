"""Finds a card that refers to itself the way prints did before November 2024.

Why: a set is easier to read if all its cards use the same style. This check runs with `style =
"foundations"`: a permanent says “this creature”, a spell “this spell”, a card in another zone “this
card”, and a legend its short name, in Japanese 「これ」.

Fix: unsafe. The words become those of `nanori restyle --style foundations`; the meaning of a name
in an ability that others gain or copy may change with it (CR 201.5b).

ja: 古い自己の呼び方
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Fix, Severity
from nanori.rewriting import restyling

SEVERITY: Severity = "warning"
ISSUE = "style"
OF_THIS_GAME = True


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each reference that the style words otherwise; signs are no words."""
    card, style = subject.card, subject.settings.style
    if style != restyling.FOUNDATIONS:
        return
    for change in restyling.of_references(card, subject.references, style):
        reference = change.reference
        if reference.form != "placeholder":
            new = change.edit.text
            message = (
                f"“{reference.text}” is the wording of before November 2024, “{new}” was wanted"
            )
            yield Finding(
                reference.start, reference.end, message, Fix(safe=False, edits=(change.edit,))
            )
