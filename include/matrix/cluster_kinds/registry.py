"""Every cluster kind, and the options that a message recommends."""

from collections.abc import Callable

from include.faults.fault import Capability
from include.matrix.cluster_kinds.kind import ClusterKind
from include.registry import Registry

CLUSTER_KINDS = Registry(
    "cluster kind",
    ClusterKind,
    "include.matrix.cluster_kinds",
    [
        "embedded",
        "compose",
        "external",
    ],
)

DEFAULT_KIND = next(iter(CLUSTER_KINDS))


def manages_brokers(name: str) -> bool:
    """Whether Kerran started the brokers of a cluster, given the kind that its manifest names.

    False for a queue server, whose manifest names the server instead of a cluster kind.
    """
    return name in CLUSTER_KINDS and CLUSTER_KINDS[name].manages_brokers


def choices_with(capability: Capability, but: str | None = None) -> str:
    """The options that give a capability: ``CLUSTER=embedded (as root) or CLUSTER=compose``.

    The kind ``but`` is left out.
    """
    choices = (kind.choice(capability) for kind in CLUSTER_KINDS.values() if kind.name != but)
    return " or ".join(filter(None, choices))


def choices(condition: Callable[[ClusterKind], bool]) -> str:
    """The kinds that satisfy a condition: ``CLUSTER=embedded or CLUSTER=compose``."""
    return " or ".join(f"CLUSTER={kind.form}" for kind in CLUSTER_KINDS.values() if condition(kind))
