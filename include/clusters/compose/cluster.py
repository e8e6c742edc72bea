"""A running cluster of brokers in containers."""

import re
from functools import cached_property
from typing import Any

import docker
from docker.models.containers import Container

from include.clusters.cluster import Access
from include.clusters.cluster_health import wait_until_healthy
from include.clusters.cluster_state import StoredCluster
from include.clusters.compose.broker_container_facts import (
    end_reason,
    java_options,
    process_of,
    properties,
    release_in,
    service,
    variables,
)
from include.clusters.compose.packet_bridge import bridge_of, isolate, network_of, with_broker
from include.clusters.compose.state import (
    BROKERS,
    OWN_FILE,
    PORT,
    PROXIED_INSIDE,
    UNKNOWN,
    ComposeState,
)
from include.machine.containers.breakable_network import BRIDGE
from include.machine.containers.engine import end_of_output, engine, engine_errors, output_of
from include.machine.containers.labels import PROJECT
from include.machine.containers.leftovers import remove
from include.machine.errors import PlatformError
from include.machine.networks.bridge import Bridge
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.ports import LOOPBACK
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord

RECOVERY_TIMEOUT_SECONDS = 90.0
"""Time within which brokers must be in sync again after their restart."""

GRACE_SECONDS = 30
"""Time between SIGTERM and SIGKILL when a broker is stopped."""


class ComposeCluster(StoredCluster[ComposeState]):
    """Brokers in containers that this or another process started."""

    state_file, state_type = "compose.json", ComposeState

    @property
    def project(self) -> str:
        return self.state.project

    @property
    def access(self) -> Access:
        """The access to the brokers through ports on loopback."""
        addresses = ",".join(f"{LOOPBACK}:{port}" for port in self.state.ports)
        return Access(addresses, bridge=self.bridge, proxied=tuple(self.state.proxied))

    @property
    def inside(self) -> Access:
        """The access to the brokers on the network of the Compose project."""
        network = f"{self.project}_default"
        addresses = ",".join(f"{broker}:{PORT}" for broker in BROKERS)
        holder = self.state.bridge.container if self.state.bridge else None
        proxied = PROXIED_INSIDE if self.state.proxied else ()
        return Access(
            addresses, network=network, bridge=self.bridge, bridge_container=holder, proxied=proxied
        )

    @property
    def bridge(self) -> Bridge | None:
        """The bridge in the path of the brokers' packets, if there is one."""
        return bridge_of(self.state.bridge) if self.state.bridge else None

    def network(self, id: int) -> HostNetwork | None:
        """The network of a broker; None if the cluster has no bridge."""
        return network_of(self.state.bridge, id) if self.state.bridge else None

    @property
    def brokers(self) -> list[ProcessIdentity]:
        containers = self._containers()
        processes = [process_of(containers[name]) for name in BROKERS if name in containers]
        return [process for process in processes if process]

    def record(self) -> ClusterRecord:
        """The record of the cluster: the brokers' settings, image and limits, and the container engine."""
        state = self.state
        return ClusterRecord(
            kind="compose", release=state.release or UNKNOWN, brokers=len(BROKERS), settings=state.settings
        )

    def check(self) -> None:
        containers = self._containers()
        for name in BROKERS:
            if name not in containers:
                raise PlatformError(f"the container of {name} was removed")
        down = {BROKERS[id - 1] for id in self.state.down}
        for name, container in containers.items():
            if name in down:
                continue
            with engine_errors():
                reason = end_reason(container)
            if reason:
                raise PlatformError(f"{name} {reason}")

    def broker(self, id: int) -> "ComposeBroker":
        return ComposeBroker(id, self)

    def container(self, id: int) -> Container:
        """The container of a broker, with its current state."""
        return self._containers()[BROKERS[id - 1]]

    def keep_down(self, id: int, is_down: bool) -> None:
        """Record whether a broker is down because of a fault."""
        others = [broker for broker in self.state.down if broker != id]
        self.keep(down=[*others, id] if is_down else others)

    def isolate(self) -> None:
        """Put a bridge into the path of every broker's packets; all brokers must be running."""
        brokers = {id: self.container(id) for id in range(1, len(BROKERS) + 1)}
        self.keep(bridge=isolate(self._engine, brokers))

    def join(self, id: int) -> None:
        """Put the bridge into the path of a restarted broker's packets, if the cluster has a bridge."""
        if self.state.bridge:
            self.keep(bridge=with_broker(self._engine, self.state.bridge, id, self.container(id)))

    def resume(self) -> None:
        if bridge := self.bridge:
            bridge.mend()
        for container in self._containers().values():
            if container.status == "paused":
                with engine_errors():
                    container.unpause()

    def restore(self) -> None:
        self.resume()
        for id in self.state.down:
            self.broker(id).start()
        wait_until_healthy(self.access, len(BROKERS), RECOVERY_TIMEOUT_SECONDS)

    def stop(self) -> None:
        """Save the logs, and remove the containers, the network and the volumes that still exist."""
        for name, container in self._containers().items():
            with engine_errors():
                (self.folder / f"{name}.log").write_text(output_of(container), encoding="utf-8")
        with engine_errors():
            remove(self._engine, f"{BRIDGE}={self.project}")
            remove(self._engine, f"{PROJECT}={self.project}")
        for file in (self.state_file, OWN_FILE):
            (self.folder / file).unlink(missing_ok=True)

    def ends_of_logs(self) -> str:
        with engine_errors():
            return "\n".join(
                f"The end of {name}'s log:\n{end_of_output(container)}"
                for name, container in self._containers().items()
            )

    def describe(self) -> dict[str, Any]:
        """The settings that all brokers share, and everything else on which a measurement may depend."""
        containers = self._containers()
        first = containers[BROKERS[0]]
        environments = [variables(containers[name]) for name in BROKERS]
        properties_of_all = set.intersection(
            *(set(properties(environment).items()) for environment in environments)
        )
        limits = first.attrs["HostConfig"]
        return {
            **dict(sorted(properties_of_all)),
            "jvm_flags": java_options(environments[0]),
            "image": self.state.image,
            "image_id": first.attrs["Image"],
            "cpus": limits["NanoCpus"] / 1e9 or None,
            "memory_bytes": limits["Memory"] or None,
            "engine": self._engine.version()["Version"],
            "java": self._java(),
        }

    def _java(self) -> str:
        with engine_errors():
            output = self._containers()[BROKERS[0]].exec_run(["java", "-version"]).output
        text = output.decode() if isinstance(output, bytes) else ""
        version = re.search(r'version "([^"]+)"', text)
        return version.group(1) if version else UNKNOWN

    def release(self) -> str:
        """The release that a broker has logged, or the planned release if the log contains none."""
        with engine_errors():
            log = output_of(self._containers()[BROKERS[0]])
        return release_in(log) or self.state.release or UNKNOWN

    @cached_property
    def _engine(self) -> docker.DockerClient:
        return engine()

    def _containers(self) -> dict[str, Container]:
        """The containers of the cluster, including ZooKeeper, by the names of their services."""
        filters: dict[str, Any] = {"label": f"{PROJECT}={self.project}"}
        with engine_errors():
            containers = self._engine.containers.list(all=True, filters=filters, ignore_removed=True)
        return {service(container): container for container in sorted(containers, key=service)}


