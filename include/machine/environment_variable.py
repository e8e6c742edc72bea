"""An environment variable: its name, type, default and meaning."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from include.machine.errors import UserError

Value = TypeVar("Value")


class SettingError(UserError, ValueError):
    """An environment variable has a value that cannot be used.

    The message names the variable, its value and the expected type of value.
    """


class VariableGroup(StrEnum):
    """The groups of variables, in the order of the documentation."""

    PLACES = "Folders"
    AIRFLOW = "Airflow"
    CONTAINERS = "Containers"
    COMPOSE = "Airflow by Compose"
    INTERNAL = "Between the processes of Kerran"
    FOREIGN = "Variables of other software"


@dataclass(frozen=True)
class Variable(Generic[Value]):
    """An environment variable. If the variable is unset or empty, ``read`` returns the default."""

    name: str
    group: VariableGroup
    kind: str
    """The type of the variable's values, in words: ``folder``, ``whole number``."""
    description: str
    parse: Callable[[str], Value]
    """Converts the text of the variable to a value. An invalid text causes a ValueError."""
    default: Value
    default_text: str = ""
    """The default in words, for the documentation."""

    def read(self) -> Value:
        """The value in the environment of this process, or the default."""
        text = os.environ.get(self.name, "")
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError:
            raise SettingError(f"{self.name}: {text!r} is not a {self.kind}") from None

    @property
    def is_set(self) -> bool:
        """Whether the variable is in the environment of this process, even if it is empty."""
        return self.name in os.environ


Names = tuple[str, ...]

NO_NAMES: Names = ()


def names_in(text: str) -> Names:
    """The names in a comma-separated list. Names consist of letters, digits, ``_``, ``.`` and ``-``."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not all(re.fullmatch(r"[\w.-]+", name) for name in names):
        raise ValueError
    return names


MOST_HOURS = 168.0
"""The maximum time for a person to answer: a week."""


def hours_in(text: str) -> float:
    """The number of hours in a text: above 0, at most ``MOST_HOURS``; any other text causes a ValueError."""
    if not 0 < (hours := float(text)) <= MOST_HOURS:
        raise ValueError
    return hours


def is_yes(text: str) -> bool:
    """Whether the text is ``yes``; any text other than ``yes`` and ``no`` causes a ValueError."""
    if text not in ("yes", "no"):
        raise ValueError
    return text == "yes"
