"""Quix Streams."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.made_once import made_once
from include.scenarios.application.ready_made.registry import ReadyMade

RELEASE = "3.28.1"


class QuixStreamsCopier(ReadyMade):
    """A data frame that copies each message. Its packages lie apart: they need an older Kafka client."""

    name = "quix-streams"
    title = f"Quix Streams {RELEASE}"
    semantics = ("at-least-once", "exactly-once")

    def prepare(self, say: Callable[[str], None]) -> None:
        self._packages(say)

    def command(self) -> list[str]:
        program = Path(__file__).with_name("app.py")
        return ["env", f"PYTHONPATH={self._packages(lambda _: None)}", sys.executable, str(program)]

    def _packages(self, say: Callable[[str], None]) -> Path:
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        folder = folders.CACHE / "applications" / f"{self.name}-{RELEASE}-{python}"
        return made_once(folder, folders.CACHE / "applications.lock", partial(_fetch, say))


def _fetch(say: Callable[[str], None], folder: Path) -> Path:
    say(f"Fetching Quix Streams {RELEASE} (once)")
    packages = folder / "packages"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command = [*pip, "--target", str(packages), f"quixstreams=={RELEASE}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise PlatformError(f"Quix Streams {RELEASE} cannot be fetched:\n{answer.stderr.strip()}")
    return packages


RECORD = QuixStreamsCopier()
