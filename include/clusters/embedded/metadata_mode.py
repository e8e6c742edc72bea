"""The two ways to store the metadata of a cluster: KRaft and ZooKeeper.

In KRaft mode, every broker is also a controller. With ZooKeeper, a separate process stores the metadata.
"""

import base64
import re
import shutil
import subprocess
import uuid
from pathlib import Path

from include.clusters.embedded.cluster_layout import ClusterLayout, Node, write_properties
from include.machine.errors import PlatformError
from include.machine.networks.ports import LOOPBACK, free_ports


class KRaft:
    """The mode for releases from 3.3 on. Release 3.3 is the first with KRaft for production."""

    def settings(self, brokers: int) -> dict[str, str]:
        """The settings that all brokers share. All other settings have the release's defaults, on purpose."""
        return {
            "process.roles": "broker,controller",
            "controller.listener.names": "CONTROLLER",
            **common_settings(brokers),
        }

    def prepare(self, layout: ClusterLayout) -> list[Node]:
        """Write the configuration of each broker, and format its storage; return the processes to start.

        Raises:
            PlatformError: The storage cannot be formatted.
        """
        controllers = dict(zip(layout.ports, free_ports(len(layout.ports)), strict=True))
        voters = ",".join(f"{id}@{layout.host(id)}:{port}" for id, port in controllers.items())
        nodes = []
        for id in layout.ports:
            controller = f"CONTROLLER://{layout.host(id)}:{controllers[id]}"
            settings = {
                **self.settings(len(layout.ports)),
                **layout.settings,
                "node.id": str(id),
                **layout.listeners(id, controller),
                "controller.quorum.voters": voters,
                "log.dirs": str(layout.data / str(id)),
            }
            file = write_properties(layout.folder / f"broker-{id}.properties", settings)
            nodes.append(Node(f"broker-{id}", ["kafka.Kafka", str(file)], id))
        _format(layout)
        return nodes


def common_settings(brokers: int) -> dict[str, str]:
    """The settings of all brokers in both metadata modes."""
    replicas = str(min(3, brokers))
    return {
        # A mistyped topic is an error, and no cell runs on a topic with the broker's defaults.
        "auto.create.topics.enable": "false",
        # The internal topics are as safe as in production: the loss of a broker must not lose their data.
        "offsets.topic.replication.factor": replicas,
        "transaction.state.log.replication.factor": replicas,
        "transaction.state.log.min.isr": str(min(2, brokers)),
        # One partition for each broker, not the default of 50. A cell has few groups and transactional
        # producers. 100 more partitions would only cost start-up time and replication requests.
        "offsets.topic.num.partitions": str(brokers),
        "transaction.state.log.num.partitions": str(brokers),
        # The default waits 3 s for more members; a cell knows its members and waits for them itself.
        "group.initial.rebalance.delay.ms": "0",
        # The files of a deleted topic are removed at once, not a minute later during another cell.
        # (With 0 the deleting thread would run without a pause.)
        "log.segment.delete.delay.ms": "1000",
        # Only two small topics are compacted; the default of 128 MB is a quarter of the heap.
        "log.cleaner.dedupe.buffer.size": "4194304",
    }


def _format(layout: ClusterLayout) -> None:
    """Format the storage of one broker with Kafka's tool, and copy the storage for the other brokers.

    Each copy gets the id of its broker. Copying is faster than starting another JVM.
    """
    first, *others = layout.ports
    _run_storage_tool(layout, first)
    for id in others:
        folder = shutil.copytree(layout.data / str(first), layout.data / str(id))
        _set_id(folder / "meta.properties", id)


def _run_storage_tool(layout: ClusterLayout, id: int) -> None:
    # The tool runs for a second. For so short a run, the C1 compiler and the serial collector are best.
    flags = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    command = [str(layout.java.command), *flags, "-cp", f"{layout.jars}/*", "kafka.tools.StorageTool"]
    command += ["format", "-t", _random_uuid(), "-c", str(layout.folder / f"broker-{id}.properties")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        end = "\n".join((answer.stdout + answer.stderr).splitlines()[-15:])
        raise PlatformError(f"The storage of the brokers in {layout.data} cannot be formatted:\n{end}")


def _set_id(properties: Path, id: int) -> None:
    text = properties.read_text(encoding="utf-8")
    text = re.sub(r"^node\.id=.*$", f"node.id={id}", text, flags=re.MULTILINE)
    # Since 3.7 every storage folder has an id of its own.
    text = re.sub(r"^directory\.id=.*$", f"directory.id={_random_uuid()}", text, flags=re.MULTILINE)
    properties.write_text(text, encoding="utf-8")


def _random_uuid() -> str:
    """A random UUID in Kafka's notation, without a leading dash."""
    text = base64.urlsafe_b64encode(uuid.uuid4().bytes).rstrip(b"=").decode()
    return text if not text.startswith("-") else _random_uuid()


FLAGS = ["-Xms64m", "-Xmx128m", "-Dzookeeper.jmx.log4j.disable=true"]
"""ZooKeeper's JVM flags, which override earlier flags on the command line. A small heap is enough for a few
dozen znodes. ZooKeeper must not manage log4j by JMX, since log4j may be absent."""


class ZooKeeper:
    """The mode for releases up to 3.2, in which KRaft is not meant for production."""

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
        for id in layout.ports:
            settings = {
                **self.settings(len(layout.ports)),
                **layout.settings,
                "broker.id": str(id),
                **layout.listeners(id),
                "zookeeper.connect": f"{LOOPBACK}:{zookeeper_port}",
                "log.dirs": str(layout.data / str(id)),
            }
            file = write_properties(layout.folder / f"broker-{id}.properties", settings)
            nodes.append(Node(f"broker-{id}", ["kafka.Kafka", str(file)], id))
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
