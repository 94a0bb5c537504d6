"""A host and a port to a server that runs until it is told to end."""

from __future__ import annotations

import json
import socket
from base64 import b64encode
from collections.abc import Callable

from nanori.model.errors import NanoriError

# The address that only this machine reaches.
LOCAL = "127.0.0.1"
# The port, unless another is asked for.
PORT = 8090
# Seconds that answers have that are being given when the server is told to end.
GRACE = 1


def serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until the process is told to end; `ready` takes the address of it.

    With port 0 any is taken that is free. NanoriError if the address cannot be had, or the
    libraries of the extra `web` are not installed.
    """
    try:
        import uvicorn

        from nanori.surfaces.web.answer_processes import AnswerProcesses
        from nanori.surfaces.web.server import application
    except ImportError:
        raise NanoriError("for the page the extra is wanted: pip install 'nanori[web]'") from None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", "") or str(error)).partition(" (while")[0]
        raise NanoriError(f"{host}:{port}: {reason.lower().rstrip('.')}") from None
    with listening:
        taken = listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        _prepare()
        ready(f"http://{shown}:{taken}/")
        workers = AnswerProcesses()
        config = uvicorn.Config(
            application(host, workers),
            log_level="critical",  # that a browser went away is no news
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=GRACE,
        )
        try:
            uvicorn.Server(config).run([listening])
        finally:
            workers.end()


def _prepare() -> None:
    """Load what answers need, so that the first one does not wait for it."""
    from nanori.surfaces.web.answers.answering import answer
    from nanori.surfaces.web.server import PAGE

    sample = b64encode((PAGE / "sample.csv").read_bytes()).decode()
    question = json.dumps({"document": {"data": sample, "name": "sample.csv"}}).encode()
    for kind in ("about", "list", "card", "lint"):
        answer(kind, question)
