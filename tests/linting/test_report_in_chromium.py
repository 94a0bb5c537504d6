"""The page of `nanori lint --format html`, opened in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chromium import chromium, complaints, resized, screenshot, scrolls_sideways, unreachable
from lint_command import HERON, cards, lint
from project import ROOT

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

pytestmark = pytest.mark.thorough

TRANSLATION = ROOT / "examples" / "translation"
HOSTILE = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    hostile = {**HERON, "id": HOSTILE, "name": f"Heron {HOSTILE}", "text": f"~ {HOSTILE} is" * 9}
    wild = cards(path.with_name("wild.jsonl"), hostile, {**HERON, "text": "~ " + "=1+1" * 400})
    lint(TRANSLATION, wild, "-o", path)
    return path


def css(driver: Chrome, selector: str) -> list[WebElement]:
    return driver.find_elements("css selector", selector)


def shown(driver: Chrome) -> list[str]:
    return [each.text for each in css(driver, "article h3") if each.is_displayed()]


def test_all_of_it_is_seen_and_nothing_runs(browser: Chrome, report: Path) -> None:
    browser.get(report.as_uri())
    assert "網繕い" in browser.find_element("tag name", "body").text
    assert len(shown(browser)) == 5
    assert browser.title.endswith("– nanori")
    assert not complaints(browser)


@pytest.mark.parametrize("width", [400, 1280])
def test_no_width_scrolls_sideways(browser: Chrome, report: Path, width: int) -> None:
    resized(browser, width)
    browser.get(report.as_uri())
    screenshot(browser, f"report-{width}")
    assert not scrolls_sideways(browser)


def test_people_with_disabilities_can_use_it(browser: Chrome, report: Path) -> None:
    browser.get(report.as_uri())
    assert not unreachable(browser)


def test_cards_are_chosen_by_name_and_by_check(browser: Chrome, report: Path) -> None:
    browser.get(report.as_uri())
    (field,) = css(browser, "#by-card")
    field.send_keys("網繕")
    assert [name.split()[0] for name in shown(browser)] == ["Net"]
    assert browser.find_element("id", "shown").text == "1 of 5 cards"
    field.clear()
    field.send_keys("wolf")
    chosen = "own-name/misspelled"
    css(browser, f"#by-check option[value='{chosen}']")[0].click()
    assert len(shown(browser)) == 1
    findings = [each for each in css(browser, "article li") if each.is_displayed()]
    assert [each.get_attribute("data-check") for each in findings] == [chosen]


def test_what_was_looked_at_is_hidden_on_the_next_visit_too(browser: Chrome, report: Path) -> None:
    browser.get(report.as_uri())
    count = len(shown(browser))
    for box in css(browser, "article:first-of-type [data-key] input"):
        box.click()
    assert len(shown(browser)) == count - 1
    browser.refresh()
    assert len(shown(browser)) == count - 1
    browser.find_element("id", "with-looked-at").click()
    assert len(shown(browser)) == count
    browser.execute_script("localStorage.clear()")
    assert not complaints(browser)


def test_a_reference_lights_up_with_its_counterpart(browser: Chrome, report: Path) -> None:
    browser.get(report.as_uri())
    first = css(browser, "a[data-joint]")[0]
    browser.execute_script("arguments[0].focus()", first)
    joined = css(browser, ".joined")
    assert len(joined) == 2
    assert len({each.get_attribute("data-joint") for each in joined}) == 1


def test_it_is_dark_where_that_is_preferred(tmp_path: Path, report: Path) -> None:
    with chromium(tmp_path / "dark", dark=True) as driver:
        driver.get(report.as_uri())
        screenshot(driver, "report-dark")
        colours = driver.execute_script(
            "const style = getComputedStyle(document.body);"
            "return [style.backgroundColor, style.color].map(each => each.match(/\\d+/)[0]);"
        )
        assert int(colours[0]) < 60 < 180 < int(colours[1])
        assert not unreachable(driver)
