"""A copy of the project to which examples have been added, and commands that run in it."""

import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from include.machine.folders import ROOT
from tests.extending.examples import Example

COPIED = ("include", "bench", "docs/pages", "tests", "pyproject.toml", ".importlinter")
NOT_COPIED = ("__pycache__", "extending", "golden")
"""Parts of the copied folders that no test of an example uses."""


@dataclass(frozen=True)
class Copy:
    folder: Path

    def run(self, command: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of this virtual environment in the copy, whose ``include`` is then imported."""
        program = str(Path(sys.executable).with_name(command))
        return subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, text=True)

    def test(self, examples: Iterable[Example], *options: str) -> "subprocess.CompletedProcess[str]":
        tests = [str(test) for example in examples for test in example.tests]
        return self.run("python", "-m", "pytest", "-p", "no:cacheprovider", *options, *tests)


def assembled(folder: Path, examples: Iterable[Example]) -> Copy:
    """Copy the project to a folder, and add examples to it."""
    for name in COPIED:
        _copy(ROOT / name, folder / name)
    shutil.copy(Path(__file__).with_name("conftest_of_copy.py"), folder / "tests" / "conftest.py")
    for example in examples:
        add(example, folder)
    return Copy(folder)


def add(example: Example, folder: Path) -> None:
    """Add the files and the lines of an example. If a file exists, a FileExistsError is raised."""
    for file in example.files:
        if (folder / file).exists():
            raise FileExistsError(f"{example.kind}: the project already has {file}")
        _copy(example.folder / file, folder / file)
    for line in example.added_lines:
        path = folder / line.file
        if not path.exists():
            _copy(ROOT / line.file, path)
        path.write_text(line.added_to(path.read_text(encoding="utf-8")), encoding="utf-8")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(*NOT_COPIED))
    else:
        shutil.copy(source, target)
