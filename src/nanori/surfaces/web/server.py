"""The page and its answers over HTTP, for a browser on this machine."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import socket
from base64 import b64encode
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from nanori.formats.io import processes
from nanori.model.errors import NanoriError
from nanori.model.visible import in_line
from nanori.surfaces.web.answers.answering import answer

# Seconds for pending answers when the server is told to end.
GRACE = 1


def serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until the process is told to end; `ready` takes its address.

    With port 0 any free one is taken. NanoriError if the address is not available, or the libraries
    of the extra `web` are not installed.
    """
    try:
        import uvicorn
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
    sample = b64encode((PAGE / "sample.csv").read_bytes()).decode()
    question = json.dumps({"document": {"data": sample, "name": "sample.csv"}}).encode()
    for kind in ("about", "list", "card", "lint"):
        answer(kind, question)


if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# Bytes of a request: a file of 16 MiB, in Base64.
LARGEST = 24 << 20

# Sent with every answer: only the page's own scripts run, and nothing leaves the machine.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def refusal(headers: Headers, host: str) -> str:
    """Return why a request is refused; empty if it is not.

    A page of another origin can make a browser ask us. It can send no JSON without permission; its
    own name, made to lead to this machine (DNS rebinding), is in `Host`. `host` is the name that
    the server was given.
    """
    named = headers.get("host", "")
    if not _is_ours(named, host):
        return f"host “{named}” is asked, this machine was wanted"
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != named:
        return f"a page of “{origin}” asks, this page was wanted"
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "a page from elsewhere asks, this page was wanted"
    return ""


def _is_ours(named: str, host: str) -> bool:
    """Tell whether a name or address is one that nobody else can have made to lead here."""
    try:
        address = urlsplit(f"//{named}")
        name = address.hostname or ""
    except ValueError:
        return False
    if address.netloc != named or "@" in named:
        return False  # a browser sends nothing besides a host
    if name in ("localhost", host.lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# What the browser shows.
PAGE = Path(__file__).with_name("page")
JSON = "application/json"


def application(host: str, workers: AnswerProcesses | None = None) -> Starlette:
    """Return the page and its answers as an ASGI application.

    `host` is the server's name besides its addresses. Answers come from `workers`; without them
    from threads of this process.
    """

    async def answered(request: Request) -> Response:
        return await _answered(request, workers)

    return Starlette(
        routes=[
            Route("/api/{kind}", answered, methods=["POST"]),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(Guard, host=host)],
    )


async def _answered(request: Request, workers: AnswerProcesses | None) -> Response:
    """Return the answer to a question.

    One that cannot be answered is no fault of the page, but a browser would treat it so: the answer
    to it is an `error`.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        return _refused(415, "JSON was wanted")
    try:
        question = await _body(request)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody reads
    if question is None:
        most = LARGEST >> 20
        return _refused(413, f"the file is too large, a request has {most} MiB at most")
    kind = request.path_params["kind"]
    if workers is None:
        return Response(await run_in_threadpool(answer, kind, question), media_type=JSON)
    try:
        return Response(
            await workers.answer(kind, question, request.is_disconnected), media_type=JSON
        )
    except NanoriError as error:
        return _refused(503, str(error))


async def _body(request: Request) -> bytes | None:
    """Return what was sent; None if it is more than allowed, of which no more is read."""
    said = request.headers.get("content-length", "0")
    if not said.isdecimal() or int(said) > LARGEST:
        return None
    blocks: list[bytes] = []
    length = 0
    async for block in request.stream():
        length += len(block)
        if length > LARGEST:
            return None
        blocks.append(block)
    return b"".join(blocks)


def _refused(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"error": in_line(reason)}, status)


class Guard:
    """Answers only this page's questions, and says with every answer what the browser may do.

    Not a BaseHTTPMiddleware: behind one nothing tells that whoever asked is gone.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        """Keep what answers, and the server's name."""
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        reason = refusal(Request(scope).headers, self._host)
        app = _refused(403, reason) if reason else self._app
        await app(scope, receive, send_guarded)


# Questions that are answered at once: one page asks few at a time.
WORKERS = 2
# Seconds that an answer may take: ten times what the largest permitted file takes.
PATIENCE = 60.0
# Seconds between checks whether anybody still waits.
LOOK = 0.5


class AnswerProcesses:
    """Processes that answer, each one question at a time, so that none holds up the others.

    A question that takes too long, or that nobody waits for any more, ends with its process: a
    running pattern cannot be stopped otherwise, and lets nothing else run beside it.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        """Start none yet."""
        self._patience = patience
        self._free: asyncio.Queue[ProcessPoolExecutor] = asyncio.Queue()
        self._all: list[ProcessPoolExecutor] = []
        self._begun = False

    async def answer(
        self, kind: str, question: bytes, is_gone: Callable[[], Awaitable[bool]]
    ) -> bytes:
        """Return the answer as JSON; NanoriError if it takes too long, or whoever asked is gone."""
        if not self._begun:
            self._begun = True
            for _ in range(WORKERS):
                self._begin()
        pool = await self._free.get()
        work = asyncio.wrap_future(pool.submit(answer, kind, question))
        left = self._patience
        while not work.done() and left > 0 and not await is_gone():
            await asyncio.wait([work], timeout=min(LOOK, left))
            left -= LOOK
        if work.done() and not isinstance(work.exception(), BrokenProcessPool):
            self._free.put_nowait(pool)
            return work.result()
        died = work.done()
        work.cancel()
        self._end(pool)
        self._begin()
        raise NanoriError(
            "the answer's process died" if died else "this takes too long, and was given up"
        )

    def _begin(self) -> None:
        """Add a process, which starts with its first question."""
        context = multiprocessing.get_context("fork" if processes.can_fork() else None)
        pool = ProcessPoolExecutor(1, context, processes.begin_worker)
        self._all.append(pool)
        self._free.put_nowait(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End a process in the middle of its work."""
        self._all.remove(pool)
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        """End all of them."""
        for pool in list(self._all):
            self._end(pool)
