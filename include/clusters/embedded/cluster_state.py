"""What a running embedded cluster leaves on disk, so that any later process finds it."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from include.clusters.cluster_folder import StateFile
from include.load_runtime.job import ProxiedBroker
from include.networks.namespaces import Namespaces
from include.processes.identity import ProcessIdentity


class BrokerState(BaseModel):
    """A broker: its id, the port for clients, its process, and its log file."""

    model_config = ConfigDict(frozen=True)

    id: int
    port: int
    process: ProcessIdentity
    log: Path
    command: list[str]
    """The command line that starts the broker again."""
    is_down: bool = False
    """Whether a fault has ended the broker, so that it must be started again."""


class FeatureState(BaseModel):
    """The levels of a feature of the cluster."""

    model_config = ConfigDict(frozen=True)

    at_first: int
    """The level before any cell changed it."""
    level: int
    """The level that the brokers reported last; while it is set, the level that they are to have."""


class ClusterState(BaseModel):
    """A cluster as it was started; all brokers have the same ``settings``, ``java`` and ``jvm_flags``."""

    model_config = ConfigDict(frozen=True)

    release: str
    bootstrap: str
    brokers: list[BrokerState]
    settings: dict[str, str]
    java: str
    jvm_flags: list[str]
    owner: ProcessIdentity | None = None
    """The process after whose end the cluster is a leftover."""
    namespaces: Namespaces | None = None
    """The network namespaces of brokers and load programs; None: they share the network of this machine."""
    proxied: list[ProxiedBroker] = []
    """The listeners of the brokers that clients reach through a proxy; empty: the brokers have none."""
    features: dict[str, FeatureState] = {}
    """The features whose level cells have set, by name."""
    others: list[ProcessIdentity] = []
    """Processes that end after the brokers: ZooKeeper, and the holders of network namespaces."""


STATE = StateFile("cluster.json", ClusterState)
