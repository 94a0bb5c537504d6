"""Neovim, as Debian has it, shows findings, mends one and renames a card in all files."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).with_name("neovim.lua")


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim_shows_mends_and_renames(workspace: Path, tmp_path: Path) -> None:
    out = tmp_path / "told.json"
    environment = {
        **os.environ,
        "NANORI_FOLDER": str(workspace),
        "NANORI_OUT": str(out),
        "NANORI_COMMAND": sys.executable,
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    command = [str(NEOVIM), "--headless", "--clean", "-n", "-c", f"luafile {SCRIPT}"]
    subprocess.run(command, env=environment, capture_output=True, timeout=200, check=True)
    told = json.loads(out.read_text("utf-8"))
    assert any("this creture" in message for *_, message in told["before"])
    assert told["titles"][0] == "“Tidebell Heorn” → “Tidebell Heron” (to be looked at)"
    assert told["after"] == len(told["before"]) - 1
    assert "Whenever Tidebell Heron attacks" in told["line"]
    files = [path for path in workspace.rglob("*") if path.is_file()]
    renamed = [path for path in files if "Beacon Gull" in path.read_text("utf-8")]
    suffixes = {".csv", ".txt", ".jsonl", ".json", ".xml", ""}
    assert {path.suffix for path in renamed} == suffixes
    assert not any(
        "Lantern Gull" in path.read_text("utf-8") for path in renamed if path.suffix == ".txt"
    )
