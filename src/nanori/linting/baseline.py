"""A baseline, findings that an earlier run wrote as JSON, to the fingerprints of what is known."""

from collections import Counter
from pathlib import Path

import msgspec

from nanori.linting import configuration
from nanori.linting.reports import fingerprint
from nanori.model import typed_values
from nanori.model.diagnostics import Diagnostic
from nanori.model.errors import NanoriError


class KnownFinding(Diagnostic, frozen=True, kw_only=True):
    """A finding of an earlier run."""

    verdict: str = "n"
    """What its owner said to its fix: one that was made may come again."""


def fingerprints(path: str) -> frozenset[str]:
    """Return the fingerprints of the findings in a JSON array or JSON Lines.

    NanoriError if the file cannot be read, or holds something else, or an unknown rule.
    """
    decoder = typed_values.decoder(list[KnownFinding])
    try:
        content = Path(path).read_bytes().strip()
        if not content.startswith(b"["):
            content = b"[" + b",".join(content.splitlines()) + b"]"
        findings = decoder.decode(content)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=path) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        reason = f"no findings as nanori lint -o known.json writes them: {error}"
        raise NanoriError(reason.lower(), path=path) from error
    for rule in dict.fromkeys(finding.rule for finding in findings):
        try:
            configuration.prove_check(rule)
        except NanoriError as error:
            raise NanoriError(error.message, path=path) from None
    counts = Counter[str]()
    known: list[str] = []
    for finding in findings:  # in the order of their run, by which alike ones are numbered
        first = fingerprint(finding, 0)
        if finding.verdict == "n":
            known.append(fingerprint(finding, counts[first]))
            counts[first] += 1
    return frozenset(known)
