"""The layout of an embedded cluster: its folder, jars, ports and cores, and the command of each process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from include.clusters.cluster_state import DATA
from include.clusters.embedded.disk.condition import VARIABLE
from include.load.proxy_job import BrokerLinks, ProxiedBroker
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.namespace import namespace_of
from include.machine.networks.ports import LOOPBACK
from include.machine.processes.cores import Cores, confined
from include.machine.releases.installed_java import Java

JVM_FLAGS = [
    # The whole heap from the start, so that it does not grow during a cell.
    "-Xms512m",
    "-Xmx512m",
    # Kafka's own start script has these flags. Without them, on few cores or with little memory, Java would
    # choose another collector.
    "-server",
    "-XX:+UseG1GC",
    "-XX:MaxGCPauseMillis=20",
    "-XX:InitiatingHeapOccupancyPercent=35",
    "-XX:+ExplicitGCInvokesConcurrent",
    # The CPU time of a compiler thread that has ended cannot be read any more.
    "-XX:-UseDynamicNumberOfCompilerThreads",
    "-Djava.awt.headless=true",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
]


@dataclass(frozen=True)
class ClusterLayout:
    """The folder, the program and the addresses of a cluster; ``ports`` maps broker ids to ports."""

    folder: Path
    jars: Path
    java: Java
    ports: dict[int, int]
    namespaces: Namespaces | None = None
    """The network namespaces of the brokers; None: they share the network of this machine."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Kafka settings of this cluster, which take precedence over the settings of its metadata mode."""
    cores: Cores = ()
    """The CPU cores that the cluster runs on; if empty, any core."""
    disk_library: Path | None = None
    """The library between the brokers and their disks; None: nothing is between them."""
    proxied: Mapping[int, ProxiedBroker] = field(default_factory=dict)
    """The second listener of each broker, for clients behind a proxy; empty: there is none."""

    links: BrokerLinks | None = None
    """The links through which the brokers reach each other; None: they reach each other directly."""

    def host(self, id: int) -> str:
        return self.namespaces.address(id) if self.namespaces else LOOPBACK

    def listeners(self, id: int, *others: str) -> dict[str, str]:
        """The settings of a broker's listeners; ``others`` are the URLs of additional listeners."""
        everybody = f"PLAINTEXT://{self.host(id)}:{self.ports[id]}"
        listeners, advertised, inter_broker = [everybody], [everybody], {}
        if broker := self.proxied.get(id):
            listeners.append(f"CLIENTS://{broker.host}:{broker.broker_port}")
            advertised.append(f"CLIENTS://{broker.proxy}:{broker.port}")
        if self.links:
            (link,) = (link for link in self.links.brokers if link.id == id)
            listeners.append(f"BROKERS://{link.host}:{link.broker_port}")
            advertised.append(f"BROKERS://{link.host}:{link.link_port}")
            inter_broker = {"inter.broker.listener.name": "BROKERS"}
        listeners += others
        if len(advertised) == 1:
            return {"listeners": ",".join(listeners)}
        return {
            "listeners": ",".join(listeners),
            "advertised.listeners": ",".join(advertised),
            "listener.security.protocol.map": ",".join(
                f"{listener.partition(':')[0]}:PLAINTEXT" for listener in listeners
            ),
            **inter_broker,
        }

    def command(self, node: "Node") -> list[str]:
        java = [str(self.java.command), *JVM_FLAGS, "-cp", f"{self.jars}/*", *node.arguments]
        if self.disk_library:
            disk = [f"{VARIABLE}={self.data.resolve() / str(node.id)}"] if node.id is not None else []
            java = ["env", f"LD_PRELOAD={self.disk_library}", *disk, *java]
        command = confined(java, self.cores)
        if self.namespaces is None or node.id is None:
            return command
        return namespace_of(self.namespaces.brokers[node.id]).inside(command)

    @property
    def data(self) -> Path:
        """The folder for the brokers' data, which is removed when the cluster stops."""
        return self.folder / DATA


@dataclass(frozen=True)
class Node:
    """A process to start. ``id`` is the id of a broker, and None for other processes."""

    name: str
    arguments: list[str]
    """The main class and its arguments."""

    id: int | None = None


def write_properties(file: Path, settings: Mapping[str, str]) -> Path:
    """Write settings as a Java properties file; return the file."""
    file.write_text("".join(f"{key}={value}\n" for key, value in settings.items()), encoding="utf-8")
    return file
