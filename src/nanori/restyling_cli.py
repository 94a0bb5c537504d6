"""The command line of restyling: `nanori restyle`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from nanori.errors import NanoriError

if TYPE_CHECKING:
    from nanori.records import Record
    from nanori.restyling import Change


class Style(StrEnum):
    """How references are to be worded."""

    FOUNDATIONS = "foundations"
    ORACLE = "oracle"
    TILDE = "tilde"
    FORGE = "forge"
    XMAGE = "xmage"
    MSE = "mse"


def restyle(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Card files; - is standard input.", show_default=False),
    ] = None,
    style: Annotated[
        Style | None,
        typer.Option(help="How to word what a card says of itself.", show_default=False),
    ] = None,
    edition: Annotated[
        str, typer.Option(help="Edition of the rules for oracle: 2011, or none for the latest.")
    ] = "",
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
    lang: Annotated[
        str, typer.Option(help="Language of texts that do not say theirs, as a BCP 47 code.")
    ] = "",
    names: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Names of other cards: one a line, or any card file."),
    ] = None,
) -> int:
    """Reword the references of cards to themselves, and write what was changed."""
    from nanori import inputs, languages, progress, restyling, streams, writing

    if lang:
        languages.load(lang)
    if style is None:
        raise NanoriError(f"a --style was wanted, one of {', '.join(Style)}")
    restyling.check(style, edition)
    if not files:
        raise NanoriError("a FILE was wanted; - is standard input")
    if output and any(streams.same(output, one) for one in [*files, *([names] if names else [])]):
        raise NanoriError("is an input, it would be overwritten", path=output)
    failures = inputs.Failures(files)
    known = inputs.known(names)
    with writing.output(output) as out:
        batches = inputs.batches(files, lang, failures)
        if progress.wanted(output):
            batches = progress.watched(batches, files)
        for record in inputs.records_of(batches, failures):
            try:
                changed = restyling.changes(record.card, style, edition=edition, names=known)
            except NanoriError as error:
                failures.note(NanoriError(error.message, path=record.path, line=record.line))
                continue
            out.write(_line(record, changed))
    return failures.code


def _line(record: Record, changed: tuple[Change, ...]) -> bytes:
    """Return one line of JSON: the new text and its changes, the input's unknown keys in it."""
    import msgspec

    from nanori.restyling import restyled

    own = {
        "id": record.card.id,
        "text": restyled(record.card.text, changed),
        "changes": [
            {
                "start": one.edit.start,
                "end": one.edit.end,
                "text": record.card.text[one.edit.start : one.edit.end],
                "new": one.edit.text,
                "form": one.reference.form,
                "new_form": one.form,
                "scope": one.reference.scope,
                "rule": one.reference.rule,
            }
            for one in changed
        ],
    }
    return msgspec.json.encode({**own, **record.extra, **own}) + b"\n"
