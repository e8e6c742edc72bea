"""May a cell be compared with others? Each rule looks at one fact of its manifest.

What a manifest doesn't hold isn't judged: its cell is older than the rule, or the fact couldn't be seen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from include.matrix.cluster_kinds.registry import manages_brokers
from include.rawlog.manifest import Manifest, WarmUpRecord
from include.scenarios.registry import AnySettings, settings_of

COMPILERS_MOST = 0.35
"""Share of the brokers' CPU time that goes into compiling them. Three brokers that were just started had 0.37
to 0.57, and took 600 to 1,700 messages in a second of it; once they had worked for 220 s, they had 0.34 at
most, mostly less than 0.2, and took 3,900 to 10,400."""

WHOLE_WARM_UP = 120.0
"""Seconds. A run that is too short to warm up for so long chose lukewarm brokers, and its report says so: it
has random blocks, in which they favour no treatment, and would have no valid cells at all. That doesn't hold
where arms are compared: each may have brokers of its own, and one's be colder than the other's."""

ARM = "arm"
"""The factor that says to which arm a cell belongs, where arms are compared."""

OTHERS_MOST = 0.25
"""Share of the CPU that is neither the brokers' nor the load programs'. On two cores and a quiet machine,
Airflow and the kernel take 0.05 to 0.17 of it; beside other work it was 0.3 and more."""

STEAL_MOST = 0.05
"""Share of the CPU that the hypervisor took. On a quiet machine it was 0.01 at most."""

OWN_LOAD = 16.0
"""The load, an average over a minute, that a sweep itself leaves behind: its brokers and clients have many
threads. On a quiet machine it was up to 14.5 before a cell. One more for each core is too much."""

MEMORY_LEAST = 0.05
"""Share of the memory that is available. With less, the kernel drops pages of the brokers' logs, which are
then read from the disk."""

DISK_LEAST = 2**30
"""Bytes. File systems slow down before they are full; a cell of 100,000 messages of 1 KiB writes 300 MiB."""

STEP_MOST = 0.1
"""Seconds. Daemons slew smaller deviations and step larger ones (ntpd from 0.128 s); what a busy machine puts
between the readings of the two clocks was 0.00005 s. A machine that was suspended shows a step of seconds."""

RATE_LEAST = 0.995
"""Share of the asked rate. A generator that sends less measures another load than was asked for."""


class Validity(StrEnum):
    """Whether a cell may be compared."""

    VALID = "valid"
    INVALID = "invalid"


@dataclass(frozen=True)
class Rule:
    """``broken`` says how a cell breaks it, with figure and limit; None where it doesn't, or isn't judged."""

    broken: Callable[[Manifest], str | None]
    passes: bool = True
    """Whether what breaks it may be over the next time, so that to measure again is worth while."""
    holds_under_fault: bool = True
    """Whether it is judged too where something is broken on purpose."""


def causes(manifest: Manifest) -> list[str]:
    """The reasons why a cell is invalid, as clauses; none where it is valid."""
    return [reason for _, reason in _broken(manifest)]


def is_worth_repeating(manifest: Manifest) -> bool:
    """Whether a cell is invalid, and all that makes it so may be over the next time.

    Not where something was broken on purpose: such a cell is about a guarantee, which holds or not whatever
    else the machine did.
    """
    broken = _broken(manifest)
    has_fault = bool(_settings(manifest).faults)
    return bool(broken) and not has_fault and all(rule.passes for rule, _ in broken)


def _broken(manifest: Manifest) -> list[tuple[Rule, str]]:
    is_broken = _settings(manifest).is_disturbed
    rules = [rule for rule in RULES if rule.holds_under_fault or not is_broken]
    return [(rule, reason) for rule in rules if (reason := rule.broken(manifest))]


def _cold(manifest: Manifest) -> str | None:
    """By the compilers where they can be seen, which tells it of this very cell."""
    machine = manifest.machine
    is_judged = _whole_warm_up(manifest) or _is_compared(manifest)
    if not is_judged or not _compilers_tell(manifest):
        return None
    share = (machine.cpu_compilers or 0) / machine.cpu_brokers
    if share <= COMPILERS_MOST:
        return None
    return f"{share:.0%} of the brokers' CPU time went into compiling them; {COMPILERS_MOST:.0%} at most"


def _not_warmed_up(manifest: Manifest) -> str | None:
    """By the warm-up elsewhere. A cluster that was there before isn't cold because it was started."""
    is_own = manages_brokers(manifest.cluster.kind)
    warm_up = _whole_warm_up(manifest)
    if not is_own or _compilers_tell(manifest) or warm_up is None or warm_up.steady:
        return None
    return f"the brokers' throughput was still rising after a warm-up of {warm_up.seconds:.0f} s"


def _compilers_tell(manifest: Manifest) -> bool:
    """Not where brokers have little to do, as at a low rate: half of that is compiling, warm or not.

    Arms are compared at rates at which it was 0.36 to 0.54 on cold brokers and 0.05 to 0.3 on warm ones.
    """
    machine = manifest.machine
    is_seen = machine.cpu_compilers is not None and machine.cpu_brokers > 0
    return is_seen and (_settings(manifest).is_saturating or _is_compared(manifest))


