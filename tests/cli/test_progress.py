"""What takes long says so on a terminal, and is gone before anything is printed."""

import io
import sys
import threading

import pytest

from nanori.surfaces.cli import progress


class FakeTerminal(io.StringIO):
    """A standard error that is a terminal, and says when something is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        count = super().write(text)
        if text.strip():
            self.written.set()
        return count


def standard_error(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    """Return what standard error is from now on; pytest puts its own there between fixtures."""
    fake = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", fake)
    monkeypatch.setattr(sys, "__stderr__", fake)
    monkeypatch.setattr(progress, "SECONDS_BEFORE_BAR", 0)
    monkeypatch.setenv("TERM", "xterm")
    return fake


def test_a_long_command_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    with progress.waiting("counting lanterns"):
        assert terminal.written.wait(120)
    assert "counting lanterns" in terminal.getvalue()


def test_it_is_gone_when_the_first_output_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    with progress.waiting("counting lanterns") as over:
        assert terminal.written.wait(120)
        items = progress.until_output(["first"], over)
        assert next(items) == "first"
        shown = terminal.getvalue()
        assert list(items) == []
    assert terminal.getvalue() == shown


def test_a_short_command_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(progress, "SECONDS_BEFORE_BAR", 3600)
    with progress.waiting("counting lanterns"):
        pass
    assert terminal.getvalue() == ""


def test_nothing_is_said_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    with progress.waiting("counting lanterns") as over:
        over()
    assert terminal.getvalue() == ""


def test_an_error_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)

    def fail() -> None:
        with progress.waiting("counting lanterns"):
            assert terminal.written.wait(120)
            raise ValueError("no lantern")

    with pytest.raises(ValueError, match="no lantern"):
        fail()
    assert terminal.getvalue().endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # the line is empty again
