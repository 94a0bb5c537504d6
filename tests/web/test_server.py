"""The page over HTTP: what is served, what is refused, and that many may ask at once."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from command import nanori
from nanori.surfaces.web.server import Server
from page_questions import HARBOR
from project import ROOT

PAGE = ROOT / "src" / "nanori" / "surfaces" / "web" / "page"


@contextmanager
def serving() -> Iterator[int]:
    """Serve in a thread; give the port."""
    with Server("127.0.0.1", 0) as opened:
        opened.host = "cards.example"
        thread = threading.Thread(target=opened.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield opened.server_address[1]
        finally:
            opened.shutdown()
            thread.join(30)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with (
        serving() as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as opened,
    ):
        yield opened


def test_the_page_may_run_its_own_scripts_and_no_other(client: httpx.Client) -> None:
    for path in ("/", "/main.js", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_a_question_is_answered(client: httpx.Client) -> None:
    said = client.post("/api/list", json={"document": HARBOR})
    assert (said.status_code, len(said.json()["cards"])) == (200, 8)
    assert said.headers["content-type"] == "application/json"


def test_what_cannot_be_answered_is_one_line(client: httpx.Client) -> None:
    said = client.post("/api/list", json={})
    assert (said.status_code, said.json()) == (200, {"error": "no document"})


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8090"},
        {"host": "127.0.0.1.evil.example"},
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
def test_others_are_refused(client: httpx.Client, headers: dict[str, str]) -> None:
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
    ],
)
def test_the_page_itself_is_answered(client: httpx.Client, headers: dict[str, str]) -> None:
    assert client.post("/api/about", json={}, headers=headers).status_code == 200


def test_what_a_form_of_another_page_can_send_is_refused(client: httpx.Client) -> None:
    said = client.post("/api/about", content="{}", headers={"content-type": "text/plain"})
    assert (said.status_code, said.json()) == (415, {"error": "JSON was wanted"})
    assert client.get("/api/about").status_code == 404
    address = str(client.base_url).rstrip("/")
    own = {"origin": address, "sec-fetch-site": "same-origin"}
    assert client.post("/api/about", json={}, headers=own).status_code == 200


def test_too_large_a_body_is_refused_and_not_read(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nanori.surfaces.web.server.MAX_REQUEST_BYTES", 1000)
    headers = {"content-type": "application/json"}

    def blocks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    said = client.post("/api/about", content=b" " * 1001, headers=headers)
    assert said.status_code == 413
    assert "too large" in said.json()["error"]
    assert client.post("/api/about", content=blocks(), headers=headers).status_code == 411


def test_no_file_but_the_page_is_served(client: httpx.Client) -> None:
    for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd"):
        assert client.get(path).status_code == 404


@pytest.mark.thorough
def test_fifty_at_once_are_answered(client: httpx.Client) -> None:
    kinds = [("list", {}), ("card", {"card": 3}), ("lint", {}), ("fix", {}), ("tree", {"key": 2})]

    def asked(number: int) -> int:
        kind, more = kinds[number % len(kinds)]
        return client.post(f"/api/{kind}", json={"document": HARBOR, **more}).status_code

    with ThreadPoolExecutor(50) as pool:
        assert set(pool.map(asked, range(50))) == {200}


def test_it_serves_until_it_is_ended() -> None:
    command = [sys.executable, "-m", "nanori", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        page = httpx.get(process.stderr.readline().split()[0])
        assert (page.status_code, "nanori" in page.text) == (200, True)
        assert "server" not in page.headers
        process.terminate()
        process.wait(30)


def test_an_address_that_cannot_be_had_is_one_line() -> None:
    for options in (["--port", "99999"], ["--host", "192.0.2.1"]):
        ran = nanori("serve", *options)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


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
