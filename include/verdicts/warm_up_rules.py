"""The validity rules about cold brokers: each gives a clause that says why a cell is invalid, or None."""

from include.matrix.cluster_kinds.registry import manages_brokers
from include.matrix.treatment import ARM_FACTOR
from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of

MAX_COMPILATION_SHARE = 0.35
"""The largest share of just-in-time compilation in the brokers' CPU time. Three brokers that had just started
had a share of 0.37 to 0.57. They handled 600 to 1,700 messages for each second of CPU time. After 220 s of
work, their share was at most 0.34, and mostly less than 0.2. They then handled 3,900 to 10,400 messages for
each second of CPU time."""


def still_compiling(manifest: Manifest) -> str | None:
    """The brokers are cold, because compilation took too large a share of their CPU time in this cell."""
    machine = manifest.machine
    if not _compilation_is_conclusive(manifest):
        return None
    share = (machine.cpu_compilers or 0) / machine.cpu_brokers
    if share <= MAX_COMPILATION_SHARE:
        return None
    return (
        f"{share:.0%} of the brokers' CPU time went into compiling them; {MAX_COMPILATION_SHARE:.0%} at most"
    )


def warm_up_too_short(manifest: Manifest) -> str | None:
    """The brokers that Kerran started were not shown to be warm by the end of their warm-up.

    The rule applies only if the share of compilation in the brokers' CPU time does not show how warm they
    are.
    """
    is_own, warm_up = manages_brokers(manifest.cluster.kind), manifest.warm_up
    if not is_own or _compilation_is_conclusive(manifest) or warm_up is None or warm_up.steady:
        return None
    return f"the brokers were not seen to be warm after a warm-up of {warm_up.seconds:.0f} s"


def _compilation_is_conclusive(manifest: Manifest) -> bool:
    """Whether the share of compilation shows how warm the brokers are.

    At a low rate, even warm brokers spend half of their CPU time on compilation. At the rates at which arms
    are compared, the share was 0.36 to 0.54 on cold brokers and 0.05 to 0.3 on warm brokers.
    """
    machine = manifest.machine
    is_visible = machine.cpu_compilers is not None and machine.cpu_brokers > 0
    is_saturating = settings_of(manifest.cell.settings).traits.is_saturating
    return is_visible and (is_saturating or ARM_FACTOR in manifest.cell.factors)
