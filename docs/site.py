"""Builds the site of the documentation from the pages of the project: python docs/site.py FOLDER.

The pages stay where people find them in the source tree, and their links lead to files there. Here
they are put side by side, links are led to where each page is in the site, and what is no page is
linked in the repository. MkDocs is strict: whatever it warns of is an error, and so is a link
within the site that leads nowhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/nanori/nanori/blob/main"
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)

WIDE = re.compile(r"<pre(?=[^>]*>(?:<span></span>)?<code)")

PAGE = ROOT / "build" / "page"
"""The page without a server, as docs/static_page.py makes it; Python is loaded when it is asked."""
TRIED = "try"
"""Where it is in the site; without it the site says nothing of it."""

MOVED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "ARCHITECTURE.md": "explanation/architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "grammar/README.md": "reference/grammar.md",
    "examples/README.md": "examples.md",
}
"""Pages outside `docs/`, to where they are in the site."""


def places() -> dict[Path, Path]:
    """Return where each file of the project is in the site, for those that are in it."""
    found = {ROOT / page: Path(place) for page, place in MOVED.items()}
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix in (".md", ".svg", ".css", ".js"):
            found[path] = path.relative_to(ROOT / "docs")
    return found


def gather(folder: Path) -> None:
    """Copy the pages into a folder, with their links led to where they are there."""
    known = places()
    for path, place in known.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            words = linked(path.read_text("utf-8"), path, place, known)
            (folder / place).write_text(words, "utf-8")
        else:
            shutil.copyfile(path, folder / place)
    if PAGE.is_dir():
        shutil.copytree(PAGE, folder / TRIED)
    (folder / "reference").mkdir(exist_ok=True)
    for name, page in built().items():
        (folder / "reference" / name).write_text(page, "utf-8")


def linked(text: str, path: Path, place: Path, known: dict[Path, Path]) -> str:
    """Return a page with its links as they are in the site; code stays as it is."""

    def led(match: re.Match[str]) -> str:
        target = (path.parent / unquote(match[1])).resolve()
        if target in known:
            return os.path.relpath(known[target], place.parent) + (match[2] or "")
        if not target.exists():
            sys.exit(f"{path.relative_to(ROOT)}: there is no {match[1]}")
        return f"{REPOSITORY}/{target.relative_to(ROOT)}{match[2] or ''}"

    pieces: list[str] = []
    last = 0
    for code in CODE.finditer(text):
        pieces += [LINK.sub(led, text[last : code.start()]), code[0]]
        last = code.end()
    return "".join((*pieces, LINK.sub(led, text[last:])))


def built() -> dict[str, str]:
    """Return the pages that are made of what nanori says of itself."""
    return {
        "api.md": api(),
        "checks.md": printed("explain", "--all"),
        "formats.md": printed("formats", "--markdown"),
    }


def printed(*arguments: str) -> str:
    """Return what a command of nanori prints."""
    command = [sys.executable, "-m", "nanori", *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def api() -> str:
    """Return the page of the library: each public name with its docstring."""
    import nanori

    lines = ["# The library, name by name", "", (nanori.__doc__ or "").strip(), ""]
    for name in nanori.__all__:
        value = getattr(nanori, name)
        if name == "scenarios":
            lines += ["::: nanori.game.scenarios", ""]
            continue
        if name == "results":
            for kind in value.__all__:
                lines += [f"::: {getattr(value, kind).__module__}.{kind}", ""]
            continue
        lines += [f"::: {value.__module__}.{name}", ""]
    return "\n".join(lines)


class Links(HTMLParser):
    """The links of a page, and the places in it that links may lead to."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what a tag links to, and its name."""
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.append(value)
            if key in ("id", "name") and value:
                self.names.add(value)


def broken(site: Path) -> list[str]:
    """Return the links within a site that lead nowhere."""
    pages: dict[Path, Links] = {}
    for path in site.rglob("*.html"):
        pages[path] = Links()
        pages[path].feed(path.read_text("utf-8"))
    wrong: list[str] = []
    for path, page in pages.items():
        for link in page.links if path.name != "404.html" else ():
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            there = target in pages and unquote(parts.fragment) in {"", *pages[target].names}
            if not there and (parts.fragment or not target.exists()):
                wrong.append(f"{path.relative_to(site)}: {link}")
    return wrong


def reachable(site: Path) -> None:
    """Let code that is wider than its page be scrolled by the keyboard, too."""
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8")
        path.write_text(WIDE.sub('<pre tabindex="0"', page), "utf-8")


def main() -> int:
    """Build the site into the folder that is named."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").resolve()
    with tempfile.TemporaryDirectory() as folder:  # of its own: two may build at once
        return build(site, Path(folder))


def build(site: Path, work: Path) -> int:
    """Build the site by way of a folder for its pages; return the exit code."""
    gather(work / "pages")
    settings = (ROOT / "docs" / "mkdocs.yml").read_text("utf-8")
    settings = settings.replace("../src", str(ROOT / "src"))
    if not PAGE.is_dir():
        print("without the page: make page builds it")
        settings = re.sub(rf"^.*{TRIED}/.*\n", "", settings, flags=re.MULTILINE)
    (work / "mkdocs.yml").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(site)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    code = subprocess.run(
        [*command, "-f", str(work / "mkdocs.yml")], env=quiet, check=False
    ).returncode
    if code:
        return code
    reachable(site)
    wrong = broken(site)
    for line in wrong:
        print(f"a link that leads nowhere: {line}", file=sys.stderr)
    print(f"{site}: {len(list(site.rglob('*.html')))} pages, links checked")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
