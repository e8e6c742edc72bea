"""Quix Streams."""

import sys
from collections.abc import Callable
from pathlib import Path

from include.machine.releases.python_package import python_package
from include.scenarios.application.ready_made.registry import ReadyMade

RELEASE = "3.28.1"


class QuixStreamsCopier(ReadyMade):
    """A data frame that copies each message. Its packages lie apart: they need an older Kafka client."""

    name = "quix-streams"
    title = f"Quix Streams {RELEASE}"
    semantics = ("at-least-once", "exactly-once")

    def prepare(self, say: Callable[[str], None]) -> None:
        python_package(f"quixstreams=={RELEASE}", "applications", say=say)

    def command(self) -> list[str]:
        packages = python_package(f"quixstreams=={RELEASE}", "applications")
        return ["env", f"PYTHONPATH={packages}", sys.executable, str(Path(__file__).with_name("app.py"))]


RECORD = QuixStreamsCopier()
