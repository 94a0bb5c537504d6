"""The command `nanori`."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper
from types import ModuleType
from typing import cast


def main() -> None:
    """Run the command line."""
    from nanori.model.cached_patterns import KeptPatterns

    patterns = KeptPatterns("".join(sys.argv[1:2]))  # before anything that compiles patterns
    gc.set_threshold(100_000)  # start-up allocates what stays: collecting there costs 3 %
    _import_msgspec()
    from nanori.surfaces.cli import ending

    _write_utf8()
    try:
        ending.by_exception()
        from nanori.surfaces.cli import app

        code = app.run()
        if code < app.UNREADABLE:  # a command ran, at least
            patterns.keep()
    except KeyboardInterrupt as asked:
        code = asked.code if isinstance(asked, ending.Ended) else 130
    if code > ending.SIGNALLED:
        from nanori.formats.io import streams

        streams.let_go()
        # Everything is cleaned up. Python would wait for threads feeding workers that are gone.
        sys.stderr.flush()
        os._exit(code)
    gc.freeze()  # nothing is open any more: leave the rest to the end of the process
    sys.exit(code)


def _import_msgspec() -> None:
    """Import it without typing_extensions, a tenth of start-up that only repeats Python."""
    name = "typing_extensions"
    if name in sys.modules:
        return
    sys.modules[name] = cast("ModuleType", None)
    try:
        import msgspec as msgspec
    finally:
        del sys.modules[name]


def _write_utf8() -> None:
    """Print UTF-8 whatever the locale or code page, unless another encoding is asked for."""
    if os.environ.get("PYTHONIOENCODING"):
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # may be None or something else in a host's process
            stream.reconfigure(encoding="utf-8")


if __name__ == "__main__":
    main()
