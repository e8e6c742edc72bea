"""The parameters of faults, which are fields of a cell's settings."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, Field

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""A share of messages or of packets, from 0 to 1."""


class FaultParameters(BaseModel, use_attribute_docstrings=True):
    """The base class of the parameters of a fault."""

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The Kafka releases that the faults need in addition to the release of the cluster."""
        return ()


Parameters = TypeVar("Parameters", bound=FaultParameters)


def parameters(settings: object, kind: type[Parameters]) -> Parameters:
    """The settings of a cell, after a check that they have the fault parameters of the class ``kind``.

    Raises:
        TypeError: The settings do not have these parameters.
    """
    if not isinstance(settings, kind):
        raise TypeError(f"{type(settings).__name__} has no {kind.__name__}")
    return settings
