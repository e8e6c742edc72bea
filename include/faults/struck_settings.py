"""The settings of a cell that the faults of the cell depend on."""

from enum import StrEnum
from typing import Protocol


class Step(StrEnum):
    """A step of a consumer with the messages that it has received."""

    PROCESS = "process"
    COMMIT = "commit"


class StruckSettings(Protocol):
    """The settings of a cell that may have faults; times are in ms."""

    @property
    def semantics(self) -> str:
        """The name of the cell's semantics."""

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Whether the producer asks brokers for no answer (acks=0)."""

    @property
    def messages(self) -> int:
        """The number of messages of the cell."""

    @property
    def fault_window(self) -> tuple[float, float]:
        """The shares of the messages after which a fault begins and ends."""

    @property
    def transaction_messages(self) -> int | None:
        """The number of messages after which a transaction ends; None: its age decides."""

    @property
    def abort_percent(self) -> int:
        """The share of transactions that the application aborts on purpose."""

    @property
    def partitions(self) -> int:
        """The number of partitions of the topic."""

    @property
    def replication(self) -> int:
        """The number of replicas of each partition."""

    @property
    def unclean_leader_election(self) -> bool:
        """Whether a replica that is not in sync may become the leader."""

    @property
    def receivers(self) -> int:
        """The number of consumers, or copiers, that share the messages."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a consumer in their order; empty if it only receives."""

    @property
    def has_monitor(self) -> bool:
        """Whether the producer has a monitor."""

    @property
    def session_timeout_ms(self) -> int:
        """The time after which a group evicts a member that sends no heartbeats."""

    @property
    def transaction_timeout_ms(self) -> int:
        """The time after which brokers abort an open transaction."""
