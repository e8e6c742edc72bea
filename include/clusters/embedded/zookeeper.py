"""Kafka with ZooKeeper: one ZooKeeper process, in which the brokers keep their metadata."""

from include.clusters.embedded.jvm_process import ClusterLayout, Node, write_properties
from include.clusters.embedded.kraft import common_settings
from include.networks.ports import LOOPBACK, free_ports

FLAGS = ["-Xms64m", "-Xmx128m", "-Dzookeeper.jmx.log4j.disable=true"]
"""A small heap is enough for a few dozen nodes; these flags override earlier ones on the command line.
Managing log4j is disabled, since that library may be absent."""


class ZooKeeper:
    """Runs releases up to 3.2, the last before KRaft mode was meant for production."""

    def settings(self, brokers: int) -> dict[str, str]:
        """The settings that all brokers share. All other settings have the release's defaults, on purpose."""
        return {
            **common_settings(brokers),
            # Brokers and ZooKeeper start at the same time; the default of 6 s may be too short for ZooKeeper
            # on a busy machine.
            "zookeeper.connection.timeout.ms": "30000",
            # The default since 1.0; before, a request to delete a topic had no effect.
            "delete.topic.enable": "true",
        }

    def prepare(self, layout: ClusterLayout) -> list[Node]:
        """Write the configuration of ZooKeeper and of each broker; return the processes, ZooKeeper first."""
        (zookeeper_port,) = free_ports(1)
        nodes = [_zookeeper(layout, zookeeper_port)]
        for id, port in layout.ports.items():
            settings = {
                **self.settings(len(layout.ports)),
                **layout.settings,
                "broker.id": str(id),
                **layout.listeners(id),
                "zookeeper.connect": f"{LOOPBACK}:{zookeeper_port}",
                "log.dirs": str(layout.data / str(id)),
            }
            file = write_properties(layout.folder / f"broker-{id}.properties", settings)
            nodes.append(Node(f"broker-{id}", ["kafka.Kafka", str(file)], id, port))
        return nodes


def _zookeeper(layout: ClusterLayout, port: int) -> Node:
    settings = {
        "dataDir": str(layout.data / "zookeeper"),
        "clientPort": str(port),
        "clientPortAddress": LOOPBACK,
        "maxClientCnxns": "0",
        # Since 3.5 the admin server would listen on port 8080 of every address.
        "admin.enableServer": "false",
    }
    file = write_properties(layout.folder / "zookeeper.properties", settings)
    main = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
    return Node("zookeeper", [*FLAGS, main, str(file)])
