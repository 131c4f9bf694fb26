"""Opens page.html, which `gush bench report` made, in headless Chromium and holds it to what docs/reference/bench-report.md says.

Run by tests/bench/report.rs and recording.rs in the folder of the page: report.py KIND PICTURES CHROMIUM. The kind is
ladder, with medians.tsv beside the page, which has what the database says, or recording. Screenshots go to PICTURES. Says
"all is well", or fails where it is not.
"""

import json
import pathlib
import shutil
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

KIND, PICTURES, CHROMIUM = sys.argv[1:]
# Given by its place, so that nothing is looked for elsewhere.
DRIVER = shutil.which("chromedriver")
PAGE = pathlib.Path("page.html").resolve()


def browser(profile):
    """A browser of our own that makes no network requests by itself."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        f"--user-data-dir={profile}",
    ):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


def shape(driver, width, height=900):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def picture(driver, name, width):
    """The whole page in one picture."""
    shape(driver, width, driver.execute_script("return document.documentElement.scrollHeight"))
    driver.save_screenshot(f"{PICTURES}/{name}.png")
    shape(driver, width)


def tip(driver):
    element = driver.find_element(By.ID, "tip")
    return element.text if element.is_displayed() else None


def chart(driver, section):
    """The chart of a section that is shown at this width."""
    charts = driver.find_elements(By.CSS_SELECTOR, f"section[aria-labelledby={section}] svg.chart")
    return next(chart for chart in charts if chart.is_displayed())


def hovering(driver, section, name):
    mark = chart(driver, section).find_element(By.CSS_SELECTOR, f".m[aria-label^='{name}']")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
    # Scrolling closes what is shown, so it must be over.
    frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
    driver.execute_async_script(frames)
    where = mark.find_elements(By.CSS_SELECTOR, "circle, rect.f-system") or [mark]
    ActionChains(driver).move_to_element(where[0]).perform()
    shown = tip(driver)
    assert shown and shown.startswith(name), f"{section}: hovering {name} shows {shown!r}"
    assert shown == mark.get_attribute("aria-label"), "who cannot hover hears the same"
    return shown


def tabbing(driver):
    """Tab reaches each chart once; arrows go on within it."""
    driver.execute_script("document.body.focus(); scrollTo(0, 0)")
    seen = []
    for _ in range(80):
        ActionChains(driver).send_keys(Keys.TAB).perform()
        focused = driver.switch_to.active_element
        if "m" in (focused.get_attribute("class") or "").split():
            shown = tip(driver)
            assert shown == focused.get_attribute("aria-label"), f"focus shows {shown!r}"
            seen.append(shown)
            if len(seen) == 1:
                ActionChains(driver).send_keys(Keys.ARROW_DOWN).perform()
                after = tip(driver)
                assert after and after != shown, "the arrow leads to the next mark"
                ActionChains(driver).send_keys(Keys.ESCAPE).perform()
                assert tip(driver) is None, "Escape closes it"
    charts = [svg for svg in driver.find_elements(By.CSS_SELECTOR, "svg.chart") if svg.is_displayed()]
    assert len(seen) >= min(len(charts), 20), f"{len(seen)} stops for {len(charts)} charts"


def colour(driver):
    return driver.execute_script("return getComputedStyle(document.documentElement).backgroundColor")


def themes(driver):
    """The button changes the theme, and the next visit remembers."""
    light, button = colour(driver), driver.find_element(By.ID, "theme")
    assert button.text == "Dark theme", button.text
    button.click()
    dark = colour(driver)
    assert light != dark and button.text == "Light theme"
    driver.refresh()
    assert colour(driver) == dark, "the theme was forgotten"
    picture(driver, "dark", 1280)
    driver.find_element(By.ID, "theme").click()
    assert colour(driver) == light
    emulated = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    driver.execute_script("localStorage.clear()")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)
    driver.refresh()
    assert colour(driver) == dark, "who prefers dark gets it without asking"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def tables(driver):
    """The table under the ladder says what the database says."""
    medians = [line.split("\t") for line in pathlib.Path("medians.tsv").read_text().splitlines()]
    for details in driver.find_elements(By.CSS_SELECTOR, "details:not(.fold)"):
        details.find_element(By.TAG_NAME, "summary").click()
        assert details.find_element(By.TAG_NAME, "table").is_displayed()
    rows = driver.find_elements(By.CSS_SELECTOR, "section[aria-labelledby=ladder] tbody tr")
    shown = {}
    for row in rows:
        name = row.find_element(By.TAG_NAME, "th").text
        shown[name] = row.find_element(By.CSS_SELECTOR, "td:nth-child(2) data")
    assert [name for name, _ in medians] == list(shown)[: len(medians)], "the order is that of the chart"
    for name, median in medians:
        assert float(shown[name].get_attribute("value")) == float(median), name
        assert shown[name].text in hovering(driver, "ladder", name + ":"), name


def structure(driver):
    """What a screen reader goes by."""
    levels = [int(heading.tag_name[1]) for heading in driver.find_elements(By.CSS_SELECTOR, "h1, h2, h3, h4")]
    assert levels[0] == 1 and levels.count(1) == 1, levels
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels
    twice = driver.execute_script(
        "const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
        "return ids.filter((id, at) => ids.indexOf(id) !== at);"
    )
    assert twice == [], twice
    unnamed = driver.execute_script(
        "return [...document.querySelectorAll('svg, .m, .scroll, button')]"
        ".filter((e) => !(e.getAttribute('aria-label') ?? e.textContent).trim()).length"
    )
    assert unnamed == 0, f"{unnamed} things without a name"
    heads = driver.execute_script("return document.querySelectorAll('th:not([scope])').length")
    assert heads == 0
    assert driver.find_elements(By.CSS_SELECTOR, "table:not(:has(caption))") == []


def widths(driver):
    """No width makes the page itself scroll sideways."""
    for width in (320, 360, 390, 700, 701, 768, 1024, 1280):
        shape(driver, width)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} pixels at {width}"


def printing(driver):
    """On paper: light, tables open, nothing to press."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert colour(driver) == "rgb(255, 255, 255)", colour(driver)
    assert all(table.is_displayed() for table in driver.find_elements(By.TAG_NAME, "table"))
    assert not driver.find_element(By.ID, "theme").is_displayed()
    driver.execute_script("dispatchEvent(new Event('afterprint'))")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def silence(driver):
    """No word in the console, and nobody else was asked for anything."""
    said = driver.get_log("browser")
    assert said == [], said
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            # The browser has pages of its own, chrome://….
            assert url.split(":")[0] not in ("http", "https", "ws", "wss", "ftp"), url
            assert url.split("#")[0] == PAGE.as_uri() or not url.startswith("file:"), url


