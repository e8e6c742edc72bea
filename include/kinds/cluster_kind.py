"""The record of a cluster kind, the registry of all kinds, and the options that error messages recommend."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from include.kinds.fault import Capability
from include.kinds.registry import Registry

if TYPE_CHECKING:
    from include.clusters.backend import ClusterPackage
    from include.plan.judging.deployment import Deployment

    ReadLimits = Callable[[str, str, Deployment], Deployment]


class RunnerKind(StrEnum):
    """Whether load programs run as processes of this host or in containers."""

    PROCESS = "process"
    CONTAINER = "container"


CONNECTION_NAME = r"[\w.-]+"
"""A regular expression for the id of an Airflow connection."""


@dataclass(frozen=True)
class ClusterKind:
    """A kind of Kafka cluster."""

    name: str
    capabilities: Mapping[RunnerKind, frozenset[Capability]]
    """For each kind of runner, the capabilities that faults can rely on."""
    package: Callable[[], ClusterPackage]
    """Imports what starts, finds and checks clusters of the kind."""
    network: str
    """The network between load programs and brokers, as a phrase: ``loopback``."""
    manages_brokers: bool = True
    """Whether Kerran starts the brokers, and chooses their release, settings, cores and number."""
    accepts_image: bool = False
    """Whether the brokers can be started from a container image that the user names."""
    can_throttle_brokers: bool = False
    """Whether the brokers can be paused for a share of the time (``slowed``)."""
    needs_connection: bool = False
    """Whether the user must append the name of an Airflow connection to the kind: ``<kind>:<connection>``."""
    queue_server_runners: frozenset[RunnerKind] = frozenset()
    """The kinds of runners whose load programs can reach a queue server; empty if there are no queue
    servers."""
    max_warm_up_bytes: float = math.inf
    """The maximum number of bytes that a warm-up writes, replicas included."""
    limits: Callable[[], ReadLimits] | None = None
    """Imports what asks a user's own cluster for the limits of its brokers, and of a topic. Its arguments:
    the Airflow connection, the topic, and what is known of the cluster. None: Kafka's default limits are
    judged."""
    requirements: Mapping[Capability, str] = field(default_factory=dict)
    """The condition under which a capability is available: ``as root``."""

    @property
    def form(self) -> str:
        """The text by which a user chooses this kind, such as ``external:<Airflow connection>``."""
        return f"{self.name}:<Airflow connection>" if self.needs_connection else self.name

    def accepts(self, cluster: str) -> bool:
        """Whether ``cluster``, a text from the user, names a cluster of this kind."""
        name = f"{self.name}:{CONNECTION_NAME}" if self.needs_connection else self.name
        return re.fullmatch(name, cluster) is not None

    def choice(self, capability: Capability) -> str | None:
        """The options that give a capability, such as ``CLUSTER=compose``; None if no options give it."""
        runners = [runner for runner in RunnerKind if capability in self.capabilities[runner]]
        if not runners:
            return None
        runner = f" with RUNNER={runners[0]}" if len(runners) < len(RunnerKind) else ""
        requirement = self.requirements.get(capability)
        return f"CLUSTER={self.form}{runner}" + (f" ({requirement})" if requirement else "")


CLUSTER_KINDS = Registry(
    "cluster kind",
    ClusterKind,
    "include.clusters.{}.kind",
    [
        "embedded",
        "compose",
        "external",
    ],
)

DEFAULT_KIND = next(iter(CLUSTER_KINDS))


def manages_brokers(name: str) -> bool:
    """Whether Kerran started the brokers of a cell.

    ``name`` is the name of the cluster kind in the cell's manifest. The result is False for a cell on a queue
    server, because its manifest contains the name of the server instead of a cluster kind.
    """
    return name in CLUSTER_KINDS and CLUSTER_KINDS[name].manages_brokers


def choices_with(capability: Capability, but: str | None = None) -> str:
    """The options that give a capability: ``CLUSTER=embedded (as root) or CLUSTER=compose``.

    ``but`` is the name of a cluster kind whose options are left out.
    """
    choices = (kind.choice(capability) for kind in CLUSTER_KINDS.values() if kind.name != but)
    return " or ".join(filter(None, choices))


def choices(condition: Callable[[ClusterKind], bool]) -> str:
    """The options for the kinds that satisfy a condition: ``CLUSTER=embedded or CLUSTER=compose``."""
    return " or ".join(f"CLUSTER={kind.form}" for kind in CLUSTER_KINDS.values() if condition(kind))
