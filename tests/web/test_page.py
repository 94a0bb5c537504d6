"""The page in a browser: paste, see, see why, mend, download, go back; for everybody."""

import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import chromium
from command import nanori
from page_driver import Page
from project import ROOT, put

pytestmark = pytest.mark.thorough

HARBOR = ROOT / "examples" / "harbor.csv"
STATIC = ROOT / "build" / "page"
HERON = "Tidebell Heron\nCreature — Bird\nFlying\nWhenever Tidebell Heorn attacks, scry 1.\n1/2"
REFERENCE = "#card .reference"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "nanori", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[0]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module")
def browser(
    tmp_path_factory: pytest.TempPathFactory, address: str, downloads: Path
) -> Iterator[Page]:
    profile = tmp_path_factory.mktemp("profile")
    with chromium.chromium(profile, downloads=downloads) as driver:
        yield Page(driver, address)


@pytest.fixture
def page(browser: Page, downloads: Path) -> Iterator[Page]:
    """The page, empty; at the end the console has said nothing."""
    for path in downloads.iterdir():
        path.unlink()
    chromium.resized(browser.driver, 1280)
    browser.open()
    yield browser
    assert chromium.complaints(browser.driver) == []


def test_paste_see_why_mend_go_back_download(page: Page, downloads: Path) -> None:
    page.paste(HERON)
    page.sees(f"{REFERENCE}.self", "Tidebell Heorn")
    page.sees(".why", "the object whose text it is")
    page.sees(".why", "201.5 — Text that names its own object")
    page.sees("#panel", "“Tidebell Heorn” is one letter from")
    chromium.screenshot(page.driver, "page-pasted")
    page.click("#panel .fix")
    page.sees("#status", "1 fixed")
    mended = HERON.replace("Heorn", "Heron")
    assert page.value("#paste") == mended
    assert page.downloaded(downloads, "cards.txt", "#download") == mended.encode()
    page.driver.back()
    page.until(lambda: page.value("#paste") == HERON)
    page.sees("#panel", "is one letter from")
    page.driver.forward()
    page.until(lambda: page.value("#paste") == mended)


def test_the_keys_of_the_terminal_are_those_of_the_page(page: Page) -> None:
    page.paste(HERON.replace("Flying", "Untap this creture.\nTap this creture."))
    page.sees("#panel", "“Tidebell Heorn” is one letter from")
    items = page.driver.find_elements("css selector", "#panel li")
    (wrong,) = (each for each in items if "Tidebell Heorn" in each.text)
    wrong.send_keys("n")
    page.until(
        lambda: len(page.driver.find_elements("css selector", "#panel li")) == len(items) - 1
    )
    following = page.one("#panel li:focus")
    following.send_keys("q")
    assert page.driver.switch_to.active_element.get_attribute("id") == "panel"
    following.send_keys("a")
    page.sees("#status", "2 fixed")
    assert "Tidebell Heorn" in page.value("#paste")
    assert "creture" not in page.value("#paste")
    page.driver.execute_script("localStorage.clear()")


def test_a_rule_is_turned_off_for_a_card_and_all_that_was_looked_at_is_hidden(
    page: Page, downloads: Path, tmp_path: Path
) -> None:
    card = "Untap this creture. Tap this creture. Tidebell Heorn can't block."
    cards = [{"name": "Tidebell Heron", "text": card}, {"name": "Tarn", "text": card[:19]}]
    copy = put(tmp_path / "set.json", json.dumps({"cards": cards}))
    page.driver.find_element("id", "file").send_keys(str(copy))
    page.sees("#panel", "“this creture”")
    count = len(page.every("#panel li"))
    next(each for each in page.every("#panel li") if "creture" in each.text).send_keys("i")
    page.until(lambda: len(page.every("#panel li")) == count - 2)
    page.sees("#tab-findings", str(count - 2))
    put(tmp_path / "nanori.toml", page.downloaded(downloads, "nanori.toml", "#save-settings"))
    assert nanori("lint", copy, "--format", "jsonl").out.count("\n") == count - 2
    for left in range(count - 3, -1, -1):
        page.driver.find_element("css selector", "#panel li").send_keys("n")
        page.until(lambda wanted=left: len(page.every("#panel li")) == wanted)
    assert not page.every("#list .dot")
    page.sees("#turned-off", "[per-card-ignores]")
    page.click("#forget")
    page.until(lambda: len(page.every("#panel li")) == 2)
    page.driver.execute_script("localStorage.clear()")


