"""Every fault, by name; and which faults a level of the factor ``fault`` names."""

from include.faults.fault import Fault
from include.registry import Registry

NO_FAULT = "no-fault"

AND = "+"
"""Stands between faults that share a window: ``kill-leader+kill-consumer``."""

FAULTS = Registry(
    "fault",
    Fault,
    "include.faults",
    [
        "kill-leader",
        "kill-coordinator",
        "stop-leader",
        "freeze-leader",
        "lose-replicas",
        "cut-off-leader",
        "lose-packets",
        "delay-packets",
        "reorder-packets",
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
    ],
)


def faults_in(level: str) -> tuple[Fault, ...]:
    """The faults that a level names; none for ``no-fault``.

    Raises:
        ValueError: there is no such fault, or two of them exclude each other.
    """
    if level == NO_FAULT:
        return ()
    for name in level.split(AND):
        if name not in FAULTS:
            known = ", ".join(f"'{one}'" for one in [NO_FAULT, *FAULTS])
            raise ValueError(f"{name!r} should be {known}, or several with {AND} between them")
    faults = tuple(FAULTS[name] for name in level.split(AND))
    for place, fault in enumerate(faults):
        for other in faults[:place]:
            if fault.target is other.target:
                both = f"{other.name} and {fault.name}"
                raise ValueError(f"{both} exclude each other: both are aimed at {fault.target.value}")
    return faults


def known_fault(level: str) -> str:
    """The level itself, when it names faults that can share a cell.

    Raises:
        ValueError: it does not.
    """
    faults_in(level)
    return level
