"""Whether the figures of a cell mean anything. Each rule judges one fact in the cell's manifest.

Noise does not make a cell invalid: what other programs and the hypervisor take is recorded, shown, and part
of the variance of a comparison. Leaving out the cells that were disturbed would select cells by their
outcome. A fact that the manifest does not contain is not judged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from include.rawlog.manifest import Manifest
from include.settings.any_settings import settings_of


class Validity(StrEnum):
    """Whether a cell may be compared."""

    VALID = "valid"
    INVALID = "invalid"


@dataclass(frozen=True)
class ValidityRule:
    """A rule that makes cells invalid."""

    name: str
    """The name of the disturbance in a report."""
    reason: Callable[[Manifest], str | None]
    """The reason why a cell is invalid, as a clause with figures; None if it is valid or cannot be judged."""
    is_temporary: bool = True
    """Whether the reason may no longer apply when the cell is measured again."""


def causes(manifest: Manifest) -> list[str]:
    """The reasons why a cell is invalid, as clauses; empty if it is valid."""
    return [reason for _, reason in broken_rules(manifest)]


def is_worth_repeating(manifest: Manifest) -> bool:
    """Whether a cell is invalid only for temporary reasons.

    The answer is False for cells with a fault, which are about guarantees: messages and episodes alone decide
    whether a guarantee is kept.
    """
    broken = broken_rules(manifest)
    has_fault = bool(settings_of(manifest.cell.settings).traits.disturbance.faults)
    return bool(broken) and not has_fault and all(rule.is_temporary for rule, _ in broken)


def broken_rules(manifest: Manifest) -> list[tuple[ValidityRule, str]]:
    """The validity rules that a cell breaks, each with the reason; empty if the cell is valid."""
    return [(rule, reason) for rule in RULES if (reason := rule.reason(manifest))]


MIN_MEMORY_SHARE = 0.05
"""The smallest share of the memory that must be available. With less memory, the kernel drops pages of the
brokers' logs, which must then be read from the disk."""

MIN_DISK_BYTES = 2**30
"""The minimum free space on the disk of the raw log. File systems become slow before they are full. With
three replicas, 100,000 messages of 1 KiB take 300 MiB.
"""

MAX_CLOCK_STEP_SECONDS = 0.1
"""The largest allowed step of the wall clock. Time daemons correct small deviations gradually, and large
deviations in one step (ntpd from 0.128 s). The wall clock and the cell's clock are read one after the other;
on a busy machine, 0.00005 s passed in between. If the machine was suspended during the cell, the step is
several seconds."""


def too_little_memory(manifest: Manifest) -> str | None:
    """Too little memory was available."""
    if not manifest.host.memory_bytes:
        return None
    share = manifest.machine.memory_available_bytes / manifest.host.memory_bytes
    if share >= MIN_MEMORY_SHARE:
        return None
    return f"{share:.1%} of the memory was available; {MIN_MEMORY_SHARE:.0%} at least"


def too_little_disk_space(manifest: Manifest) -> str | None:
    """The disk of the raw log was nearly full."""
    free = manifest.machine.disk_free_bytes
    if free is None or free >= MIN_DISK_BYTES:
        return None
    return f"{free / 2**20:.0f} MiB were free on the disk; {MIN_DISK_BYTES / 2**20:.0f} MiB at least"


def clock_was_set(manifest: Manifest) -> str | None:
    """The wall clock was set to another time, or the machine was suspended."""
    step = manifest.clock.step_ns / 1e9
    if abs(step) <= MAX_CLOCK_STEP_SECONDS:
        return None
    return (
        f"the wall clock advanced {step:+.3f} s beside the cell's clock (it was set, or the machine was "
        f"suspended); {MAX_CLOCK_STEP_SECONDS:g} s at most"
    )


RULES = (
    ValidityRule("too little memory", too_little_memory),
    ValidityRule("too little disk space", too_little_disk_space, is_temporary=False),
    ValidityRule("clock was set", clock_was_set),
)
"""All rules."""
