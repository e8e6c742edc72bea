"""The Chromium of this machine, which tests drive without a window."""

from shutil import which

from include.errors import PlatformError

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The path of the browser.

    Raises:
        PlatformError: there is none.
    """
    found = next(filter(None, map(which, NAMES)), None)
    if found is None:
        raise PlatformError(f"There is no {' or '.join(NAMES)} in PATH")
    return found