def test_a_file_is_downloaded_byte_for_byte(page: Page, downloads: Path, tmp_path: Path) -> None:
    copy = put(tmp_path / "harbor.csv", HARBOR.read_bytes().replace(b"\n", b"\r\n"))
    page.driver.find_element("id", "file").send_keys(str(copy))
    page.sees("#list", "提灯鴎")
    assert page.downloaded(downloads, "harbor.csv", "#download") == copy.read_bytes()
    (downloads / "harbor.csv").unlink()
    page.click("#fix-all")
    page.sees("#status", "2 fixed")
    assert nanori("lint", copy, "--fix").code == 1
    assert page.downloaded(downloads, "harbor.csv", "#download") == copy.read_bytes()


def test_a_text_is_edited_in_its_place_and_its_findings_follow(
    page: Page, downloads: Path, tmp_path: Path
) -> None:
    text = "{2}{W}, Sacrifice Ash Lamp: Draw a card."
    cards = {
        "cards": [{"name": "Ash Lamp", "lang": "en", "text": text}, {"name": "Tarn", "text": ""}]
    }
    copy = put(tmp_path / "set.json", json.dumps(cards))
    page.driver.find_element("id", "file").send_keys(str(copy))
    page.sees("#card .symbol.white", "W")
    page.sees("#panel", "No finding")
    page.click("#card .edit")
    page.driver.find_element("id", "edited").send_keys(" Untap Ash Lmap.")
    page.sees("#panel", "“Ash Lmap” is one letter from")
    assert page.value("#edited") == f"{text} Untap Ash Lmap."
    changed = copy.read_bytes().replace(b"Draw a card.", b"Draw a card. Untap Ash Lmap.")
    assert page.downloaded(downloads, "set.json", "#download") == changed
    (downloads / "set.json").unlink()
    page.driver.find_element("id", "edited-name").send_keys("post\t")
    page.sees("#card h3", "Ash Lamppost")
    assert page.value("#edited") == "{2}{W}, Sacrifice Ash Lamppost: Draw a card. Untap Ash Lmap."
    changed = changed.replace(b"Ash Lamp", b"Ash Lamppost")
    assert page.downloaded(downloads, "set.json", "#download") == changed


def test_both_languages_stand_side_by_side_and_light_up_together(page: Page) -> None:
    page.click("#sample")
    page.click(f"{REFERENCE}.holder")
    page.until(lambda: page.text(".lit") == "this creature\nこのクリーチャー")
    page.sees(".why", "holder — the object that gets the ability")
    chromium.screenshot(page.driver, "page-both")


