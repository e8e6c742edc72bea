"""The examples of docs/extending.md: the files of each, and the lines that it adds to existing files."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from include.machine.folders import ROOT

EXAMPLES = ROOT / "docs" / "examples"
ADDED_LINES = "added-lines.toml"


@dataclass(frozen=True)
class AddedLine:
    """A line that an example adds to an existing file, behind another line of that file."""

    file: str
    """The path of the file, from the root of the project."""
    after: str
    """The line of the file that it follows, or enough of its beginning to tell it from all others."""
    text: str

    def added_to(self, content: str) -> str:
        """The content of the file with the line. The line above it must be there once (ValueError)."""
        lines = content.splitlines()
        places = [place for place, line in enumerate(lines, 1) if line.startswith(self.after)]
        if len(places) != 1:
            raise ValueError(f"{self.file}: {len(places)} lines begin with {self.after!r}")
        return "\n".join([*lines[: places[0]], self.text, *lines[places[0] :]]) + "\n"


@dataclass(frozen=True)
class Example:
    """A complete example of one kind: ``fault``, ``scenario``, …"""

    kind: str

    @property
    def folder(self) -> Path:
        """The folder of the example, laid out like the project."""
        return EXAMPLES / self.kind

    @property
    def files(self) -> list[Path]:
        paths = (path for path in self.folder.rglob("*") if path.is_file() and "__pycache__" not in str(path))
        return sorted(path.relative_to(self.folder) for path in paths if path.name != ADDED_LINES)

    @property
    def tests(self) -> list[Path]:
        return [file for file in self.files if file.name.startswith("test_")]

    @property
    def added_lines(self) -> list[AddedLine]:
        listed = tomllib.loads((self.folder / ADDED_LINES).read_text(encoding="utf-8"))
        return [AddedLine(**line) for line in listed["line"]]


def examples() -> list[Example]:
    return [Example(folder.name) for folder in sorted(EXAMPLES.iterdir()) if folder.is_dir()]
