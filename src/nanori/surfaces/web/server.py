"""The page and its answers over HTTP, for a browser on this machine."""

from __future__ import annotations

import json
import mimetypes
import multiprocessing
import re
import select
import socket
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from email.message import Message
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from queue import Empty, Queue
from socketserver import ThreadingTCPServer
from typing import cast
from urllib.parse import urlsplit

from nanori.formats.io import processes
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.surfaces.web.answers import KINDS, answer

# What the browser shows, by its path.
PAGE = Path(__file__).with_name("page")
FILES = {f"/{path.relative_to(PAGE).as_posix()}": path for path in PAGE.rglob("*.*")}
FILES["/"] = PAGE / "index.html"
# Bytes of a request: a file of 16 MiB, in Base64.
MAX_REQUEST_BYTES = 24 << 20
JSON = "application/json"

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


def serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the page until the process is told to end; `ready` takes its address.

    With port 0 any free one is taken. NanoriError if the address is not available.
    """
    sample = b64encode((PAGE / "sample.csv").read_bytes()).decode()
    question = json.dumps({"document": {"data": sample, "name": "sample.csv"}}).encode()
    for kind in ("about", "list", "card", "lint"):
        answer(kind, question)  # loads what answers need: the first one does not wait for it
    workers = Workers()
    try:
        with Server(host, port, workers) as server:
            shown = f"[{host}]" if ":" in host else host
            ready(f"http://{shown}:{server.server_address[1]}/")
            server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        workers.end()


class Server(ThreadingTCPServer):
    """Answers each browser's request in a thread; what is to be worked out, in `workers`."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, port: int, workers: Workers) -> None:
        """Listen; `host` is the server's name besides its addresses."""
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.host, self.workers = host, workers
        try:
            super().__init__((host, port), Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", "") or str(error)
            raise NanoriError(f"{host}:{port}: {reason.lower().rstrip('.')}") from None

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: that a browser went away is no news."""


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    timeout = 30.0

    @property
    def _server(self) -> Server:
        return cast("Server", self.server)

    def do_GET(self) -> None:
        """Send a file of the page."""
        path = FILES.get(urlsplit(self.path).path)
        if reason := refusal(self.headers, self._server.host):
            self._refuse(403, reason)
        elif path is None:
            self._refuse(404, "there is no such page")
        else:
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
            self._send(200, path.read_bytes(), f"{kind}; charset=utf-8" if text else kind)

    def do_POST(self) -> None:
        """Send the answer to a question.

        One that cannot be answered is no fault of the page, but a browser would treat it so: the
        answer to it is an `error`.
        """
        length = self.headers.get("content-length", "")
        if reason := refusal(self.headers, self._server.host):
            self._refuse(403, reason)
        elif self.headers.get_content_type() != JSON:
            self._refuse(415, "JSON was wanted")
        elif not length.isdecimal():
            self._refuse(411, "the length of the request was wanted")
        elif int(length) > MAX_REQUEST_BYTES:
            most = MAX_REQUEST_BYTES >> 20
            self._refuse(413, f"the file is too large, a request has {most} MiB at most")
            for _ in range(0, int(length), 1 << 16):  # else the browser does not read why
                if not self.rfile.read1(1 << 16):
                    break
        else:
            question = self.rfile.read(int(length))
            kind = urlsplit(self.path).path.removeprefix("/api/")
            try:
                self._send(200, self._server.workers.answer(kind, question, self._is_gone), JSON)
            except NanoriError as error:
                self._refuse(503, str(error))

    def _is_gone(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def _refuse(self, status: int, reason: str) -> None:
        self._send(status, visible.json({"error": visible.in_line(reason)}), JSON)

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response_only(status)
        for name, value in {**HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""


def refusal(headers: Message, host: str) -> str:
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
    address = re.fullmatch(r"\[?([\w.:-]+?)\]?(?::\d+)?", named, re.ASCII)
    name = address[1].lower() if address else ""
    with suppress(ValueError):
        return name in ("localhost", host.lower()) or bool(ip_address(name))
    return False


# Questions that are worked out at once: one page asks few at a time.
WORKERS = 2
# Those that need no process, and so wait for none: they are about no file.
CHEAP = frozenset({"about", "explain"})
# Seconds that an answer may take: ten times what the largest permitted file takes.
MAX_SECONDS = 60.0
# Seconds between checks whether anybody still waits.
SECONDS_BETWEEN_LOOKS = 0.5


class Workers:
    """Processes that answer, each one question at a time, so that none holds up the others.

    A question that takes too long, or that nobody waits for any more, ends with its process: a
    running pattern cannot be stopped otherwise, and lets nothing else run beside it.
    """

    def __init__(self, patience: float = MAX_SECONDS) -> None:
        """Start them, while there is no other thread that a fork would cut off."""
        self._patience = patience
        self._free: Queue[ProcessPoolExecutor] = Queue()
        self._all: list[ProcessPoolExecutor] = []
        for _ in range(WORKERS):
            self._begin("fork" if processes.can_fork() else None).submit(int)

    def answer(self, kind: str, question: bytes, is_gone: Callable[[], bool]) -> bytes:
        """Return the answer as JSON; NanoriError if it takes too long, or whoever asked is gone."""
        if kind in CHEAP or kind not in KINDS:
            return answer(kind, question)
        pool = self._free_one(is_gone)
        work = pool.submit(answer, kind, question)
        left = self._patience
        while not work.done() and left > 0 and not is_gone():
            wait([work], timeout=min(SECONDS_BETWEEN_LOOKS, left))
            left -= SECONDS_BETWEEN_LOOKS
        if work.done() and not isinstance(work.exception(), BrokenProcessPool):
            self._free.put(pool)
            return work.result()
        died = work.done()
        self._end(pool)
        self._begin("spawn")
        raise NanoriError(
            "the answer's process died" if died else "this takes too long, and was given up"
        )

    def _free_one(self, is_gone: Callable[[], bool]) -> ProcessPoolExecutor:
        while not is_gone():
            try:
                return self._free.get(timeout=SECONDS_BETWEEN_LOOKS)
            except Empty:
                continue
        raise NanoriError("nobody waits any more")

    def _begin(self, method: str | None) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(method)
        pool = ProcessPoolExecutor(1, context, processes.begin_worker)
        self._all.append(pool)
        self._free.put(pool)
        return pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        self._all.remove(pool)
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        """End all of them."""
        for pool in list(self._all):
            self._end(pool)