def test_all_can_be_reached_with_the_keyboard(page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    page.click("#sample")
    page.sees("#panel", "6 findings")
    page.one(REFERENCE).send_keys(Keys.TAB)
    focused = page.driver.switch_to.active_element
    assert focused.text == "this creature"
    page.sees(".why", "holder")
    focused.send_keys(Keys.ENTER)
    tab = page.one("#tab-findings")
    tab.send_keys(Keys.ARROW_RIGHT)
    page.sees("#panel", "Foundations")
    assert page.driver.switch_to.active_element.get_attribute("id") == "tab-wording"
    page.sees(".why", "this creature")


def test_a_style_shows_what_changes_and_words_the_file(page: Page) -> None:
    page.paste(HERON.replace("Heorn", "Heron"))
    page.click("#tab-wording")
    page.until(lambda: page.every(".option"))[3].click()
    page.sees("#panel del", "Tidebell Heron")
    page.sees("#panel ins", "~")
    chromium.screenshot(page.driver, "page-wording")
    page.click("#use-style")
    page.until(lambda: "Whenever ~ attacks" in page.value("#paste"))


def test_the_list_is_narrowed_to_cards_with_findings_and_to_words(page: Page) -> None:
    def listed() -> int:
        return sum(item.is_displayed() for item in page.every("#list li"))

    page.click("#sample")
    page.sees("#panel", "6 findings")
    assert listed() == 8
    page.click("#list-only")
    page.until(lambda: 0 < listed() < 8)
    page.one("#list-words").send_keys("heron")
    page.until(lambda: listed() == 1)


def test_an_ability_is_given_to_another_card(page: Page) -> None:
    from selenium.webdriver.support.ui import Select

    page.open("ui=en&tab=grant&card=3")
    page.click("#sample")
    page.click("#list li:nth-child(4) button")
    page.sees("#grant-ability", "Sacrifice Saltworn Quay")
    Select(page.one("#grant-ability")).select_by_index(1)
    page.sees("#granted", "gains abilities of Saltworn Quay")
    page.sees("#granted", "It then reads")
    Select(page.one("#grant-to")).select_by_value("name")
    name = page.one("#receiver")
    name.send_keys("Gull")
    page.sees("#granted ins", "Gull")
    name.send_keys(" King")
    page.sees("#granted ins", "Gull King")
    chromium.screenshot(page.driver, "page-grant")


def test_a_tree_and_a_name_in_another_script(page: Page) -> None:
    page.paste(HERON)
    page.click("#tab-tree")
    page.sees("#panel", "OWN_NAME")
    page.one("#query").send_keys("shizukana")
    page.sees("#hits", "Aru, the Quiet Lamp")
    chromium.screenshot(page.driver, "page-search")


def test_a_view_can_be_shared(page: Page) -> None:
    page.paste(HERON)
    page.one(REFERENCE)
    page.click("#tab-tree")
    page.until(lambda: "text=" in page.driver.current_url)
    shared = page.driver.current_url.partition("#")[2]
    page.open(shared)
    page.sees("#panel", "OWN_NAME")
    assert page.value("#paste") == HERON
    page.open("file=mine.csv&ui=en")
    page.sees("#status", "This view is of the file “mine.csv”")
    page.open("text=%%%&card=-1&tab=none&ui=xx")


def test_words_are_never_markup(page: Page) -> None:
    words = "<img src=x onerror=document.title='x'></p>\u202e\x1b[31m"
    record = {"name": f"{words}Quay", "type": words, "text": f"{words}\nUntap this creture."}
    page.paste(json.dumps([record, {**record, "name": f"{words}2"}]))
    page.sees("#card h3", "<img src=x")
    page.sees("#list", "<img src=x")
    page.sees("#panel", "this creture")
    for tab in ("wording", "grant", "tree"):
        page.click(f"#tab-{tab}")
        page.one("#panel > *")
    assert not page.every("img")
    assert page.driver.title == "nanori 名乗り"


def test_a_mistake_is_a_line(page: Page) -> None:
    page.paste("{ not json")
    page.sees("#status", "not JSON")
    page.paste(HERON)
    page.one(REFERENCE)
    page.paste("")
    page.sees("#welcome", "What does a card call itself")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [1280, 400])
def test_it_serves_everybody(page: Page, language: str, width: int) -> None:
    chromium.resized(page.driver, width)
    page.open(f"ui={language}")
    assert not chromium.scrolls_sideways(page.driver)
    page.click("#sample")
    for tab in ("wording", "grant", "tree", "findings"):
        page.click(f"#tab-{tab}")
        page.one("#panel > *")
        assert not chromium.scrolls_sideways(page.driver), tab
    chromium.screenshot(page.driver, f"page-{language}-{width}")
    assert chromium.unreachable(page.driver) == []


def test_the_page_without_a_server_does_the_same(page: Page, downloads: Path) -> None:
    if not STATIC.exists():
        pytest.skip("make page has not made build/page")

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(STATIC))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        static = Page(page.driver, f"http://127.0.0.1:{server.server_port}/")
        static.open()
        static.paste(HERON)
        static.sees(f"{REFERENCE}.self", "Tidebell Heorn")
        static.click("#panel .fix")
        static.sees("#status", "1 fixed")
        mended = HERON.replace("Heorn", "Heron")
        assert static.downloaded(downloads, "cards.txt", "#download") == mended.encode()
        static.one("#query").send_keys("shizukana")
        static.sees("#hits", "Aru, the Quiet Lamp")
        chromium.screenshot(page.driver, "page-static")
        server.shutdown()


def test_it_is_dark_where_the_system_is(address: str, tmp_path: Path) -> None:
    with chromium.chromium(tmp_path, dark=True) as driver:
        chromium.resized(driver, 1280)
        page = Page(driver, address)
        page.open()
        page.click("#sample")
        page.one(REFERENCE)
        chromium.screenshot(driver, "page-dark")
        ground = "return getComputedStyle(document.body).backgroundColor"
        assert driver.execute_script(ground) == "rgb(23, 24, 26)"
        assert chromium.unreachable(driver) == []
        page.click("#theme")
        assert driver.execute_script(ground) == "rgb(246, 245, 241)"
