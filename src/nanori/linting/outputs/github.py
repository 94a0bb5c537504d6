"""Annotations of GitHub's workflow commands, one a line, and a summary behind them."""

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import on_disk
from nanori.linting.reports import Report
from nanori.model.errors import file_place
from nanori.model.visible import visible

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield a command for each report; GitHub shows a few of them only, so the count follows."""
    count = 0
    for report in reports:
        diagnostic = report.diagnostic
        count += 1
        end = (
            f",endLine={diagnostic.end_line},endColumn={diagnostic.end_column}"
            if (diagnostic.end_line, diagnostic.end_column) > (diagnostic.line, diagnostic.column)
            else ""
        )
        # GitHub knows the archive; which of its files, and where in it, only words can say.
        file = on_disk(diagnostic.path)
        location = f",line={diagnostic.line},col={diagnostic.column}{end}"
        inside = ""
        if file != diagnostic.path:
            location = ",line=1"
            inside = f" ({file_place(diagnostic.path, diagnostic.line, diagnostic.column)})"
        yield (
            f"::{LEVELS[diagnostic.severity]} title={_property(f'nanori ({diagnostic.rule})')}"
            f",file={_property(file)}{location}"
            f"::{_data(f'{diagnostic.rule}: {diagnostic.message}{inside}')}\n"
        )
    if count:
        yield f"{count} finding{'s' if count > 1 else ''}\n"


def _data(text: str) -> str:
    lines = visible(text.replace("\r", "\n")).replace("%", "%25")
    return lines.replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
