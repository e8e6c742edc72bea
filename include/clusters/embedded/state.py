"""The state of an embedded cluster on disk."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel

from include.load.proxy_job import BrokerLinks, ProxiedBroker
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.processes.identity import ProcessIdentity


class BrokerState(BaseModel, frozen=True):
    """A broker: its id, its process, and its log file."""

    id: int
    process: ProcessIdentity
    log: Path
    command: list[str]
    """The command line that starts the broker again."""
    is_down: bool = False
    """Whether a fault has ended the broker, so that it must be started again."""


class FeatureState(BaseModel, frozen=True):
    """The levels of a feature of the cluster."""

    at_first: int
    """The level before any cell changed it."""
    level: int
    """The level that the brokers reported last, or the new level while it is being set."""


class ClusterState(BaseModel, frozen=True):
    """The state of a cluster whose brokers all have the same ``settings``."""

    release: str
    bootstrap: str
    brokers: list[BrokerState]
    settings: dict[str, Any]
    """The brokers' settings that Kerran sets, the version of Java, the JVM flags, and the cores."""
    owner: ProcessIdentity | None = None
    """The process that owns the cluster. When the owner has ended, the cluster is a leftover."""
    namespaces: Namespaces | None = None
    """The network namespaces of brokers and load programs; None: they share the network of this machine."""
    proxied: list[ProxiedBroker] = []
    """The listeners of the brokers for clients that use a proxy; empty if there are none."""
    links: BrokerLinks | None = None
    """The links between the brokers, which a proxy can take over; None: there are none."""
    features: dict[str, FeatureState] = {}
    """The features whose levels were set for cells, by name."""
    others: list[ProcessIdentity] = []
    """Processes that are ended after the brokers: ZooKeeper, the program that has the links
    between the brokers, and the holders of network namespaces."""
