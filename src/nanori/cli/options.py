"""Arguments that several commands take, so that they are said and explained alike."""

from __future__ import annotations

from typing import Annotated

import typer

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE", help="Card files; - is standard input.", show_default=False),
]
Output = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
]
Lang = Annotated[
    str, typer.Option(help="Language of texts that do not say theirs, as a BCP 47 code.")
]
Names = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Names of other cards: one a line, or any card file."),
]
From = Annotated[
    str,
    typer.Option(
        "--from", metavar="FORMAT", help="Format of the files; nanori formats lists them."
    ),
]
