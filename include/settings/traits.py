"""The traits of a cell. Generic code depends on the traits of a cell, not on its scenario."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from include.kinds.fault import NO_FAULT, Capability, Fault, Step, Target
from include.kinds.semantics.registry import DeliveryConfig
from include.load.client_choice import ClientChoice
from include.machine.networks.packet_changes_and_counts import RoundTrips
from include.machine.releases.versions import Version

NO_DISTANCE = RoundTrips()


@dataclass(frozen=True, kw_only=True)
class Naming:
    """How a report names the treatments of a cell."""

    label: str
    """The name of the delivery method in a report; by default, the name of the semantics."""
    factors: tuple[str, ...]
    """The factors that a report does not list separately, because the treatment's short name or the message
    size shows them."""
    settings_of_configuration: frozenset[str] = frozenset()
    """The settings that the setting ``configuration`` replaces. Comparisons of treatments ignore them."""


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """How messages are delivered, and what the delivery promises."""

    config: DeliveryConfig
    """The client and topic settings of the cell."""
    promises: frozenset[str]
    """The violations that must not occur in the cell, as names of metrics."""
    client: ClientChoice | None = None
    """The client of the programs under test; None if the scenario has no choice of client."""
    transaction_ms: int | None = None
    """The age in ms at which the producer ends a transaction; None if the age does not matter."""
    longest_transaction_seconds: float = 0
    """The time after which brokers abort a transaction that is still open; 0 without transactions."""
    has_monitor: bool = False
    """Whether the producer sends a copy of each message to a monitor, which confirms messages."""

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""
        return self.config.transactional

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Whether the client library acknowledges messages (acks=0), and not a broker or a monitor."""
        return self.config.acks == "0" and not self.has_monitor


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast messages are sent, and for how long. Rates are in messages per second."""

    messages_per_second: float = math.inf
    """The rate at which messages are offered; infinite if the load is unthrottled."""
    lead_in_messages: int = 0
    """The number of messages that are due in the lead-in; 0 without a fixed rate."""
    expected_rate: float = math.inf
    """The approximate rate that the delivery method cannot exceed, however fast the brokers are."""
    longest_sending_seconds: float = math.inf
    """The time after which the producer stops, even if it has not sent all messages."""
    longest_drain_seconds: float = math.inf
    """The maximum wait for acknowledgements and messages after the last send."""
    waits_for_each_message: bool = False
    """Whether the producer waits for the acknowledgement of each message before it sends the next message."""

    @property
    def is_fixed(self) -> bool:
        """Whether messages are offered at a fixed rate."""
        return self.messages_per_second < math.inf


@dataclass(frozen=True, kw_only=True)
class Flow:
    """The way of the messages through the programs of a cell."""

    receivers: int
    """The number of programs among which the messages of the producer's topic are divided."""
    producers: int = 1
    """The number of producers among which the messages are divided."""
    is_producer_under_test: bool = True
    """Whether the cell's semantics applies to the producer. If not, it applies to a copier that reads the
    producer's topic."""
    lanes: int = 0
    """The number of sequences into which messages are dealt in turn, if each has an order of its own, as keys
    have; 0 if each producer has one."""
    due_deliveries: int = 1
    """The number of times that each message is due to be delivered: more than once if an application writes
    several outputs for it."""
    applications: int = 0
    """The number of instances of the application under test; 0 without an application."""
    steps: tuple[Step, ...] = ()
    """The steps that consumers or copiers take with received messages; empty if they only receive."""
    consumers_only_receive: bool = True
    """Whether consumers only receive messages, without any further steps."""
    consumer_commits_automatically: bool = True
    """Whether the client library commits the offsets of received messages at an interval."""
    reads_to_the_end: bool = False
    """Whether consumers read all topics to the end instead of counting messages. The number of messages does
    not show the end if programs are replaced, or if messages are delivered twice, late, or not at all."""
    may_arrive_late: bool = False
    """Whether messages may arrive at the brokers long after the producer has counted them as sent."""
    held_ms: int | None = None
    """The time in ms after which brokers give to others what a silent member of a share group has; None
    without a share group."""
    has_backlog: bool = False
    """Whether the consumers start only after all messages have been sent."""
    settling_seconds: float = 0
    """The time in s for which the cell waits because messages are never settled, or its application is frozen
    or dead."""


class BrokerBound(NamedTuple):
    """A setting of the brokers that bounds a setting of a cell."""

    setting: str
    """The setting of the cell."""
    name: str
    """The setting of the brokers."""
    default: int
    is_least: bool
    """Whether it is the smallest value that the brokers accept, and not the largest."""


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What a cell needs from the cluster and the runner."""

    server: str | None = None
    """The name of the queue server that the cell needs; None if it needs Kafka brokers."""
    capabilities: Mapping[Capability, tuple[str, str]] = field(default_factory=dict)
    """The capabilities that the cell needs from cluster and runner, each with the name and the level of the
    setting that needs it."""
    release: tuple[str, Version] | None = None
    """The setting that needs a minimum Kafka release, and the first two numbers of this release; None if the
    cell can run on every release."""
    bounds: tuple[BrokerBound, ...] = ()
    """The settings of the brokers that bound the settings of the cell, which brokers would refuse."""
    features: Mapping[str, int] = field(default_factory=dict)
    """The levels of the brokers' features that the cell sets, by their names in Kafka."""
    further_releases: tuple[str, ...] = ()
    """The Kafka releases that the cell needs in addition to the release of its cluster."""
    isolated_programs: tuple[str, ...] = ("producer",)
    """The roles of the programs that get separate networks if the producer needs a separate network."""


@dataclass(frozen=True, kw_only=True)
class Disturbance:
    """What disturbs a cell on purpose."""

    fault_level: str = NO_FAULT
    """The level of the factor ``fault``."""
    faults: tuple[Fault, ...] = ()
    """The faults that are injected in the cell."""
    fault_window: tuple[float, float] = (0.3, 0.6)
    """The share of the messages that is sent before a fault begins, and the share that is sent before it
    ends."""
    repeats: int = 1
    """The number of times that the faults begin and end in the window."""
    added_partitions: int = 0
    """The number of partitions that a fault adds to the producer's topic."""
    loses_packets: bool = False
    """Whether the producer's network loses packets while the producer sends."""
    round_trips: RoundTrips = NO_DISTANCE
    """The round-trip times that the cell adds to those of the network itself."""

    @property
    def is_injected(self) -> bool:
        """Whether a fault or a loss of packets is injected."""
        return bool(self.faults) or self.loses_packets

    @property
    def ends_sending(self) -> bool:
        """Whether a cell with ``seconds`` sends until its faults are over, and no longer."""
        return any(fault.ends_sending for fault in self.faults)

    def has_fault_with_target(self, target: Target) -> bool:
        """Whether a fault of the cell has this target."""
        return any(fault.target is target for fault in self.faults)


@dataclass(frozen=True, kw_only=True)
class Traits:
    """The traits that follow from the settings of a cell.

    Each part of the settings, such as the load, determines some traits. If a scenario lacks a part of the
    settings, the traits of that part have their defaults.
    """

    naming: Naming
    delivery: Delivery
    flow: Flow
    pace: Pace = field(default_factory=Pace)
    needs: Needs = field(default_factory=Needs)
    disturbance: Disturbance = field(default_factory=Disturbance)
