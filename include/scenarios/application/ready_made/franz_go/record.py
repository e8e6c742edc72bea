"""A Go program with franz-go."""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.made_once import made_once
from include.scenarios.application.ready_made.registry import ReadyMade

FOLDER = Path(__file__).parent

SOURCE = FOLDER / "copy.go"


@dataclass(frozen=True)
class FranzGoCopier(ReadyMade):
    """A program with franz-go, compiled by the Go of this machine."""

    name: str
    modules: Path
    """The file ``go.mod`` with the release; ``go.sum`` stands beside it."""
    semantics: tuple[str, ...] = ("at-least-once", "exactly-once")

    @property
    def release(self) -> str:
        return self._version(r"github.com/twmb/franz-go v(\S+)")

    @property
    def title(self) -> str:  # type: ignore[override] # read-only here
        return f"Go with franz-go {self.release}"

    def prepare(self, say: Callable[[str], None]) -> None:
        if not self._program.exists():
            say(f"Fetching and compiling {self.title} (once)")
            made_once(self._program, folders.CACHE / "applications.lock", self._compile)

    def command(self) -> list[str]:
        return [str(self._program)]

    @property
    def _program(self) -> Path:
        """The compiled program, whose name contains a hash of the sources."""
        sources = (SOURCE, self.modules, self.modules.with_name("go.sum"))
        digest = blake2b(b"".join(source.read_bytes() for source in sources), digest_size=8).hexdigest()
        return folders.CACHE / "applications" / f"franz-go-{self.release}-{digest}"

    def _compile(self, folder: Path) -> Path:
        go = shutil.which("go")
        if not go:
            needed = self._version(r"^go (\S+)$")
            raise PlatformError(
                f"franz-go needs Go {needed} or newer to be compiled, and there is no go on PATH"
            )
        program = folder / "copy"
        command = [go, "build", "-modfile", str(self.modules), "-o", str(program), "."]
        answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER)
        if answer.returncode:
            raise PlatformError(
                f"franz-go {self.release} cannot be fetched or compiled:\n{answer.stderr.strip()}"
            )
        return program

    def _version(self, pattern: str) -> str:
        [version] = re.findall(pattern, self.modules.read_text(encoding="utf-8"), re.MULTILINE)
        return str(version)


RECORD = FranzGoCopier(name="franz-go", modules=FOLDER / "go.mod")