def without_script(driver):
    """Whoever has no JavaScript still has charts with titles, and tables."""
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    driver.get(PAGE.as_uri())
    assert not driver.find_element(By.ID, "theme").is_displayed(), "a button that does nothing"
    titles = chart(driver, "ladder").find_elements(By.CSS_SELECTOR, ".m > title")
    assert len(titles) > 20
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def ladder(driver):
    """The page of a run of the ladder."""
    shape(driver, 1280)
    driver.get(PAGE.as_uri())
    structure(driver)
    first = driver.find_element(By.CSS_SELECTOR, "main > *")
    assert first.text.startswith("On this machine gush yes is "), first.text
    picture(driver, "desktop", 1280)
    tabbing(driver)
    shown = hovering(driver, "cpu", "python-print:")
    assert "of a processor in its own code" in shown
    shown = hovering(driver, "calls", "go-writev:")
    assert "4 MiB a call" in shown, shown
    hovering(driver, "buffers", "c-printf-2048:")
    themes(driver)
    driver.get(PAGE.as_uri())
    tables(driver)
    widths(driver)
    printing(driver)
    driver.get(PAGE.as_uri())
    shape(driver, 390)
    driver.get(PAGE.as_uri())
    fold = driver.find_element(By.CSS_SELECTOR, "details.fold")
    assert fold.get_attribute("open") is None, "the small charts are folded on a phone"
    fold.find_element(By.TAG_NAME, "summary").click()
    assert fold.find_element(By.CSS_SELECTOR, "svg.chart").is_displayed()
    driver.get(PAGE.as_uri())
    hovering(driver, "ladder", "go-println:")
    picture(driver, "phone", 390)
    shape(driver, 1280)
    without_script(driver)
    silence(driver)


def recording(driver):
    """The page of the meters of a pipeline."""
    for width, name in ((360, "phone"), (768, "tablet"), (1280, "desktop")):
        shape(driver, width)
        for theme in ("light", "dark"):
            emulated = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)
            driver.get(PAGE.as_uri())
            expected = "rgb(255, 255, 255)" if theme == "light" else "rgb(22, 25, 29)"
            assert colour(driver) == expected, colour(driver)
            charts = [svg for svg in driver.find_elements(By.CSS_SELECTOR, "svg.chart") if svg.is_displayed()]
            assert len(charts) == 3, f"{len(charts)} charts at {width}"
            lines = [svg.find_element(By.CSS_SELECTOR, "path.l-measured") for svg in charts]
            assert all(line.size["width"] > width / 3 for line in lines), "a line is as long as its recording"
            picture(driver, f"recording-{name}-{theme}", width)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    shape(driver, 1280)
    driver.get(PAGE.as_uri())
    structure(driver)
    tabbing(driver)
    # Nothing has the focus any more, which would be shown again.
    driver.get(PAGE.as_uri())
    step = chart(driver, "time").find_elements(By.CSS_SELECTOR, ".m")[40]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", step)
    driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")
    ActionChains(driver).move_to_element(step).perform()
    shown = tip(driver)
    assert shown == step.get_attribute("aria-label") and "MiB/s" in shown and "so far" in shown, shown
    driver.find_element(By.TAG_NAME, "summary").click()
    assert driver.find_element(By.CSS_SELECTOR, "details table").is_displayed()
    widths(driver)
    printing(driver)
    silence(driver)


def main():
    assert PAGE.stat().st_size < 1 << 20
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = browser(profile)
        try:
            {"ladder": ladder, "recording": recording}[KIND](driver)
        finally:
            driver.quit()
    print("all is well")


main()
