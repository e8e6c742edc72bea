"""The Chromium of this machine, which tests drive without a window."""

import os
from shutil import which
from typing import TYPE_CHECKING

from include.machine.errors import PlatformError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The path of the browser. If there is none, a PlatformError is raised."""
    path = next(filter(None, map(which, NAMES)), None)
    if path is None:
        raise PlatformError(f"There is no {' or '.join(NAMES)} in PATH")
    return path


def launched(playwright: "Playwright") -> "Browser":
    """Start the browser, for root without its own sandbox. If there is none, a PlatformError is raised."""
    return playwright.chromium.launch(executable_path=chromium(), chromium_sandbox=os.geteuid() != 0)
