"""An experiment's file as read: what it says, and on which line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from include.folders import ROOT
from include.matrix.validation_errors import ExperimentError, Location

DEEPEST = 5
"""``parts``, place, ``factors``, setting, level: an experiment's file has nothing further down."""


@dataclass(frozen=True)
class Document:
    """A YAML mapping; ``lines`` (counted from 1) are those of its keys and levels."""

    path: Path
    data: dict[str, Any]
    lines: dict[Location, int] = field(default_factory=dict)
    given: frozenset[Location] = frozenset()
    """What was not read from the file but given when starting."""

    def line(self, location: Location) -> int:
        """The line of a location, or of what holds it where the file doesn't have it."""
        while location and location not in self.lines:
            location = location[:-1]
        return self.lines.get(location, 1)

    def where(self, location: Location) -> str:
        """``file:line`` of a location, or that it was given when starting."""
        if any(location[: len(given)] == given for given in self.given):
            return "parameters"
        return f"{readable(self.path)}:{self.line(location)}"


def readable(path: Path) -> str:
    """The path as a person in the project's root would type it; a path elsewhere in full."""
    resolved = path.resolve()
    return str(resolved.relative_to(ROOT) if resolved.is_relative_to(ROOT) else resolved)


def read_document(path: Path) -> Document:
    """Read a YAML file that holds one mapping.

    Raises:
        ExperimentError: it can't be read, isn't YAML, repeats a key, or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = YAML(typ="safe", pure=True).load(text)
        root = YAML(typ="safe", pure=True).compose(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError([f"{readable(path)}: can't be read: {error}"]) from error
    except YAMLError as error:
        raise ExperimentError([f"{readable(path)}{fault(error)}"]) from error
    if not isinstance(data, dict):
        raise ExperimentError([f"{readable(path)}:1: should hold keys and values, such as `title: …`"])
    return Document(path, data, dict(lines(root)))


def fault(error: YAMLError) -> str:
    """``:line: what is wrong``, without the parser's advice to programmers."""
    if isinstance(error, MarkedYAMLError) and error.problem_mark is not None:
        told = ", ".join(part for part in (error.context, error.problem) if part)
        return f":{error.problem_mark.line + 1}: not valid YAML: {told}"
    return f": not valid YAML: {str(error).splitlines()[0]}"


def lines(node: Node, location: Location = ()) -> Iterator[tuple[Location, int]]:
    """The line of every key and level below a node."""
    if len(location) == DEEPEST:
        return
    for name, named, value in children(node):
        yield (*location, name), named.start_mark.line + 1
        yield from lines(value, (*location, name))


def children(node: Node) -> Iterator[tuple[str | int, Node, Node]]:
    """A mapping's values by their keys, a sequence's items by their places, with the node to point at."""
    if isinstance(node, MappingNode):
        yield from ((str(key.value), key, value) for key, value in node.value)
    elif isinstance(node, SequenceNode):
        yield from ((place, item, item) for place, item in enumerate(node.value))
