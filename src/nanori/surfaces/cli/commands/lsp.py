"""The command `nanori lsp`."""

import sys
from typing import Annotated

from msgspec import Struct

from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Option

EXAMPLES = {"nanori lsp": "the command to configure in your editor; see docs/editors.md"}


class Options(Struct, kw_only=True):
    """What `nanori lsp` is asked for."""

    stdio: Annotated[
        bool,
        Option("Use standard input and output, which it always does; editors pass this option."),
    ] = True


def lsp(options: Options) -> int:
    """Serve an editor as a language server: findings as you type, fixes, names, renaming."""
    try:
        from nanori.surfaces.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        raise NanoriError("pygls is not installed: pip install 'nanori[lsp]'") from None
    stdin, stdout = sys.stdin, sys.stdout
    if stdin is None or stdout is None:  # type: ignore[comparison-overlap]
        raise NanoriError("standard input or output is closed")
    return serve(stdin.buffer, stdout.buffer)