class ComposeBroker:
    """A broker in a container; its faults are requests to the container engine."""

    def __init__(self, id: int, cluster: ComposeCluster) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        return f"broker {self.id}"

    @property
    def network(self) -> HostNetwork | None:
        """The network of the broker's container; None if the cluster has no bridge."""
        return self._cluster.network(self.id)

    def kill(self) -> None:
        # Recorded before the signal is sent, since this process may be killed right after the signal.
        self._cluster.keep_down(self.id, True)
        with engine_errors():
            self._container.kill("SIGKILL")
            self._container.wait()
        self._expect("exited")

    def stop(self) -> None:
        """Stop the broker with SIGTERM. The broker first hands over its leaderships (controlled shutdown)."""
        self._cluster.keep_down(self.id, True)
        with engine_errors():
            self._container.stop(timeout=GRACE_SECONDS)
        self._expect("exited")

    def start(self, release: str | None = None) -> None:
        """Start the broker again with its stored data. The container always runs the release of its image."""
        if release:
            raise PlatformError(
                f"{self} cannot be started with Kafka {release}: its container always runs the release of "
                "the image"
            )
        with engine_errors():
            self._container.start()
        self._cluster.join(self.id)
        self._cluster.keep_down(self.id, False)

    def pause(self) -> None:
        with engine_errors():
            self._container.pause()
        self._expect("paused")

    def resume(self) -> None:
        with engine_errors():
            self._container.unpause()
        self._expect("running")

    @property
    def _container(self) -> Container:
        return self._cluster.container(self.id)

    def _expect(self, status: str) -> None:
        current_status = self._container.status
        if current_status != status:
            raise PlatformError(f"{self} is {current_status}, not {status}")
