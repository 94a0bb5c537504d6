"""The page and its answers over HTTP, for a browser on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from nanori.model.errors import NanoriError
from nanori.model.visible import in_line
from nanori.surfaces.web import guarding
from nanori.surfaces.web.answers.answering import answer

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from nanori.surfaces.web.answer_processes import AnswerProcesses

# What the browser shows.
PAGE = Path(__file__).with_name("page")
JSON = "application/json"


def application(host: str, workers: AnswerProcesses | None = None) -> Starlette:
    """Return the page and its answers as an ASGI application.

    `host` is what the server is called besides its addresses. Answers come from `workers`; without
    them from threads of this process.
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

    One that cannot be answered is no fault of the page, and a browser would call it so: the answer
    to it is an `error`.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        return _refused(415, "JSON was wanted")
    try:
        question = await _body(request)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody reads
    if question is None:
        most = guarding.LARGEST >> 20
        return _refused(413, f"the file is too large, a request has {most} MiB at most")
    kind = request.path_params["kind"]
    if workers is None:
        said = await run_in_threadpool(answer, kind, question)
        return Response(said.json, media_type=JSON)
    try:
        return Response(
            await workers.answer(kind, question, request.is_disconnected), media_type=JSON
        )
    except NanoriError as error:
        return _refused(503, str(error))


async def _body(request: Request) -> bytes | None:
    """Return what was sent; nothing if it is more than may be, of which no more is read."""
    said = request.headers.get("content-length", "0")
    if not said.isdecimal() or int(said) > guarding.LARGEST:
        return None
    blocks: list[bytes] = []
    length = 0
    async for block in request.stream():
        length += len(block)
        if length > guarding.LARGEST:
            return None
        blocks.append(block)
    return b"".join(blocks)


def _refused(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"error": in_line(reason)}, status)


class Guard:
    """Answers only what this page asks, and says with every answer what the browser may do."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        """Keep what answers, and what the server is called."""
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in guarding.HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        reason = guarding.refusal(Request(scope).headers, self._host)
        app = _refused(403, reason) if reason else self._app
        await app(scope, receive, send_guarded)
