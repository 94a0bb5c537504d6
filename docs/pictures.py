"""Makes the pictures of the pages: what commands print about the examples, as SVG.

`make docs` runs it; `tests/cli/test_pages.py` holds that the pictures say what the commands say.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from html import escape
from pathlib import Path

from rich.text import Text

from nanori.surfaces.cli.commands import show

ROOT = Path(__file__).parents[1]
PLACE = Path(__file__).with_name("pictures")
SHOWN = ["show", "examples/harbor.csv", "--card", "Maren, Harbor Warden"]
LINTED = [
    *("lint", "examples/harbor.csv", "--select"),
    "misspelled-own-name,different-numbers-or-symbols",
]


TOUR = {
    "restyle.svg": [
        "restyle",
        "examples/formats/harbor.mse-set",
        "--style",
        "foundations",
        "--diff",
    ],
    "rename.svg": ["rename", "examples/harbor.csv", "Drowned Ledger", "Sunken Ledger"],
    "translation.svg": ["lint", "examples/translation"],
    "bind.svg": [
        *("bind", "--gain", "Lantern Gull", "Saltworn Quay"),
        *("--cards", "examples/harbor.csv", "--explain"),
    ],
}
"""The pictures of docs/tour.md that are no more than what a command prints."""

WHICH = {
    "en": [
        ("See how a card refers to itself", "nanori show FILE", "commands.md"),
        ("Get references as data", "nanori annotate, nanori table", "columns.md"),
        ("Find and fix mistakes in cards or a translation", "nanori lint --fix", "checks.md"),
        ("Do that on every change in a repository", "nanori init, the action", "check-in-ci.md"),
        ("Do that while you write", "nanori lsp", "editors.md"),
        ("Reword “Ash Wolf” to “this creature” and back", "nanori restyle", "commands.md"),
        ("Rename a card everywhere", "nanori rename", "commands.md"),
        ("See what changed in meaning", "nanori diff", "each-command.md"),
        ("See what an ability says on another object", "nanori bind", "scenarios.md"),
        ("Look up a name in any language or spelling", "nanori names", "commands.md"),
        (
            "Check or link card names in an article",
            "nanori mentions, nanori link",
            "link-articles.md",
        ),
        ("Use no terminal at all", "nanori serve, or the page", "page.md"),
        ("Call nanori from another program", "nanori serve --stdio", "service.md"),
    ],
    "ja": [
        ("カードが自身をどう呼ぶかを見る", "nanori show FILE", "commands.md"),
        ("それをデータとして得る", "nanori annotate, nanori table", "columns.md"),
        ("カードや翻訳の誤りを見つけて直す", "nanori lint --fix", "checks.md"),
        ("同じことをリポジトリの変更ごとに", "nanori init, action.yml", "check-in-ci.md"),
        ("同じことを書きながら", "nanori lsp", "editors.md"),
        ("「灰の狼」を「このクリーチャー」に書き換える", "nanori restyle", "commands.md"),
        ("カードの名前をすべての場所で変える", "nanori rename", "commands.md"),
        ("意味が変わった箇所を知る", "nanori diff", "each-command.md"),
        ("能力が他のオブジェクトで何を言うかを知る", "nanori bind", "scenarios.md"),
        ("どの言語・つづりでも名前を引く", "nanori names", "commands.md"),
        (
            "記事のカード名を調べる・リンクにする",
            "nanori mentions, nanori link",
            "link-articles.md",
        ),
        ("端末を使わない", "nanori serve", "page.md"),
        ("他のプログラムから尋ねる", "nanori serve --stdio", "service.md"),
    ],
}
"""What you want, the command that does it, and the page about it, as in docs/which-tool.md."""

ROW = 40
"""Units of height of a row of that picture."""
COLUMNS = (16, 430, 750)
BREADTH = 920
"""Where its columns begin."""


def which(lang: str) -> str:
    """Return the picture that leads from what is wanted to what does it."""
    rows = WHICH[lang]
    height = ROW * len(rows) + 16
    parts = [
        f'<svg viewBox="0 0 {BREADTH} {height}" xmlns="http://www.w3.org/2000/svg" role="img"'
        f' lang="{lang}">',
        "<style>text { font: 16px system-ui, 'DejaVu Sans', 'Noto Sans CJK JP', sans-serif;"
        " fill: #1b1b1b }"
        " .command { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;"
        " font-weight: bold }"
        " .page { fill: #005a8c }</style>",
        f'<rect width="{BREADTH}" height="{height}" fill="#fff"/>',
    ]
    for number, row in enumerate(rows):
        top = 8 + ROW * number
        fill = "#eef3f7" if number % 2 else "#fff"
        parts.append(f'<rect x="8" y="{top}" width="{BREADTH - 16}" height="{ROW}" fill="{fill}"/>')
        parts += [
            f'<text x="{x}" y="{top + 26}"{kind}>{escape(words)}</text>'
            for x, kind, words in zip(
                COLUMNS, ("", ' class="command"', ' class="page"'), row, strict=True
            )
        ]
    return "\n".join([*parts, "</svg>", ""])


def printed(arguments: list[str]) -> bytes:
    """Return what a command prints in colour, in the folder of the project."""
    environment = {**os.environ, "FORCE_COLOR": "1", "NO_COLOR": ""}
    command = [sys.executable, "-m", "nanori", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False
    ).stdout


def made() -> dict[str, str]:
    """Return the pictures by the names of their files."""
    return {
        "cards.svg": printed([*SHOWN, "--to", "svg"]).decode(),
        "lint.svg": terminal(LINTED),
        "which.svg": which("en"),
        "which.ja.svg": which("ja"),
        **{name: terminal(arguments) for name, arguments in TOUR.items()},
    }


def terminal(arguments: list[str]) -> str:
    """Return a command and what it prints, as a terminal shows them."""
    command = shlex.join(["nanori", *arguments])
    rows = [f"$ {command}", *printed(arguments).decode().rstrip("\n").split("\n")]
    return show.of_rows(map(Text.from_ansi, rows), f"nanori {arguments[0]}")


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name, picture in made().items():
        (PLACE / name).write_text(picture, "utf-8", newline="\n")
