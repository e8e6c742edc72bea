"""The settings and the traits of a cell on which faults depend."""

from enum import StrEnum
from typing import Protocol


class Step(StrEnum):
    """A step of a consumer with the messages that it has received."""

    PROCESS = "process"
    COMMIT = "commit"


class StruckTraits(Protocol):
    """The traits of a cell that may have faults; ``Traits`` describes them."""

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
    """The settings of a cell that may have faults; ``KafkaCellSettings`` describes them."""

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
