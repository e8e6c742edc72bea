"""The settings and traits on which faults depend. Every cell has these settings and traits."""

from enum import StrEnum
from typing import Protocol

NO_FAULT = "no-fault"
"""The level of the factor ``fault`` in a cell without faults."""

SEPARATOR = "+"
"""The separator between several faults with the same window: ``kill-leader+kill-consumer``."""


class Step(StrEnum):
    """A step that a consumer takes with received messages."""

    PROCESS = "process"
    COMMIT = "commit"


class StruckTraits(Protocol):
    """The traits that faults read of a cell. The class ``Traits`` describes each trait."""

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
