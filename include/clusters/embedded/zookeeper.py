"""Kafka with ZooKeeper: one ZooKeeper, and brokers that keep their metadata there."""

from include.clusters.embedded.jvm_process import Layout, Node, write_properties
from include.clusters.embedded.kraft import common_settings
from include.networks.ports import LOOPBACK, free_ports

FLAGS = ["-Xms64m", "-Xmx128m", "-Dzookeeper.jmx.log4j.disable=true"]
"""A small heap, for a few dozen nodes: what comes later on the command line counts. And no management of a
logging library that may not be there."""


class ZooKeeper:
    """Runs releases up to 3.2, before KRaft was meant for production."""

    def settings(self, brokers: int) -> dict[str, str]:
        """What all brokers share. Whatever isn't here is at the release's own default, on purpose."""
        return {
            **common_settings(brokers),
            # They start at the same time as ZooKeeper does, for which 6 s may be too short on a busy machine.
            "zookeeper.connection.timeout.ms": "30000",
            # As since 1.0: until then, who asked for it was kept waiting in vain.
            "delete.topic.enable": "true",
        }

    def prepare(self, layout: Layout) -> list[Node]:
        """Configuration of ZooKeeper and each broker; ZooKeeper comes first."""
        (port,) = free_ports(1)
        nodes = [_zookeeper(layout, port)]
        for id, own in layout.ports.items():
            settings = {
                **self.settings(len(layout.ports)),
                **layout.settings,
                "broker.id": str(id),
                "listeners": f"PLAINTEXT://{layout.host(id)}:{own}",
                "zookeeper.connect": f"{LOOPBACK}:{port}",
                "log.dirs": str(layout.data / str(id)),
            }
            file = write_properties(layout.folder / f"broker-{id}.properties", settings)
            nodes.append(Node(f"broker-{id}", ["kafka.Kafka", str(file)], id, own))
        return nodes


def _zookeeper(layout: Layout, port: int) -> Node:
    settings = {
        "dataDir": str(layout.data / "zookeeper"),
        "clientPort": str(port),
        "clientPortAddress": LOOPBACK,
        "maxClientCnxns": "0",
        # Since 3.5 it would serve its commands on port 8080 of every address.
        "admin.enableServer": "false",
    }
    file = write_properties(layout.folder / "zookeeper.properties", settings)
    main = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
    return Node("zookeeper", [*FLAGS, main, str(file)])
