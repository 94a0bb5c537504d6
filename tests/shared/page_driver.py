"""A page in Chromium as somebody uses it: by what is seen, waiting until it is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

LONGEST = 60.0
"""Seconds after which what is waited for does not come."""
_Value = TypeVar("_Value")


class Page:
    """The page that a browser shows."""

    def __init__(self, driver: Chrome, address: str) -> None:
        self.driver = driver
        self.address = address

    def open(self, fragment: str = "ui=en") -> None:
        """Open it anew, with what stands behind `#` in the address."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}#{fragment}")
        # In the browser itself nothing answers before something is asked.
        engine = self.driver.execute_script("return document.documentElement.dataset.engine")
        self.until(lambda: self.text("#first-steps" if engine == "worker" else "#version"))

    def until(self, there: Callable[[], _Value]) -> _Value:
        """Return what is true at last."""
        end = time.monotonic() + LONGEST
        while not (value := self._tried(there)):
            assert time.monotonic() < end, self.text("body")
            time.sleep(0.03)
        return value

    def _tried(self, there: Callable[[], _Value]) -> _Value | None:
        from selenium.common.exceptions import StaleElementReferenceException

        try:
            return there()
        except StaleElementReferenceException:
            return None

    def every(self, selector: str) -> list[WebElement]:
        """Return the elements that are there now."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        """Return an element once it is seen."""
        return self.until(lambda: [each for each in self.every(selector) if each.is_displayed()])[0]

    def value(self, selector: str) -> str:
        """Return what stands in a field."""
        return self.one(selector).get_attribute("value") or ""

    def text(self, selector: str) -> str:
        """Return the words of an element, as they are seen; none if it is not there."""
        return "\n".join(each.text for each in self.every(selector) if each.is_displayed())

    def click(self, selector: str) -> None:
        """Click on an element once it is seen."""
        self.until(lambda: self._clicked(selector))

    def _clicked(self, selector: str) -> bool:
        self.one(selector).click()
        return True

    def paste(self, words: str) -> None:
        """Put words into the field for cards, as pasting does."""
        self.driver.execute_script(
            "arguments[0].value = arguments[1];"
            "arguments[0].dispatchEvent(new Event('input', {bubbles: true}));",
            self.one("#paste"),
            words,
        )

    def sees(self, selector: str, words: str) -> None:
        """Wait until an element says that."""
        self.until(lambda: words in self.text(selector))

    def downloaded(self, folder: Path, name: str, click: str) -> bytes:
        """Return the file that a click downloads."""
        self.click(click)
        place = folder / name
        self.until(lambda: place.exists() and not list(folder.glob("*.crdownload")))
        return place.read_bytes()
