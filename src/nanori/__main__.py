"""The command `nanori`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; the version alone needs nothing of what the commands import."""
    if sys.argv[1:] == ["--version"]:
        from nanori import __version__

        print(f"nanori {__version__}")
        return
    from nanori.cli import ending

    try:
        ending.by_exception()
        from nanori.cli.app import run

        code = run()
    except KeyboardInterrupt as asked:
        code = asked.code if isinstance(asked, ending.Ended) else 130
    if code > ending.SIGNALLED:
        # All is cleaned up. Python would wait for threads that feed workers which are no more.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
