"""The site of the documentation: built without a warning, its links checked, fit for all."""

import importlib.util
import subprocess
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from chromium import chromium, unreachable
from page_driver import Page
from project import ROOT

# One process builds the site, for all of its tests.
pytestmark = pytest.mark.xdist_group("chromium")

PAGES = [
    "index.html",
    "tutorials/designers/index.html",
    "commands/index.html",
    "reference/api/index.html",
    "reference/checks/index.html",
    "reference/formats/index.html",
    "ja/index.html",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for module in ("mkdocs", "material", "mkdocstrings"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed (make site installs the group docs)")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "site.py"), str(folder / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "site"


def test_axe_has_nothing_serious_to_say_of_the_site(site: Path, tmp_path: Path) -> None:
    said: list[str] = []
    for dark in (False, True):
        with chromium(tmp_path / f"profile-{dark}", dark=dark) as driver:
            for page in PAGES:
                driver.get((site / page).as_uri())
                said += [f"{page}, dark {dark}: {line}" for line in unreachable(driver)]
    assert said == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_of_the_site_loads_python_when_it_is_asked_something(
    lang: str, site: Path, tmp_path: Path
) -> None:
    if not (site / "try").is_dir():
        pytest.skip("build/page is not built (make page)")
    asked: list[str] = []

    class Noting(SimpleHTTPRequestHandler):
        def __init__(self, *given: object) -> None:
            super().__init__(*given, directory=str(site))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            asked.append(self.path)

    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Noting) as server,
        chromium(tmp_path / "profile") as driver,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        page = Page(driver, f"http://127.0.0.1:{server.server_port}/try/")
        page.open()
        if lang != page.driver.execute_script("return document.documentElement.lang"):
            page.click("#interface")
        assert unreachable(driver) == []
        assert asked
        assert not [path for path in asked if "pyodide" in path or "packages" in path]
        page.click("#sample")
        page.one("#card .reference")
        assert [path for path in asked if "pyodide" in path]
        assert unreachable(driver) == []
        server.shutdown()


def test_every_public_name_is_on_the_page_of_the_library(site: Path) -> None:
    import nanori

    page = (site / "reference" / "api" / "index.html").read_text("utf-8")
    names = {*nanori.__all__, *nanori.results.__all__} - {"scenarios", "results"}
    assert [name for name in sorted(names) if f'.{name}"' not in page] == []
