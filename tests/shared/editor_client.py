"""An editor for tests and figures: it starts the real server and speaks the protocol with it."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any, Self

TIMEOUT = 60.0
"""Seconds after which an answer is not waited for any longer."""

CAPABILITIES: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True},
        "workspaceFolders": True,
    },
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "rename": {"prepareSupport": True},
    },
}


class Editor:
    """A process of the server, and what it said so far; `with` ends it."""

    def __init__(
        self,
        folder: Path | None = None,
        options: Mapping[str, Any] | None = None,
        encodings: list[str] | None = None,
    ) -> None:
        """Start a server for the folder, with those settings."""
        self.folder = folder
        environment = {**os.environ, "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nanori", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.found: dict[str, list[dict[str, Any]]] = {}
        """The findings of each text, as they were told last."""
        self.versions: dict[str, int | None] = {}
        self.asked: list[dict[str, Any]] = []
        """What the server asked for, as edits to be made."""
        self._told: Queue[str] = Queue()
        self._answers: dict[int, dict[str, Any]] = {}
        self._answered = threading.Condition()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        self._errors: list[bytes] = []
        threading.Thread(target=self._hear_errors, daemon=True).start()
        capabilities = {**CAPABILITIES}
        if encodings:
            capabilities["general"] = {"positionEncodings": encodings}
        self.server = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri() if folder else None,
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "w"}] if folder else None,
                "capabilities": capabilities,
                "initializationOptions": dict(options or {}),
            },
        )
        self.tell("initialized", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> int:
        """End the server as an editor does; return its exit code."""
        try:
            if self.process.poll() is None:
                self.ask("shutdown", None)
                self.tell("exit", None)
            return self.process.wait(10)
        finally:
            self.process.kill()

    @property
    def errors(self) -> str:
        """What the server wrote to standard error."""
        return b"".join(self._errors).decode(errors="replace")

    def _hear_errors(self) -> None:
        assert self.process.stderr
        self._errors.extend(iter(self.process.stderr.readline, b""))

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        body = json.dumps(message, ensure_ascii=False).encode(errors="surrogatepass")
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def tell(self, method: str, params: object) -> None:
        """Send what has no answer."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params: object) -> int:
        """Send a request; return its number."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: int, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Return the whole answer to a request."""
        with self._answered:
            if not self._answered.wait_for(lambda: number in self._answers, timeout):
                raise TimeoutError(f"no answer to {number}; {self.errors[-2000:]}")
            return self._answers.pop(number)

    def ask(self, method: str, params: object) -> Any:  # noqa: ANN401
        """Send a request and return what is answered; RuntimeError for an error."""
        answer = self.answer(self.begin(method, params))
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def open(self, uri: str, text: str, version: int = 1) -> None:
        """Open a text."""
        document = {"uri": uri, "languageId": "plaintext", "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        """Change a text."""
        document = {"uri": uri, "version": version}
        self.tell(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def wait(self, uri: str, version: int | None = None, timeout: float = TIMEOUT) -> list[Any]:
        """Return the findings of a text, once they are told for that version or a later one."""
        until = time.monotonic() + timeout
        while True:
            told = self.versions.get(uri)
            if uri in self.found and (version is None or (told or 0) >= version):
                return self.found[uri]
            try:
                self._told.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise TimeoutError(f"no findings of {uri}; {self.errors[-2000:]}") from None

    def settled(self) -> None:
        """Wait until the server has looked at everything."""
        self.ask("nanori/settled", None)

    def _listen(self) -> None:
        assert self.process.stdout
        out = self.process.stdout
        while line := out.readline():
            if not line.lower().startswith(b"content-length:"):
                continue
            length = int(line.split(b":")[1])
            while out.readline().strip():
                pass
            self._take(json.loads(out.read(length)))

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.found[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
            self._told.put(params["uri"])
        elif "method" in message:
            self.asked.append(message)
            if "id" in message:
                result = {"applied": True} if message["method"].endswith("applyEdit") else None
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        else:
            with self._answered:
                self._answers[message["id"]] = message
                self._answered.notify_all()
