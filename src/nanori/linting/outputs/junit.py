"""JUnit XML, which build servers show: a suite, in which every finding is a test that failed."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from nanori.linting.outputs import UntilError
from nanori.linting.reports import Report
from nanori.model.visible import visible_in_xml


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield one suite with a case for each report, or one that passed where there is none.

    It is complete also where an error ends the reports.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="nanori lint">\n'
    count = 0
    every = UntilError(reports)
    for report in every:
        count += 1
        yield _case(report)
    if not count and not every.error:
        yield '<testcase classname="nanori" name="lint"/>\n'
    yield "</testsuite>\n</testsuites>\n"
    every.end()


def _case(report: Report) -> str:
    """Return the case of a report: its check, its place and what it says."""
    diagnostic = report.diagnostic
    place = f"{diagnostic.path}:{diagnostic.line}:{diagnostic.column}"
    message = _attribute(diagnostic.message)
    words = visible_in_xml(
        f"{place}: {diagnostic.severity}: {report.heading}: {diagnostic.message}"
    )
    return (
        f"<testcase classname={_attribute(f'nanori.{diagnostic.check}')}"
        f" name={_attribute(place)} file={_attribute(diagnostic.path)}"
        f' line="{diagnostic.line}">\n'
        f"<failure type={_attribute(diagnostic.severity)} message={message}>"
        f"{escape(words)}</failure>\n</testcase>\n"
    )


def _attribute(words: str) -> str:
    return quoteattr(visible_in_xml(words))
