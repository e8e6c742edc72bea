"""Every command that README.md and docs/ tell a user to type.

A block of code without a language has commands only; output and listings are ``text``. Code within a sentence
or a table counts if it begins with one of ``PROGRAMS`` and has an argument.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from include.machine.folders import ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]

PROGRAMS = {"make", "kerran", "python", "pip", "docker", "apt", ".venv/bin/kerran", ".venv/bin/python"}
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class DocumentedCommand:
    """A command as a page has it, and its words as a shell divides it."""

    page: str
    line: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        """The page and the command, as the name of a test."""
        return f"{self.page}: {self.line.splitlines()[0]}"


def documented_commands() -> list[DocumentedCommand]:
    """The commands of all pages, in their order, each once a page."""
    commands = (DocumentedCommand(page.name, *command) for page in PAGES for command in commands_of(page))
    return list(dict.fromkeys(commands))


def commands_of(page: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The commands of a page: those of its blocks, and those within its sentences."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        if not block["language"]:
            yield from commands_in(block["text"])
    for code in INLINE.findall(BLOCK.sub("", text)):
        words = tuple(code.split())
        if len(words) > 1 and words[0] in PROGRAMS:
            yield " ".join(words), tuple(shlex.split(code))


def commands_in(block: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The commands of a block; a command goes on in the next line after a backslash or within quotes."""
    begun = ""
    for line in block.splitlines():
        begun += line
        if begun.endswith("\\"):
            begun = begun.removesuffix("\\")
            continue
        try:
            words = shlex.split(begun, comments=True)
        except ValueError:  # a quote is open
            begun += "\n"
            continue
        if words:
            yield begun, tuple(words)
        begun = ""
    assert not begun, f"this command does not end: {begun}"
