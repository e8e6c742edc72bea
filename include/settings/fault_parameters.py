"""The parameters of faults, which are fields of a cell's settings."""

from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, Field, PositiveInt

from include.kinds.fault import Capability
from include.load.strike_terms import Strike
from include.machine.networks.packet_changes_and_counts import Direction
from include.machine.releases.kafka_catalogue import release_problem
from include.machine.releases.versions import check_release
from include.settings.annotations import Slug

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""A share of messages or of packets, from 0 to 1."""


class FaultParameters(BaseModel, use_attribute_docstrings=True):
    """The base class of the parameters of a fault."""

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The Kafka releases that the faults need in addition to the release of the cluster."""
        return ()

    def missing_release(self) -> tuple[str, str] | None:
        """The parameter that names an unusable release, and the reason; None if all releases can be used."""
        return None


Parameters = TypeVar("Parameters", bound=FaultParameters)


def parameters(settings: object, kind: type[Parameters]) -> Parameters:
    """The settings of a cell, after a check that they have the fault parameters of the class ``kind``.

    Raises:
        TypeError: The settings do not have these parameters.
    """
    if not isinstance(settings, kind):
        raise TypeError(f"{type(settings).__name__} has no {kind.__name__}")
    return settings


FaultRelease = Annotated[str, AfterValidator(check_release)]
"""A Kafka release, such as 4.3.1."""


class PacketParameters(FaultParameters):
    """The parameters of faults that delay, lose or reorder packets."""

    fault_share: Annotated[Share, Slug("share{}")] = 0.05
    """The share of packets, from 0 to 1, that a fault loses. With faults that reorder packets, it is the
    share that is not delayed."""
    fault_delay_ms: Annotated[PositiveInt, Slug("delay{}ms")] = 50
    """The time in ms by which a fault delays packets."""
    loss_direction: Annotated[Direction, Slug("lose-{}")] = Direction.OUTGOING
    """Which packets are lost: packets from the target, or packets from and to the target."""


class RollingUpgradeParameters(FaultParameters):
    """The parameter of the fault rolling-upgrade."""

    fault_release: Annotated[FaultRelease | None, Slug("to{}")] = None
    """The Kafka release with which the fault restarts the brokers; None: the cell does not have the fault."""

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The release with which the fault restarts the brokers; empty if the cell has no such fault."""
        return (self.fault_release,) if self.fault_release else ()

    def missing_release(self) -> tuple[str, str] | None:
        problem = release_problem(self.fault_release) if self.fault_release else None
        return ("fault_release", problem) if problem else super().missing_release()


class LeaderParameters(FaultParameters):
    """The parameter of faults that strike a leader."""

    fault_partition: Annotated[int, Field(ge=0), Slug("partition{}")] = 0
    """The number of the partition whose leader a fault strikes."""


class FrozenBrokersParameters(FaultParameters):
    """The parameter of the fault freeze-leader."""

    frozen_brokers: Annotated[int, Field(ge=1, le=3), Slug("freeze{}")] = 1
    """The number of brokers that are paused: the leader, and the next ones by number. With two of three, the
    controllers have no majority, so that no partition gets another leader meanwhile."""


class PowerReturn(StrEnum):
    """The order in which brokers start again after a power cut."""

    TOGETHER = "together"
    LEADER_LAST = "leader-last"


class PowerCutParameters(FaultParameters):
    """The parameters of the fault power-cut."""

    cut_brokers: Annotated[int, Field(ge=1, le=3), Slug("cut{}")] = 1
    """The number of brokers that lose their power at once: the leader of the partition, then the brokers with
    its other replicas, then the others."""
    power_returns: Annotated[PowerReturn, Slug("returns-{}")] = PowerReturn.TOGETHER
    """The order in which these brokers start again: all together, or the former leader last, when another
    broker leads the partition."""
    shrink_first: Annotated[bool, Slug("shrunk-{}")] = False
    """Whether the follower is stopped in an orderly way before the leader loses its power, so that the leader
    alone is in sync. Needs a replication of 2. The follower starts again with the leader."""


class SlowDiskParameters(FaultParameters):
    """The parameter of the fault slow-disk."""

    disk_delay_ms: Annotated[int, Field(ge=1, le=60_000), Slug("disk{}ms")] = 200
    """The time in ms by which each write and each flush of the leader is delayed."""


class KilledProducerParameters(FaultParameters):
    """The parameter of the fault kill-producer."""

    successor_after_s: Annotated[float, Field(ge=0, le=900), Slug("successor-after{}s")] = 0
    """The time in s after which another producer takes the place of the killed one. Until then, the killed
    producer's transaction is open, unless the brokers abort it (``transaction_timeout_ms``)."""


class KilledConsumerParameters(FaultParameters):
    """The parameter of the fault kill-before-processing."""

    killed_after_ms: Annotated[int, Field(ge=0, le=900_000), Slug("killed-after{}ms")] = 0
    """The time in ms for which a consumer has had a batch, and processed nothing of it, when it is killed.
    Its client goes on meanwhile, and may commit."""


class SlowProcessingParameters(FaultParameters):
    """The parameter of the fault slow-processing."""

    processing_ms: Annotated[int, Field(ge=1, le=900_000), Slug("processing{}ms")] = 15_000
    """The time in ms for which a consumer processes one batch."""


class RepeatedKillParameters(FaultParameters):
    """The parameter of the fault kill-repeatedly."""

    kills: Annotated[int, Field(ge=2, le=10), Slug("{}kills")] = 3
    """How often a consumer is killed while it holds messages."""


class AddedPartitionsParameters(FaultParameters):
    """The parameter of the fault add-partitions."""

    added_partitions: Annotated[int, Field(ge=1, le=100), Slug("add{}partitions")] = 2
    """The number of partitions that are added to the topic."""


class AllFaultParameters(
    AddedPartitionsParameters,
    RepeatedKillParameters,
    KilledConsumerParameters,
    SlowProcessingParameters,
    KilledProducerParameters,
    SlowDiskParameters,
    PowerCutParameters,
    FrozenBrokersParameters,
    RollingUpgradeParameters,
    PacketParameters,
    LeaderParameters,
):
    """The fault parameters in the settings of every cell that runs on Kafka brokers."""


class StrikeParameters(FaultParameters):
    """The parameter of the fault strike-request, for scenarios with a proxy."""

    strike: Annotated[list[Strike], Slug("strikes{}")] = Field([])
    """The requests that the fault strikes, in this order. All cells with this setting have a proxy between
    the brokers and what sends these requests, even cells without the fault."""

    @property
    def needs_of_strikes(self) -> dict[Capability, tuple[str, str]]:
        """The proxies, with the setting that needs them; empty without strikes."""
        use = "strike", ", ".join(map(str, self.strike))
        needs = [
            Capability.BROKER_PROXY if strike.is_between_brokers else Capability.PROXY
            for strike in self.strike
        ]
        return dict.fromkeys(needs, use)

    @property
    def strikes_clients(self) -> bool:
        """Whether the struck requests are those of clients, so that a proxy stands before the brokers."""
        return any(not strike.is_between_brokers for strike in self.strike)


def strikes_of(settings: object) -> list[Strike]:
    """The strikes of a cell; empty in scenarios without a proxy."""
    return settings.strike if isinstance(settings, StrikeParameters) else []


class ApplicationFaultParameters(FaultParameters):
    """The parameter of faults that strike an application, for the scenario that has one."""

    freeze_s: Annotated[float, Field(gt=0, le=900), Slug("freeze{}s")] = 20
    """The time in s for which ``freeze-application`` freezes the application."""
