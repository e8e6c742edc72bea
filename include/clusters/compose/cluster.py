"""A cluster of brokers in containers, as it runs."""

import re
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import docker
from docker.models.containers import Container
from pydantic import BaseModel, ConfigDict

from include.clusters.cluster import Access
from include.clusters.cluster_health import wait_until_whole
from include.clusters.compose import broker_container as of
from include.clusters.compose.broker import ComposeBroker
from include.containers import network as container_network
from include.containers.engine import engine, engine_asked
from include.containers.labels import PROJECT
from include.containers.leftovers import remove
from include.errors import PlatformError
from include.networks.namespace_network import NamespaceNetwork
from include.networks.ports import LOOPBACK
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord
from include.storage.atomic_write import put

STATE_FILE = "compose.json"

OWN_FILE = "own.json"
"""What Compose is told of this cluster's brokers alone."""

BROKERS = ("broker-1", "broker-2", "broker-3")
"""The services that are brokers, in every Compose file."""

UNKNOWN = "unknown"

PORT = 9092
"""Of every broker, on the containers' network."""

WHOLE = 90.0
"""Seconds within which brokers that were started again must have caught up."""


class ComposeState(BaseModel):
    """What is kept of a cluster in its folder; without settings it isn't ready yet."""

    model_config = ConfigDict(frozen=True)

    project: str
    release: str | None
    """None while it isn't known: of somebody's image it is what the brokers say."""
    image: str
    ports: list[int]
    settings: dict[str, Any] = {}
    down: list[int] = []
    """Brokers that a fault has ended, and that are to be started again."""
    cut: list[int] = []
    """Brokers whose network a fault has broken."""