def _is_compared(manifest: Manifest) -> bool:
    return ARM in manifest.cell.factors


def _whole_warm_up(manifest: Manifest) -> WarmUpRecord | None:
    """The warm-up, where the run gave it the time to be a whole one."""
    warm_up = manifest.warm_up
    return warm_up if warm_up and (warm_up.longest or 0) >= WHOLE_WARM_UP else None


def _crowded(manifest: Manifest) -> str | None:
    """By what others took meanwhile; only where that can't be told, by the load before."""
    if not _tells_others_apart(manifest):
        load, most = manifest.machine.load_before, OWN_LOAD + manifest.host.cores
        return f"the load was {load:.1f} before it; {most:.0f} at most" if load > most else None
    share = _share_of_cpu(manifest, manifest.machine.cpu_others)
    return f"others took {share:.0%} of the CPU; {OTHERS_MOST:.0%} at most" if share > OTHERS_MOST else None


def _tells_others_apart(manifest: Manifest) -> bool:
    """Not where brokers are no processes of this machine, and may yet run on it; nor where one is killed."""
    return manifest.machine.cpu_brokers > 0 and not _settings(manifest).faults


def _robbed(manifest: Manifest) -> str | None:
    share = _share_of_cpu(manifest, manifest.machine.cpu_steal)
    if share <= STEAL_MOST:
        return None
    return f"the hypervisor took {share:.1%} of the CPU; {STEAL_MOST:.0%} at most"


def _share_of_cpu(manifest: Manifest, seconds: float) -> float:
    """Of all cores' time; 0 where the manifest knows of none."""
    capacity = manifest.machine.seconds * manifest.host.cores
    return seconds / capacity if capacity else 0.0


def _short_of_memory(manifest: Manifest) -> str | None:
    share = manifest.machine.memory_available_bytes / (manifest.host.memory_bytes or 1)
    if not manifest.host.memory_bytes or share >= MEMORY_LEAST:
        return None
    return f"{share:.1%} of the memory was available; {MEMORY_LEAST:.0%} at least"


def _short_of_disk(manifest: Manifest) -> str | None:
    free = manifest.machine.disk_free_bytes
    if free is None or free >= DISK_LEAST:
        return None
    return f"{free / 2**20:.0f} MiB were free on the disk; {DISK_LEAST / 2**20:.0f} MiB at least"


def _stepped(manifest: Manifest) -> str | None:
    step = manifest.clock.step_ns / 1e9
    if abs(step) <= STEP_MOST:
        return None
    return f"the clock was set by {step:+.3f} s; {STEP_MOST:g} s at most"


def _too_slow(manifest: Manifest) -> str | None:
    """Where a rate was asked for: the share of it that was reached until the last message was handed over."""
    settings = _settings(manifest)
    late = _counted(manifest, "late_ns")
    if not settings.is_paced or late is None:
        return None
    asked = settings.messages / settings.messages_per_second
    share = asked / (asked + late / 1e9)
    if share >= RATE_LEAST:
        return None
    return f"{share:.1%} of the asked rate was sent; {RATE_LEAST:.1%} at least"


def _out_of_sync(manifest: Manifest) -> str | None:
    replicas = _settings(manifest).replication
    if manifest.in_sync is None or manifest.in_sync.fewest >= replicas:
        return None
    return f"a partition had {manifest.in_sync.fewest} replicas in sync; {replicas} at least"


def _reassigned(manifest: Manifest) -> str | None:
    times = _counted(manifest, "reassigned")
    return f"consumers were told of other partitions while it was measured: {times} times" if times else None


def _reconnected(manifest: Manifest) -> str | None:
    lost = _counted(manifest, "connections_lost")
    return f"connections to brokers were lost: {lost}" if lost else None


def _settings(manifest: Manifest) -> AnySettings:
    return settings_of(manifest.cell.settings)


def _counted(manifest: Manifest, name: str) -> int | None:
    """A count over all programs; None where none of them counted it."""
    counts = [program.counts[name] for program in manifest.programs if name in program.counts]
    return sum(counts) if counts else None


RULES = (
    Rule(_cold, holds_under_fault=False),
    Rule(_not_warmed_up, passes=False, holds_under_fault=False),
    Rule(_crowded),
    Rule(_robbed),
    Rule(_short_of_memory),
    Rule(_short_of_disk, passes=False),
    Rule(_stepped),
    Rule(_too_slow, holds_under_fault=False),
    Rule(_out_of_sync, holds_under_fault=False),
    Rule(_reassigned, holds_under_fault=False),
    Rule(_reconnected, holds_under_fault=False),
)
"""What a fault does on purpose, or makes unknown, isn't held against a cell: a broker that was killed starts
cold, and the CPU time of what was killed is counted among that of others."""
