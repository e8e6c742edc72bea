"""The values that an experiment file may contain, and their checks."""

from contextlib import suppress
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from include.releases.versions import check_release


def check_scalar(level: object) -> object:
    """The level itself, if it is a single value."""
    if isinstance(level, dict | list | tuple | set):
        raise ValueError("should be a single number or word, not a collection")
    return level


def check_constant(level: object) -> object:
    """The constant: a single value, a mapping of names to constants, or a list of such mappings."""
    if isinstance(level, dict):
        return {name: check_constant(value) for name, value in level.items()}
    if isinstance(level, list) and all(isinstance(value, dict) for value in level):
        return [check_constant(value) for value in level]
    return check_scalar(level)


def share_of_percent(value: object) -> object:
    """The share that a percentage such as ``10 %`` means. Plans contain shares, which stay as they are."""
    if isinstance(value, str) and value.endswith("%"):
        with suppress(ValueError):
            return float(value.removesuffix("%")) / 100
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1:
        return value
    raise ValueError(f"{value} should be a percentage, such as 10 %")


Percentage = Annotated[float, BeforeValidator(share_of_percent), Field(gt=0, allow_inf_nan=False)]
"""A share that the file contains as a percentage: ``10 %``."""

FactorLevel = Annotated[Any, AfterValidator(check_scalar)]
"""A level of a factor: a single value, which the settings of the scenario check later."""

ConstantLevel = Annotated[Any, AfterValidator(check_constant)]
"""The value of a constant: a single value, a mapping of names to values, or a list of such mappings."""

Release = Annotated[str, AfterValidator(check_release)]
"""A Kafka release: 4.3.1, or 0.11.0.0 before 1.0."""
