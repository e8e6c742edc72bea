"""Draw mutants at random: changes of the modules of some rooms."""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.mutations.changes import changes

ROOT = Path(__file__).parents[2]
"""The project's folder. Nothing of ``include`` may be imported before the tests are run."""

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True)
class Mutant:
    """A change of a module."""

    file: str
    """The module, relative to the project's folder."""
    index: int
    """The number of the change among all changes of the module."""
    line: int
    text: str
    """The line of the file in which the change begins."""
    change: str
    """What is changed, in words."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}, in: {self.text}"


def drawn(rooms: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Some mutants of all modules of some rooms, drawn at random, in the order of the drawing."""
    every = [mutant for room in rooms for file in modules(room) for mutant in mutants_of(file)]
    return Random(seed).sample(every, min(count, len(every)))


def modules(room: str) -> list[str]:
    paths = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    return [str(path.relative_to(ROOT)) for path in paths]


def mutants_of(file: str) -> Iterator[Mutant]:
    source = (ROOT / file).read_text(encoding="utf-8")
    lines = source.splitlines()
    for index, change in enumerate(changes(ast.parse(source))):
        text = lines[change.line - 1].strip()
        yield Mutant(file, index, change.line, text, change.words)


def why_equivalent(mutant: Mutant) -> str | None:
    """Why a mutant behaves as the module does, so that no test can notice it; None if that is not known."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    known = {(entry["file"], entry["text"], entry["change"]): entry["because"] for entry in listed}
    return known.get((mutant.file, mutant.text, mutant.change))
