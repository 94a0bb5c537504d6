"""A baseline, findings that an earlier run wrote as JSON, to the fingerprints of what is known."""

import json
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


class _Known(msgspec.Struct):
    findings: list[KnownFinding]


_WHOLE = b'{"findings"'


def fingerprints(path: str) -> frozenset[str]:
    """Return the fingerprints of the findings in JSON, as they are written, or JSON Lines.

    NanoriError if the file cannot be read, or holds something else, or an unknown rule.
    """
    try:
        content = Path(path).read_bytes().strip()
        findings: list[KnownFinding] = []
        if content.startswith(_WHOLE):  # answers to --ask may follow it
            end = json.JSONDecoder().raw_decode(content.decode())[1]
            whole, content = content.decode()[:end], content.decode()[end:].encode()
            findings += typed_values.decoder(_Known).decode(whole).findings
        lines = b"[" + b",".join(filter(None, content.splitlines())) + b"]"
        findings += typed_values.decoder(list[KnownFinding]).decode(lines)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=path) from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = f"no findings as nanori lint -o known.json writes them: {error}"
        raise NanoriError(reason.lower(), path=path) from error
    for rule in dict.fromkeys(finding.rule for finding in findings):
        if message := configuration.unknown(rule):
            raise NanoriError(message, path=path)
    counts = Counter[str]()
    fingerprints_found: list[str] = []
    for finding in findings:  # in the order of their run, by which alike ones are numbered
        first = fingerprint(finding, 0)
        if finding.verdict == "n":
            fingerprints_found.append(fingerprint(finding, counts[first]))
            counts[first] += 1
    return frozenset(fingerprints_found)
