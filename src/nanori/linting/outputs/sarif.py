"""SARIF 2.1.0, which code hosts and editors read; columns count code points."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from nanori.linting import checks
from nanori.linting.check import Rule
from nanori.linting.outputs import UntilError, on_disk
from nanori.linting.reports import Report
from nanori.model import visible

LEVELS = {"error": "error", "warning": "warning", "info": "note"}
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def write(reports: Iterable[Report], read: Callable[[], dict[str, object]] = dict) -> Iterator[str]:
    """Yield one log with one run: the tool with all its checks, then a result for each report.

    It is complete also where an error ends the reports. `read` says what was read, when that is
    all, for the properties of the run.
    """
    from importlib.metadata import version

    own = version("nanori")
    every = checks.rules()
    driver = {
        "name": "nanori",
        "version": own,
        "semanticVersion": own,
        "rules": [_rule(rule) for rule in every.values()],
    }
    indices = {name: index for index, name in enumerate(every)}
    yield (
        f'{{"$schema": {_json(SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
        f'"tool": {_json({"driver": driver})},\n"columnKind": "unicodeCodePoints",\n"results": ['
    )
    comma = "\n"
    until_error = UntilError(reports)
    for report in until_error:
        yield comma + _json(_result(report, indices))
        comma = ",\n"
    yield f'\n],\n"properties": {_json({"read": read()})}}}]}}\n'
    until_error.end()


def _json(value: object) -> str:
    return visible.json(value).decode()


def _rule(rule: Rule) -> dict[str, Any]:
    page = checks.listed()[rule.check].page.strip()
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.about},
        "fullDescription": {"text": rule.about},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(report: Report, indices: dict[str, int]) -> dict[str, Any]:
    diagnostic = report.diagnostic
    region = {
        "startLine": diagnostic.line,
        "startColumn": diagnostic.column,
        "endLine": diagnostic.end_line,
        "endColumn": diagnostic.end_column,
        "snippet": {"text": diagnostic.text},
    }
    uri = quote(PurePath(on_disk(diagnostic.path)).as_posix(), errors="surrogateescape")
    parts = (PurePath(diagnostic.path).name, diagnostic.card, diagnostic.lang, diagnostic.field)
    name = "/".join(str(part) for part in parts if part not in (None, ""))
    return {
        "ruleId": diagnostic.rule,
        **({"ruleIndex": indices[diagnostic.rule]} if diagnostic.rule in indices else {}),
        "level": LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri},
                    "region": region,
                },
                "logicalLocations": [{"fullyQualifiedName": name}],
            }
        ],
        "partialFingerprints": {"nanori/v1": report.fingerprint},
    }
