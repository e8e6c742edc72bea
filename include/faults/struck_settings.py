"""What a fault needs to know of the settings of the cell that it strikes."""

from enum import StrEnum
from typing import Protocol


class Step(StrEnum):
    """What a consumer does with what it received."""

    PROCESS = "process"
    COMMIT = "commit"


class StruckSettings(Protocol):
    """The settings of a cell that may have faults. Times are in ms."""

    @property
    def semantics(self) -> str:
        """The name of its semantics."""
        ...

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""
        ...

    @property
    def partitions(self) -> int:
        """How many partitions its topic has."""
        ...

    @property
    def replication(self) -> int:
        """How many replicas each partition has."""
        ...

    @property
    def unclean_leader_election(self) -> bool:
        """Whether a replica that is not in sync may become the leader."""
        ...

    @property
    def receivers(self) -> int:
        """How many consumers, or copiers, share the messages."""
        ...

    @property
    def steps(self) -> tuple[Step, ...]:
        """A consumer's steps in their order; none where receipt is all."""
        ...

    @property
    def has_monitor(self) -> bool:
        """Whether the producer has a monitor."""
        ...

    @property
    def session_timeout_ms(self) -> int:
        """After how long a group notices that a member is gone."""
        ...

    @property
    def transaction_timeout_ms(self) -> int:
        """After how long brokers abort an open transaction."""
        ...

    @property
    def fault_partition(self) -> int:
        """The partition whose leader a fault is aimed at."""
        ...

    @property
    def fault_share(self) -> float:
        """The share of packets that a fault loses or reorders, 0 to 1."""
        ...

    @property
    def fault_delay_ms(self) -> int:
        """By how much a fault delays packets."""
        ...
