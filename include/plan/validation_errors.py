"""The problems of an experiment, in words for its author."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from include.kinds.registry import did_you_mean
from include.machine.errors import UserError
from include.machine.secret_values import NOT_SHOWN, contains_secret, may_be_secret
from include.settings.own_client_settings import ContradictionsError

Location = tuple[str | int, ...]
"""A location in a file: keys, and indexes of list items counted from 0."""

NESTED: tuple[Location, ...] = (
    *((key,) for key in ("factors", "constants", "parts", "arms", "reference", "must_detect", "until")),
    ("until", "precision"),
)
"""In an experiment's file, the keys whose values contain further keys."""

EXPECTED_VALUES = {
    "list_type": "a list of levels, such as [128, 1024]",
    "dict_type": "settings, each on a line of its own below",
    "model_type": "keys and values, each on a line of its own below",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "text (in quotes if it looks like a number)",
}
"""The expected value in words, for types of pydantic errors whose own text is for programmers."""


class ExperimentError(UserError, ValueError):
    """An experiment that cannot be run. The message has one line for each problem."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(dict.fromkeys(lines))
        super().__init__("\n".join(self.lines))


@dataclass(frozen=True)
class Problem:
    """One problem of an experiment, and its location in the file."""

    location: Location
    text: str

    def __str__(self) -> str:
        """The innermost key and the problem: ``message_bytes: 16 is smaller than …``."""
        key = next((key for key in reversed(self.location) if isinstance(key, str)), None)
        return self.text if key is None else f"{key}: {self.text}"


def problems_of(error: ValidationError) -> list[Problem]:
    """The problems that pydantic has found.

    If the type of a field is a union, pydantic reports an error for each type of the union. All errors of a
    field become one problem. If a default cannot be derived because other settings have problems, the error
    about the default is left out.
    """
    errors = [
        details
        for details in error.errors(include_url=False)
        if details["type"] != "default_factory_not_called"
    ]
    return [problem for _, group in groupby(errors, key=field_location) for problem in _of_field(list(group))]


def _of_field(errors: list[ErrorDetails]) -> list[Problem]:
    """The problems of a field: one for each setting by a client's own name, otherwise one for all errors."""
    cause = errors[0].get("ctx", {}).get("error")
    if isinstance(cause, ContradictionsError):
        return [Problem(found.place, found.text) for found in cause.contradictions]
    return [problem_of(errors)]


def first_problem(error: ValidationError) -> str:
    """The first problem, with the full path of its key: ``clock.began_ns: … should be …``."""
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return first["msg"]
    return f"{'.'.join(map(str, first['loc']))}: {problem_of([first]).text}"


def field_location(error: ErrorDetails) -> Location:
    """The location of the wrong value. Parts that pydantic adds, such as the name of a type, are removed."""
    location = tuple(key for key in error["loc"] if key != "[key]")
    is_nested = location[:1] in NESTED or is_in_list(location)
    return location if is_nested else location[:1]


def is_in_list(location: Location) -> bool:
    """Whether a location is inside a list item of a setting, such as ``strike``."""
    return location[:1] not in NESTED and len(location) > 1 and isinstance(location[1], int)


def problem_of(errors: list[ErrorDetails]) -> Problem:
    """The single problem that is reported for all errors of a field."""
    first = errors[0]
    location = field_location(first)
    match first["type"]:
        case "missing":
            return Problem(location, "is missing")
        case "extra_forbidden":
            whose = f"of {location[0]}" if is_in_list(location) else f"that {location[0]} have"
            return Problem(location, f"is not a key {whose}; remove it, or correct its name")
        case "too_short":
            return Problem(location, "has no levels; give at least one level, or remove the factor")
        case "value_error":
            text = first["msg"].removeprefix("Value error, ")
            if location:
                return Problem(location, text)
            # The message of a validator for all settings of a scenario begins with the setting: ``acks: …``.
            setting, _, rest = text.partition(": ")
            return Problem((setting,), rest)
        case _:
            return Problem(location, unexpected_value(errors))


def unexpected_value(errors: list[ErrorDetails]) -> str:
    """The text of a problem: the value, the expected values, and the most similar expected word."""
    value = errors[0]["input"]
    alternatives = " or ".join(expected_value(error) for error in errors)
    if hides_a_secret(value, *map(str, errors[0]["loc"])):
        return f"the value ({NOT_SHOWN}) should be {alternatives}"
    words = re.findall(r"'([^']+)'", alternatives)
    return f"{as_yaml(value)} should be {alternatives}{did_you_mean(value, words)}"


def hides_a_secret(value: object, *keys: str) -> bool:
    """Whether a value, or a value in it, may be secret. ``keys`` are the keys that lead to the value."""
    return any(map(may_be_secret, keys)) or contains_secret(str(value))


def expected_value(error: ErrorDetails) -> str:
    """The value that pydantic expects, in words for the author of an experiment."""
    if error["loc"] == ("parts",):
        return "a list of parts, each with factors or constants of its own"
    return EXPECTED_VALUES.get(error["type"]) or error["msg"].removeprefix("Input should be ")


def as_yaml(value: object) -> str:
    """A value in YAML; ``nothing`` for an empty value."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str | int | float | list | dict) else str(value)
