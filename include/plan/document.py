"""The content of an experiment file, and the numbers of the lines with its keys and levels."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import ScalarEvent
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode
from ruamel.yaml.reader import ReaderError

from include.machine.folders import ROOT
from include.plan.validation_errors import ExperimentError, Location

UNLIKE_ITS_TYPE = "a value does not have the form of its type, such as a date without a thirteenth month"

QUOTED_VALUE = re.compile(
    r""" with value ".*|(?<=alias) '.*|(?<=the tag) '.*|(?<=handle) '.*| from ".*""", re.DOTALL
)
"""The parts of the parser's messages that quote values, which a password may be: ``*alias``, ``!tag``."""

MAX_DEPTH = 6
"""The maximum length of a location, such as ``parts``, 0, ``factors``, ``producer_settings``, 1, ``acks``."""


@dataclass(frozen=True)
class Document:
    """A YAML file that contains one mapping."""

    path: Path
    data: dict[str, Any]
    lines: dict[Location, int] = field(default_factory=dict)
    """The line of each key and level, counted from 1."""
    overridden: frozenset[Location] = frozenset()
    """The locations whose values come from overrides, and not from the file."""

    def line(self, location: Location) -> int:
        """The line of a location, or of its nearest parent if the file does not contain the location."""
        while location and location not in self.lines:
            location = location[:-1]
        return self.lines.get(location, 1)

    def position(self, location: Location) -> str:
        """``file:line`` of a location; ``parameters`` if an override sets the value at this location.

        A ``Problem`` names only the innermost key. So the override is named if the location is inside its
        value: ``parameters: baseline`` for the release of an arm.
        """
        for override in self.overridden:
            if location[: len(override)] == override:
                return "parameters" if location == override else f"parameters: {override[-1]}"
        return f"{_name_of(self.path)}:{self.line(location)}"


def _name_of(path: Path) -> str:
    """A file's path for error messages: relative to the project's root; absolute outside the project."""
    absolute_path = path.resolve()
    return str(absolute_path.relative_to(ROOT) if absolute_path.is_relative_to(ROOT) else absolute_path)


def read_document(path: Path) -> Document:
    """Read a YAML file that contains one mapping, in which no key occurs twice."""
    try:
        text = path.read_text(encoding="utf-8")
        data = YAML(typ="safe", pure=True).load(text)
        root = YAML(typ="safe", pure=True).compose(text)
        check_characters(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError([f"{_name_of(path)}: cannot be read: {error}"]) from error
    except YAMLError as error:
        raise ExperimentError([f"{_name_of(path)}{yaml_problem(error, text)}"]) from None
    except ValueError:  # for example, of a date; its message may contain the value
        raise ExperimentError([f"{_name_of(path)}:1: not valid YAML: {UNLIKE_ITS_TYPE}"]) from None
    if not isinstance(data, dict):
        raise ExperimentError([f"{_name_of(path)}:1: should contain keys and values, such as `title: …`"])
    return Document(path, data, dict(line_numbers(root)))


def check_characters(text: str) -> None:
    """Check that every value consists of valid characters.

    Half of a surrogate pair (``\\ud800``) is not a valid character.
    """
    for event in YAML(typ="safe", pure=True).parse(text) if "\\" in text else ():
        if isinstance(event, ScalarEvent) and re.search("[\ud800-\udfff]", event.value):
            problem = "the value contains an escape sequence that is not a valid character"
            raise MarkedYAMLError(problem=problem, problem_mark=event.start_mark)


def yaml_problem(error: YAMLError, text: str) -> str:
    """The problem of a YAML text as ``:line: problem``, without the parser's advice for programmers.

    The parser's messages quote values, which may be secret. Only the name of a key remains.
    """
    if isinstance(error, MarkedYAMLError) and error.problem_mark is not None:
        problem = ", ".join(part for part in (error.context, error.problem) if part)
        problem = QUOTED_VALUE.sub("", problem)
        return f":{error.problem_mark.line + 1}: not valid YAML: {problem}"
    line = text.count("\n", 0, error.position) + 1 if isinstance(error, ReaderError) else 1
    return f":{line}: not valid YAML: {str(error).splitlines()[0]}"


def line_numbers(node: Node, location: Location = ()) -> Iterator[tuple[Location, int]]:
    """Yield the location and the line of every key and level below a node."""
    if len(location) == MAX_DEPTH:
        return
    for key, marked_node, value in children(node):
        yield (*location, key), marked_node.start_mark.line + 1
        yield from line_numbers(value, (*location, key))


def children(node: Node) -> Iterator[tuple[str | int, Node, Node]]:
    """Yield the children of a node, each with its key or index, the node of this key, and its value.

    If a child has no key, its value also takes the place of the key.
    """
    if isinstance(node, MappingNode):
        yield from ((str(key.value), key, value) for key, value in node.value)
    elif isinstance(node, SequenceNode):
        yield from ((index, item, item) for index, item in enumerate(node.value))
