"""The page and its answers over HTTP, for a browser on this machine."""

from __future__ import annotations

import mimetypes
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from socketserver import ThreadingTCPServer
from typing import cast
from urllib.parse import urlsplit

from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.surfaces.web.answers import answer

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
    with Server(host, port) as server, suppress(KeyboardInterrupt):
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{server.server_address[1]}/")
        server.serve_forever()


class Server(ThreadingTCPServer):
    """Answers each browser's request in a thread of its own."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, port: int) -> None:
        """Listen; `host` is the server's name besides its addresses."""
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.host = host
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
            kind = urlsplit(self.path).path.removeprefix("/api/")
            self._send(200, answer(kind, self.rfile.read(int(length))), JSON)

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
