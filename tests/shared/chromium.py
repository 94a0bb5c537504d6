"""A headless Chromium that tests drive; skipped with the reason where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from project import ROOT

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

AXE = ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = ROOT / "build" / "screenshots"

# Without a network Chromium asks for its own services, many times.
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium(
    profile: Path, *, dark: bool = False, downloads: Path | None = None
) -> Iterator[Chrome]:
    """Give a selenium driver of a Chromium with an empty profile; its console is logged."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("Chromium and its driver are not installed (.ci/tools installs them)")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if dark:
        options.add_argument("--blink-settings=preferredColorScheme=0")
    if downloads is not None:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=driver)
    session = webdriver.Chrome(options=options, service=service)
    try:
        yield session
    finally:
        session.quit()


def resized(driver: Chrome, width: int, height: int = 900) -> None:
    """Give the page a width in CSS pixels, as small as one likes (a window has a least width)."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


def scrolls_sideways(driver: Chrome) -> bool:
    """Return whether the page is wider than what shows it."""
    return driver.execute_script(
        "const page = document.documentElement; return page.scrollWidth > page.clientWidth;"
    )


def complaints(driver: Chrome) -> list[str]:
    """Return what the console has said of errors and warnings."""
    return [
        entry["message"]
        for entry in driver.get_log("browser")
        if entry["level"] in ("SEVERE", "WARNING")
    ]


def screenshot(driver: Chrome, name: str) -> Path:
    """Keep a picture of what is seen, for people to look at; it is not committed."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    path = SCREENSHOTS / f"{name}.png"
    driver.save_screenshot(str(path))
    return path


def unreachable(driver: Chrome) -> list[str]:
    """Return what axe finds serious or critical for people with disabilities, a line each.

    A page whose policy allows no other script is still examined: the driver's own run anyway.
    """
    if not AXE.exists():
        pytest.skip("axe-core is not installed (.ci/tools installs it)")
    driver.execute_script(AXE.read_text("utf-8"))
    outcome = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run().then(done, error => done({violations: [{impact: 'critical', id: String(error),"
        " nodes: []}]}));"
    )
    return [
        f"{violation['id']}: {node['html'][:200]}"
        for violation in outcome["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"] or [{"html": ""}]
    ]
