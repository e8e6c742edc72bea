"""The time at which a browser shows a page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench.first_paint import first_paint_seconds

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium")]


def test_the_first_paint_of_a_file_has_a_time(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>A page</title><p>Some text</p>", encoding="utf-8")
    assert 0 < first_paint_seconds(browser, page.as_uri()) < 60
