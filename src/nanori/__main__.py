"""The command `nanori`."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper
from types import ModuleType
from typing import cast


def main() -> None:
    """Run the command line; the version alone needs nothing of what the commands import."""
    if sys.argv[1:] == ["--version"]:
        from nanori import __version__

        try:
            print(f"nanori {__version__}", flush=True)
        except OSError:
            pass  # the same again below, where what is wrong with the output is said
        else:
            return
    from nanori.model.kept_patterns import KeptPatterns

    patterns = KeptPatterns("".join(sys.argv[1:2]))  # before all that compiles some
    gc.set_threshold(20_000)  # what a start makes stays: to look for garbage in it is a thirtieth
    _import_msgspec()
    from nanori.surfaces.cli import ending

    _write_utf8()
    try:
        ending.by_exception()
        from nanori.surfaces.cli import app

        code = app.run()
        if code < app.UNREADABLE:  # it was a command, at least
            patterns.keep()
    except KeyboardInterrupt as asked:
        code = asked.code if isinstance(asked, ending.Ended) else 130
    if code > ending.SIGNALLED:
        # All is cleaned up. Python would wait for threads that feed workers which are no more.
        sys.stderr.flush()
        os._exit(code)
    gc.freeze()  # nothing is open any more: what is left goes with the process, not piece by piece
    sys.exit(code)


def _import_msgspec() -> None:
    """Import it without typing_extensions: Python has all it wants of that, a tenth of a start."""
    name = "typing_extensions"
    if name in sys.modules:
        return
    sys.modules[name] = cast("ModuleType", None)
    try:
        import msgspec as msgspec
    finally:
        del sys.modules[name]


def _write_utf8() -> None:
    """Let what is printed be UTF-8 whatever the locale or code page, unless one asks otherwise."""
    if os.environ.get("PYTHONIOENCODING"):
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # nothing, or another thing, in a host's process
            stream.reconfigure(encoding="utf-8")


if __name__ == "__main__":
    main()
