"""What is wrong with an experiment, in words for the person who wrote it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from include.registry import did_you_mean

Location = tuple[str | int, ...]
"""Where in a file: keys, and the places of list items counted from 0."""


class ExperimentError(ValueError):
    """An experiment that can't be run. Its text has a line for every problem."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(dict.fromkeys(lines))
        super().__init__("\n".join(self.lines))


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where."""

    location: Location
    text: str

    def __str__(self) -> str:
        """``message_bytes: 16 is smaller than …``: the innermost key, then what is wrong with it."""
        key = next((part for part in reversed(self.location) if isinstance(part, str)), None)
        return self.text if key is None else f"{key}: {self.text}"


def problems_of(error: ValidationError) -> list[Problem]:
    """Pydantic's findings, reworded; several about one field (the arms of a union) become one."""
    findings = error.errors(include_url=False)
    return [reworded(list(group)) for _, group in groupby(findings, key=field)]


def field(finding: ErrorDetails) -> Location:
    """The location of the value; what follows a scalar's name is the arm of a union."""
    location = tuple(part for part in finding["loc"] if part != "[key]")
    return location if location[:1] in (("factors",), ("constants",), ("parts",), ("arms",)) else location[:1]


def reworded(findings: list[ErrorDetails]) -> Problem:
    """One problem from the findings about one field."""
    first = findings[0]
    location = field(first)
    match first["type"]:
        case "missing":
            return Problem(location, "is missing")
        case "too_short":
            return Problem(location, "has no levels; give at least one, or leave it out")
        case "value_error":
            return raised(location, first["msg"].removeprefix("Value error, "))
        case _:
            return Problem(location, unfit(findings))


def raised(location: Location, text: str) -> Problem:
    """A validator's own words; one over a whole scenario starts them with the setting it is about."""
    if location:
        return Problem(location, text)
    setting, _, rest = text.partition(": ")
    return Problem((setting,), rest)


def unfit(findings: list[ErrorDetails]) -> str:
    """A value that isn't what it should be, what that is, and the nearest word that would do."""
    value = findings[0]["input"]
    wanted = " or ".join(should_be(finding) for finding in findings)
    words = re.findall(r"'([^']+)'", wanted)
    return f"{shown(value)} should be {wanted}{did_you_mean(value, words)}"


def should_be(finding: ErrorDetails) -> str:
    """What pydantic would have accepted, in an experimenter's words where its own are a programmer's."""
    plain = {
        "list_type": "a list of levels, such as [128, 1024]",
        "dict_type": "settings, each on a line of its own below",
        "int_type": "a whole number",
        "int_from_float": "a whole number",
        "int_parsing": "a whole number",
        "float_type": "a number",
        "float_parsing": "a number",
        "string_type": "text (in quotes, where it looks like a number)",
    }
    return plain.get(finding["type"]) or finding["msg"].removeprefix("Input should be ")


def shown(value: object) -> str:
    """A value as it is written in YAML."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value)
