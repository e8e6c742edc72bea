"""The values that an experiment file may contain, and their checks."""

import re
from contextlib import suppress
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from include.machine.releases.versions import check_release
from include.machine.secret_values import without_secrets


def check_scalar(level: object) -> object:
    """Check that a level is a single value, and pass it on unchanged.

    Raises:
        ValueError: The level is a collection.
    """
    if isinstance(level, dict | list | tuple | set):
        raise ValueError("should be a single number or word, not a collection")
    return level


def check_constant(level: object) -> object:
    """Check that a constant is a single value, a mapping of names to constants, or a list of mappings.

    Raises:
        ValueError: The constant is a collection of another kind.
    """
    if isinstance(level, dict):
        return {name: check_constant(value) for name, value in level.items()}
    if isinstance(level, list) and all(isinstance(value, dict) for value in level):
        return [check_constant(value) for value in level]
    return check_scalar(level)


def share_of_percent(value: object) -> object:
    """Convert a percentage such as ``10 %`` into a share. A value from a plan is a share already.

    Raises:
        ValueError: The value is neither a percentage nor a share.
    """
    if isinstance(value, str) and value.endswith("%"):
        with suppress(ValueError):
            return float(value.removesuffix("%")) / 100
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1:
        return value
    raise ValueError(f"{value} should be a percentage, such as 10 %")


Percentage = Annotated[float, BeforeValidator(share_of_percent), Field(gt=0, allow_inf_nan=False)]
"""A share, which is written as a percentage in the file: ``10 %``."""

_HALF_WIDTH = re.compile(r"(\d+(?:\.\d+)?) ?(ms|%)")


def check_half_width(text: str) -> str:
    """Check that a text is a half-width, such as ``15 ms`` or ``12 %``, and give it one space.

    Raises:
        ValueError: It is not.
    """
    match = _HALF_WIDTH.fullmatch(text.strip())
    if match is None or not float(match[1]):
        raise ValueError(f"{text} should be a number above zero with its unit, such as 15 ms or 12 %")
    return f"{match[1]} {match[2]}"


HalfWidth = Annotated[str, AfterValidator(check_half_width)]
"""The half-width of an interval, with its unit: ``15 ms`` or ``12 %``."""


def half_width_of(text: HalfWidth) -> float:
    """A half-width as a number of ms, or as a share."""
    number, unit = text.split()
    return float(number) / (100 if unit == "%" else 1)


FactorLevel = Annotated[Any, AfterValidator(check_scalar)]
"""A level of a factor: a single value, which the settings class of the scenario validates later."""

ConstantLevel = Annotated[Any, AfterValidator(check_constant)]
"""The value of a constant: a single value, a mapping of names to values, or a list of such mappings."""

BrokerSettings = Annotated[dict[str, FactorLevel], AfterValidator(without_secrets)]
"""Kafka settings of brokers, none of which may be secret."""

Release = Annotated[str, AfterValidator(check_release)]
"""A Kafka release with three numbers (4.3.1), or with four numbers before 1.0 (0.11.0.0)."""
