"""The parameters of faults: settings of a cell that apply only with faults that name them."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, Field

NO_FAULT = "no-fault"
"""The level of the factor ``fault`` in a cell without faults."""

SEPARATOR = "+"
"""The separator between faults of a level that share a window: ``kill-leader+kill-consumer``."""

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""A share of messages or of packets, from 0 to 1."""


class FaultParameters(BaseModel, use_attribute_docstrings=True):
    """The base of classes with parameters of faults. Parameters are fields of a cell's settings."""

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The Kafka releases that the faults need in addition to that of the cluster."""
        return ()


Parameters = TypeVar("Parameters", bound=FaultParameters)


def parameters(settings: object, kind: type[Parameters]) -> Parameters:
    """The settings of a cell, checked to have the parameters of a fault.

    Raises:
        TypeError: The settings do not have these parameters.
    """
    if not isinstance(settings, kind):
        raise TypeError(f"{type(settings).__name__} has no {kind.__name__}")
    return settings
