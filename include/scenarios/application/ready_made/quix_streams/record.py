"""Quix Streams."""

import sys
from collections.abc import Callable
from pathlib import Path

from include.machine.releases.python_package import python_package
from include.scenarios.application.ready_made.registry import ReadyMade

RELEASE = "3.28.1"
CONSTRAINTS = Path(__file__).with_name("constraints.txt")


class QuixStreamsCopier(ReadyMade):
    """A data frame that copies each message. Its packages lie apart: they need an older Kafka client."""

    name = "quix-streams"
    title = f"Quix Streams {RELEASE}"
    semantics = ("at-least-once", "exactly-once")

    def prepare(self, say: Callable[[str], None]) -> None:
        packages(say)

    def command(self) -> list[str]:
        return ["env", f"PYTHONPATH={packages()}", sys.executable, str(Path(__file__).with_name("app.py"))]


def packages(say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder with its packages, fetched if necessary. ``say`` announces the download."""
    return python_package(f"quixstreams=={RELEASE}", "applications", ("--constraint", str(CONSTRAINTS)), say)


RECORD = QuixStreamsCopier()
