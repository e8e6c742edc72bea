"""All faults by name, the faults of a level of the factor ``fault``, and all parameters of faults."""

from functools import cache

from include.faults.fault import Fault
from include.faults.packet_fault import PacketParameters
from include.faults.rolling_upgrade import RollingUpgradeParameters
from include.faults.struck_leader import LeaderParameters
from include.faults.struck_settings import NO_FAULT, SEPARATOR
from include.registry import Registry

FAULTS = Registry(
    "fault",
    Fault,
    "include.faults",
    [
        "kill-leader",
        "kill-leader-ahead",
        "kill-coordinator",
        "stop-leader",
        "rolling-restart",
        "rolling-upgrade",
        "freeze-leader",
        "lose-replicas",
        "cut-off-leader",
        "lose-packets",
        "delay-packets",
        "reorder-packets",
        "cut-off-producer",
        "lose-producer-packets",
        "delay-producer-packets",
        "reorder-producer-packets",
        "kill-producer",
        "freeze-producer",
        "kill-before-commit",
        "kill-before-processing",
        "freeze-consumer",
        "rebalance",
        "add-consumer",
        "stop-consumer",
        "kill-consumer",
        "restart-consumers",
        "kill-monitor",
        "strike-request",
    ],
)


def faults_in(level: str) -> tuple[Fault, ...]:
    """The faults that a level of the factor ``fault`` names; empty for ``no-fault``.

    Raises:
        ValueError: A fault does not exist, or two faults have the same target.
    """
    if level == NO_FAULT:
        return ()
    for name in level.split(SEPARATOR):
        if name not in FAULTS:
            choices = ", ".join(f"'{fault}'" for fault in [NO_FAULT, *FAULTS])
            raise ValueError(
                f"{name!r} should be {choices}, or several of these faults joined by {SEPARATOR}"
            )
    faults = tuple(FAULTS[name] for name in level.split(SEPARATOR))
    for index, fault in enumerate(faults):
        for other in faults[:index]:
            if fault.target is other.target:
                both = f"{other.name} and {fault.name}"
                raise ValueError(f"{both} exclude each other: both strike {fault.target.value}")
    return faults


def validate_fault_level(level: str) -> str:
    """The level, unchanged; an invalid combination of faults causes a ValueError."""
    faults_in(level)
    return level


@cache
def faults_with(parameter: str) -> tuple[str, ...]:
    """The names of the faults that have a parameter."""
    return tuple(fault.name for fault in FAULTS.values() if parameter in fault.parameters)


class AllFaultParameters(
    RollingUpgradeParameters,
    PacketParameters,
    LeaderParameters,
):
    """The fault parameters in the settings of every cell that runs on Kafka brokers."""
