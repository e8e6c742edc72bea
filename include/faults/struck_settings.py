"""The settings on which faults depend: the parameters of faults, and settings of every cell."""

from enum import StrEnum
from typing import Annotated, Protocol, TypeVar

from pydantic import BaseModel, Field

NO_FAULT = "no-fault"
"""The level of the factor ``fault`` in a cell without faults."""

SEPARATOR = "+"
"""The separator between several faults with the same window: ``kill-leader+kill-consumer``."""

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""A share of messages or of packets, from 0 to 1."""


class FaultParameters(BaseModel, use_attribute_docstrings=True):
    """The base class of fault parameters, which are fields of a cell's settings."""

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The Kafka releases that the faults need in addition to the release of the cluster."""
        return ()


Parameters = TypeVar("Parameters", bound=FaultParameters)


def parameters(settings: object, kind: type[Parameters]) -> Parameters:
    """The settings of a cell, after a check that they have the fault parameters ``kind``.

    Raises:
        TypeError: The settings do not have these parameters.
    """
    if not isinstance(settings, kind):
        raise TypeError(f"{type(settings).__name__} has no {kind.__name__}")
    return settings


class Step(StrEnum):
    """A step that a consumer takes with received messages."""

    PROCESS = "process"
    COMMIT = "commit"


class StruckTraits(Protocol):
    """The traits of a cell on which faults depend. The class ``Traits`` describes each trait."""

    @property
    def is_transactional(self) -> bool: ...
    @property
    def is_acknowledged_by_client(self) -> bool: ...
    @property
    def receivers(self) -> int: ...
    @property
    def steps(self) -> tuple[Step, ...]: ...
    @property
    def has_monitor(self) -> bool: ...


class StruckSettings(Protocol):
    """The settings on which faults depend. The class ``KafkaCellSettings`` describes each setting."""

    @property
    def semantics(self) -> str: ...
    @property
    def traits(self) -> StruckTraits: ...
    @property
    def transaction_messages(self) -> int | None: ...
    @property
    def abort_percent(self) -> int: ...
    @property
    def partitions(self) -> int: ...
    @property
    def replication(self) -> int: ...
    @property
    def unclean_leader_election(self) -> bool: ...
    @property
    def session_timeout_ms(self) -> int: ...
    @property
    def transaction_timeout_ms(self) -> int: ...