class ComposeCluster:
    """Brokers in containers that were started by this process or another."""

    def __init__(self, folder: Path, state: ComposeState) -> None:
        self.folder = folder
        self._state = state

    @property
    def project(self) -> str:
        """What Compose knows it by."""
        return self._state.project

    @property
    def access(self) -> Access:
        """At the ports that are published on this machine's loopback."""
        return Access(",".join(f"{LOOPBACK}:{port}" for port in self._state.ports))

    @property
    def inside(self) -> Access:
        """On the project's network, without a detour through this machine's."""
        network = f"{self.project}_default"
        return Access(",".join(f"{broker}:{PORT}" for broker in BROKERS), network=network)

    @property
    def brokers(self) -> list[ProcessIdentity]:
        """The brokers' processes, as far as they are alive and visible from here."""
        containers = self._containers()
        processes = [of.process_of(containers[name]) for name in BROKERS if name in containers]
        return [process for process in processes if process]

    def record(self) -> ClusterRecord:
        """What the manifest says of it: settings as the containers have them, image, limits, engine."""
        state = self._state
        return ClusterRecord(
            kind="compose", release=state.release or UNKNOWN, brokers=len(BROKERS), settings=state.settings
        )

    def check(self) -> None:
        """Make sure that every container lives.

        Raises:
            PlatformError: one doesn't; it says which and why, and the end of its log.
        """
        containers = self._containers()
        for name in BROKERS:
            if name not in containers:
                raise PlatformError(f"{name} is gone: somebody removed its container")
        for name, container in containers.items():
            with engine_asked():
                end = of.how_it_ended(container)
            if end:
                raise PlatformError(f"{name} {end}")

    def broker(self, id: int) -> ComposeBroker:
        """The broker with this id, to be broken."""
        return ComposeBroker(id, self)

    def container(self, id: int) -> Container:
        """A broker's container."""
        return self._containers()[BROKERS[id - 1]]

    def keep_down(self, id: int, is_down: bool) -> None:
        """Keep whether a fault has ended a broker."""
        others = [one for one in self._state.down if one != id]
        self._keep(down=[*others, id] if is_down else others)

    def network(self, id: int) -> NamespaceNetwork:
        """A broker's network, to be broken."""
        container = self.container(id)
        marks = {name: value for name, value in container.labels.items() if name.startswith("kerran.")}
        way = partial(container_network.entered, self._engine, str(container.id), marks)
        return NamespaceNetwork(way, lambda is_broken: self._keep_broken(id, is_broken))

    def _keep_broken(self, id: int, is_broken: bool) -> None:
        others = [one for one in self._state.cut if one != id]
        self._keep(cut=[*others, id] if is_broken else others)

    def _keep(self, **changes: list[int]) -> None:
        self._state = self._state.model_copy(update=changes)
        put(self.folder / STATE_FILE, self._state.model_dump_json(indent=2))

    def resume(self) -> None:
        """Resume every paused broker and repair every broken network."""
        for id in self._state.cut:
            self.network(id).join()
        for container in self._containers().values():
            if container.status == "paused":
                with engine_asked():
                    container.unpause()

    def restore(self) -> None:
        """Undo what faults have done; return when all brokers are whole again.

        Raises:
            PlatformError: that takes too long, or the engine doesn't answer.
        """
        self.resume()
        for id in self._state.down:
            self.broker(id).start()
        wait_until_whole(self.access, len(BROKERS), WHOLE)

    def stop(self) -> None:
        """Remove containers, network and volumes; what is gone already is fine. The logs stay.

        Raises:
            EngineError: the engine doesn't answer, or doesn't do it.
        """
        for name, container in self._containers().items():
            with engine_asked():
                (self.folder / f"{name}.log").write_text(of.log(container), encoding="utf-8")
        with engine_asked():
            remove(self._engine, f"{PROJECT}={self.project}")
        for file in (STATE_FILE, OWN_FILE):
            (self.folder / file).unlink(missing_ok=True)

    def last_words(self) -> str:
        """The end of each container's log."""
        with engine_asked():
            return "\n".join(
                f"The end of {name}'s log:\n{of.end_of_log(container)}"
                for name, container in self._containers().items()
            )

    def describe(self) -> dict[str, Any]:
        """The settings that all brokers share, and all else that a measurement may depend on."""
        containers = self._containers()
        first = containers[BROKERS[0]]
        variables = [of.variables(containers[name]) for name in BROKERS]
        shared = set.intersection(*(set(of.properties(given).items()) for given in variables))
        limits = first.attrs["HostConfig"]
        return {
            **dict(sorted(shared)),
            "jvm_flags": of.java_options(variables[0]),
            "image": self._state.image,
            "image_id": first.attrs["Image"],
            "cpus": limits["NanoCpus"] / 1e9 or None,
            "memory_bytes": limits["Memory"] or None,
            "engine": self._engine.version()["Version"],
        }

    def java(self) -> str:
        """The version of the brokers' Java."""
        with engine_asked():
            output = self._containers()[BROKERS[0]].exec_run(["java", "-version"]).output
        said = output.decode() if isinstance(output, bytes) else ""
        version = re.search(r'version "([^"]+)"', said)
        return version.group(1) if version else "unknown"

    def release(self) -> str:
        """The release that a broker, once it runs, says it is; as planned, where it doesn't say."""
        with engine_asked():
            said = of.log(self._containers()[BROKERS[0]])
        return of.release_in(said) or self._state.release or UNKNOWN

    @cached_property
    def _engine(self) -> docker.DockerClient:
        return engine()

    def _containers(self) -> dict[str, Container]:
        """By their services' names. ZooKeeper is among them, where there is one."""
        chosen: dict[str, Any] = {"label": f"{PROJECT}={self.project}"}
        with engine_asked():
            found = self._engine.containers.list(all=True, filters=chosen, ignore_removed=True)
        return {of.service(container): container for container in sorted(found, key=of.service)}


def attach(folder: Path) -> ComposeCluster:
    """The cluster that was started in this folder, by whichever process.

    Raises:
        PlatformError: none was, or it was stopped.
    """
    try:
        state = ComposeState.model_validate_json((folder / STATE_FILE).read_bytes())
    except FileNotFoundError as error:
        raise PlatformError(f"no cluster runs in {folder}: there is no {STATE_FILE}") from error
    return ComposeCluster(folder.resolve(), state)
