"""A Go program with franz-go."""

import re
import shutil
import subprocess
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.made_once import made_once
from include.scenarios.application.ready_made.registry import ReadyMade

RELEASE = "1.22.3"

FOLDER = Path(__file__).parent

SOURCES = [FOLDER / name for name in ("copy.go", "go.mod", "go.sum")]


class FranzGoCopier(ReadyMade):
    """A program with franz-go, compiled by the Go of this machine."""

    name = "franz-go"
    title = f"Go with franz-go {RELEASE}"
    semantics = ("at-least-once", "exactly-once")

    def prepare(self, say: Callable[[str], None]) -> None:
        if not self._program.exists():
            say(f"Fetching and compiling {self.title} (once)")
            made_once(self._program, folders.CACHE / "applications.lock", _compile)

    def command(self) -> list[str]:
        return [str(self._program)]

    @property
    def _program(self) -> Path:
        """The compiled program, whose name contains a hash of the sources."""
        digest = blake2b(b"".join(source.read_bytes() for source in SOURCES), digest_size=8).hexdigest()
        return folders.CACHE / "applications" / f"{self.name}-{RELEASE}-{digest}"


def _compile(folder: Path) -> Path:
    go = shutil.which("go")
    if not go:
        [version] = re.findall(r"^go (\S+)$", (FOLDER / "go.mod").read_text(encoding="utf-8"), re.MULTILINE)
        raise PlatformError(
            f"franz-go needs Go {version} or newer to be compiled, and there is no go on PATH"
        )
    program = folder / "copy"
    command = [go, "build", "-o", str(program), "."]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER)
    if answer.returncode:
        raise PlatformError(f"franz-go {RELEASE} cannot be fetched or compiled:\n{answer.stderr.strip()}")
    return program


RECORD = FranzGoCopier()
