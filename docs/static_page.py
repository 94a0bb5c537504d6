"""Makes the page without a server: a folder that any web host can serve, everything in it local.

`make page` runs it. Python itself is Pyodide, of the npm registry; nanori is the wheel of this
source tree; what it needs comes from PyPI as wheels for the browser, or from this environment in
pure Python where the compiled part of a library is only a quicker one. What that is, is said.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "nanori" / "surfaces" / "web" / "page"
NPM = ROOT / "build" / "npm"
PYODIDE = "pyodide@314"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
FOR_TERMINALS = frozenset({"rich"})
"""What only the command line needs."""
COMPILED_ONLY = ("msgspec",)
"""Libraries that do not work without their compiled part."""
COMPILED = frozenset({".so", ".pyd"})
LEFT_OUT = ("__pycache__", "nanori/surfaces/cli/", "nanori/surfaces/web/page/", "/tests/")
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'\">"
)
EPOCH = (1980, 1, 1, 0, 0, 0)


def build(place: Path) -> Iterator[str]:
    """Write the page into a folder, in place of what is there; yield what is worth saying."""
    with tempfile.TemporaryDirectory() as made:
        new = Path(made, "page")
        shutil.copytree(PAGE, new)
        _localize(new)
        lock = _pyodide(new / "pyodide")
        with zipfile.ZipFile(
            new / "packages.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9
        ) as out:
            for wheel in _wheels(lock, Path(made, "wheels")):
                _add_wheel(out, wheel)
                yield f"{wheel.name}: a wheel"
            for library in _libraries():
                pure = _add_installed(out, library)
                name = f"{library.name} {library.version}"
                yield name if pure else f"{name}: without its compiled part, in pure Python, slower"
        shutil.rmtree(place, ignore_errors=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(new, place)
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    yield f"{place}: {size / 1e6:.1f} MB"


def _localize(page: Path) -> None:
    """Let the page ask a worker, and say itself what the server's headers say."""
    index = page / "index.html"
    text = index.read_text("utf-8")
    for old, new in (
        ('data-engine="server"', 'data-engine="worker"'),
        (
            '<meta charset="utf-8">',
            f'<meta charset="utf-8">\n{POLICY}',
        ),
    ):
        if text.count(old) != 1:
            raise SystemExit(f"{index}: {old} was wanted once")
        text = text.replace(old, new)
    index.write_text(text, "utf-8")


def _pyodide(place: Path) -> dict[str, str]:
    """Copy Pyodide from the npm registry; return what it says of itself."""
    _run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(NPM), PYODIDE)
    source = NPM / "node_modules" / "pyodide"
    place.mkdir()
    for name in FILES:
        shutil.copyfile(source / name, place / name)
    lock = json.loads((source / LOCK).read_text("utf-8"))
    # None of its own packages is loaded: those would come from elsewhere.
    (place / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    return lock["info"]


def _wheels(lock: dict[str, str], place: Path) -> list[Path]:
    """Return the wheel of nanori, and those that are compiled for the browser."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(place), str(ROOT))
    platform = f"pyemscripten_{lock['abi_version']}_wasm32"
    python = ".".join(lock["python"].split(".")[:2])
    told = (
        "--no-deps",
        "--only-binary",
        ":all:",
        "--platform",
        platform,
        "--python-version",
        python,
    )
    _run(*pip, "download", *told, "--dest", str(place), *COMPILED_ONLY)
    return sorted(place.glob("*.whl"))


def _libraries() -> list[Distribution]:
    """Return what nanori needs in a browser besides, and what that needs."""
    known: dict[str, Distribution] = {}
    waiting = [distribution("nanori")]
    while waiting:
        for line in waiting.pop().requires or ():
            wanted = Requirement(line)
            name = wanted.name.lower()
            if name in known or name in FOR_TERMINALS | {*COMPILED_ONLY}:
                continue
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                known[name] = distribution(name)
                waiting.append(known[name])
    return [known[name] for name in sorted(known)]


def _add_wheel(out: zipfile.ZipFile, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as source:
        for name in sorted(source.namelist()):
            _add(out, name, source.read(name))


def _add_installed(out: zipfile.ZipFile, library: Distribution) -> bool:
    """Add the files of a library but for what is compiled; tell whether nothing was."""
    pure = True
    for file in sorted(library.files or (), key=str):
        if Path(file).suffix in COMPILED:
            pure = False
        elif ".." not in Path(file).parts:
            content = Path(str(file.locate())).read_bytes()
            if file.name == "RECORD":  # lists scripts, in which the folder of Python stands
                lines = content.splitlines(keepends=True)
                content = b"".join(line for line in lines if not line.startswith(b".."))
            _add(out, str(file), content)
    return pure


def _add(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file, always with the same date, so that the same files are the same archive."""
    if not name.endswith("/") and not any(part in name for part in LEFT_OUT):
        info = zipfile.ZipInfo(name, EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        out.writestr(info, content)


def _run(*command: str) -> None:
    """Run a command; SystemExit with what it says if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise SystemExit(f"{command[0]} is not installed") from None
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")


if __name__ == "__main__":
    for line in build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "page")):
        print(line)
