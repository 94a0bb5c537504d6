"""The page over HTTP: what is served, what is refused, and that many may ask at once."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from command import nanori
from nanori.model.errors import NanoriError
from nanori.surfaces.web import server
from page_questions import HARBOR
from project import ROOT

if TYPE_CHECKING:
    from httpx import Client

testing = pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

PAGE = ROOT / "src" / "nanori" / "surfaces" / "web" / "page"
ADDRESS = "http://127.0.0.1:8090"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    from nanori.surfaces.web.server import application

    with testing.TestClient(application("cards.example"), base_url=ADDRESS) as opened:
        yield opened


def test_the_page_may_run_its_own_scripts_and_no_other(client: Client) -> None:
    for path in ("/", "/main.js", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_a_question_is_answered(client: Client) -> None:
    said = client.post("/api/list", json={"document": HARBOR})
    assert (said.status_code, len(said.json()["cards"])) == (200, 8)
    assert said.headers["content-type"] == "application/json"


def test_what_cannot_be_answered_is_one_line(client: Client) -> None:
    said = client.post("/api/list", json={})
    assert (said.status_code, said.json()) == (200, {"error": "no document"})


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8090"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"host": "evil.example@127.0.0.1"},
        {"host": "localhost#.evil.example"},
        {"host": "["},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_others_are_refused(client: Client, headers: dict[str, str]) -> None:
    said = client.post("/api/about", json={}, headers=headers)
    assert said.status_code == 403
    assert said.json()["error"].endswith("was wanted")
    assert client.get("/", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "localhost:8090", "origin": "http://localhost:8090"},
        {"host": "[::1]:8090"},
        {"host": "cards.example"},
        {"origin": ADDRESS, "sec-fetch-site": "same-origin"},
    ],
)
def test_the_page_itself_is_answered(client: Client, headers: dict[str, str]) -> None:
    assert client.post("/api/about", json={}, headers=headers).status_code == 200


def test_what_a_form_of_another_page_can_send_is_refused(client: Client) -> None:
    said = client.post("/api/about", content="{}", headers={"content-type": "text/plain"})
    assert (said.status_code, said.json()) == (415, {"error": "JSON was wanted"})
    assert client.get("/api/about").status_code == 404


def test_too_large_a_body_is_refused_and_not_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nanori.surfaces.web.server.LARGEST", 1000)
    headers = {"content-type": "application/json"}

    def blocks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    for content in (b" " * 1001, blocks()):
        said = client.post("/api/about", content=content, headers=headers)
        assert said.status_code == 413
        assert "too large" in said.json()["error"]


def test_no_file_but_the_page_is_served(client: Client) -> None:
    for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd"):
        assert client.get(path).status_code == 404


@pytest.mark.thorough
def test_fifty_at_once_are_answered(client: Client) -> None:
    kinds = [("list", {}), ("card", {"card": 3}), ("lint", {}), ("fix", {}), ("tree", {"key": 2})]

    def asked(number: int) -> int:
        kind, more = kinds[number % len(kinds)]
        return client.post(f"/api/{kind}", json={"document": HARBOR, **more}).status_code

    with ThreadPoolExecutor(50) as pool:
        assert set(pool.map(asked, range(50))) == {200}


def test_it_serves_until_it_is_ended() -> None:
    pytest.importorskip("uvicorn", reason="the extra web is not installed")
    import uvicorn

    made: list[Server] = []
    started = threading.Event()
    addresses: list[str] = []

    class Server(uvicorn.Server):
        def __init__(self, config: object) -> None:
            super().__init__(config)  # type: ignore[arg-type]
            made.append(self)

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn, "Server", Server)
        thread = threading.Thread(target=server.serve, args=("127.0.0.1", 0, addresses.append))
        thread.start()
        assert started.wait(60)
        try:
            page = httpx.get(addresses[0])
            assert (page.status_code, "nanori" in page.text) == (200, True)
            assert "server" not in page.headers
        finally:
            made[0].should_exit = True
            thread.join(30)
    assert not thread.is_alive()


def test_whoever_asked_and_went_is_noticed() -> None:
    uvicorn = pytest.importorskip("uvicorn", reason="the extra web is not installed")
    asked, gone = threading.Event(), threading.Event()

    class Waiting(server.AnswerProcesses):
        async def answer(
            self, kind: str, question: bytes, is_gone: Callable[[], Awaitable[bool]]
        ) -> bytes:
            asked.set()
            while not await is_gone():
                await asyncio.sleep(0.01)
            gone.set()
            return b"{}"

    application = server.application("127.0.0.1", Waiting())
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(application, log_level="critical", lifespan="off")
        serving = uvicorn.Server(config)
        thread = threading.Thread(target=serving.run, args=([listening],))
        thread.start()
        address = listening.getsockname()
        with socket.create_connection(address) as asking:
            head = f"POST /api/list HTTP/1.1\r\nHost: 127.0.0.1:{address[1]}\r\n"
            head += "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n"
            asking.sendall(head.encode() + b"{}")
            assert asked.wait(60)
        assert gone.wait(60)
        serving.should_exit = True
        thread.join(30)


def test_an_address_that_cannot_be_had_is_one_line() -> None:
    for options in (["--port", "99999"], ["--host", "192.0.2.1"]):
        ran = nanori("serve", *options)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_without_its_libraries_the_page_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(NanoriError, match=r"nanori\[web\]"):
        server.serve("127.0.0.1", 0, print)


def test_the_page_has_no_markup_from_words_and_nothing_from_elsewhere() -> None:
    for path in [*PAGE.rglob("*.js"), *PAGE.rglob("*.html"), *PAGE.rglob("*.css")]:
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
        assert "http:" not in text, path
        assert "https:" not in text, path
        assert not re.search(r"<script(?![^>]*src=)|<style| style=| on[a-z]+=\"", text), path


def test_the_page_speaks_both_languages_alike() -> None:
    keys = [
        re.findall(r"^  (\w+):", (PAGE / "words" / f"{code}.js").read_text("utf-8"), re.MULTILINE)
        for code in ("en", "ja")
    ]
    assert keys[0] == keys[1]


def test_the_sample_is_that_of_the_examples() -> None:
    harbor = (ROOT / "examples" / "harbor.csv").read_bytes()
    assert (PAGE / "sample.csv").read_bytes() == harbor
