"""What a page shows a reader, and what a browser and a screen reader would complain of."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Frame, Page


def serious_findings(page: Page | Frame) -> list[str]:
    """What axe-core finds that keeps people from reading a page, with the first element of each."""
    return [
        f"{violation['id']}: {violation['help']} ({violation['nodes'][0]['html'][:200]})"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


class Complaints:
    """The errors that the console of a browser shows from now on."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        page.on("console", self._take)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _take(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


def is_wider_than_its_window(page: Page | Frame) -> bool:
    """Whether a reader has to scroll a page sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
