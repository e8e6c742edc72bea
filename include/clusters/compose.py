"""Kafka brokers in containers, brought up by Compose."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException
from docker.models.containers import Container
from pydantic import BaseModel, ConfigDict
from requests.exceptions import RequestException

from include.clusters import broker_container as of
from include.clusters.cluster import Access, ClusterError
from include.clusters.compose_command import compose
from include.clusters.container_leftovers import remove, remove_leftovers
from include.clusters.engine import EngineError, engine
from include.clusters.generation import version_of
from include.clusters.images import Image, present
from include.clusters.jars import resolve
from include.clusters.labels import CHECKOUT, OWNER, RUN, labels
from include.clusters.ports import LOOPBACK, free_ports
from include.clusters.ready import wait_until_ready
from include.clusters.waiting import NotInTimeError
from include.folders import ROOT
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord

STATE_FILE = "compose.json"

BROKERS = ("broker-1", "broker-2", "broker-3")
"""The services that are brokers, in every Compose file."""

PORT = 9092
"""Of every broker, on the containers' network."""

READY = 120.0
"""Seconds within which a started cluster must be ready; ten are usual."""

PROJECT = "com.docker.compose.project"

OLDEST = (2, 4)
"""Before it, brokers and their ZooKeeper find no address with today's Java."""

KRAFT = (3, 3)
"""The first release whose brokers need no ZooKeeper in production."""

BEYOND = (5, 0)


class ComposeState(BaseModel):
    """What is kept of a cluster in its folder; without settings it isn't ready yet."""

    model_config = ConfigDict(frozen=True)

    project: str
    release: str
    image: str
    ports: list[int]
    settings: dict[str, Any] = {}


class ComposeCluster:
    """Brokers in containers that were started by this process or another."""

    def __init__(self, folder: Path, state: ComposeState) -> None:
        self.folder = folder
        self._state = state

    @property
    def access(self) -> Access:
        """At the ports that are published on this machine's loopback."""
        return Access(",".join(f"{LOOPBACK}:{port}" for port in self._state.ports))

    @property
    def inside(self) -> Access:
        """On the project's network, without a detour through this machine's."""
        network = f"{self._state.project}_default"
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
            kind="compose", release=state.release, brokers=len(BROKERS), settings=state.settings
        )

    def check(self) -> None:
        """Make sure that every container lives.

        Raises:
            ClusterError: one doesn't; it says which and why, and the end of its log.
        """
        containers = self._containers()
        for name in BROKERS:
            if name not in containers:
                raise ClusterError(f"{name} is gone: somebody removed its container")
        for name, container in containers.items():
            with _engine_asked():
                end = of.how_it_ended(container)
            if end:
                raise ClusterError(f"{name} {end}")

    def stop(self) -> None:
        """Remove containers, network and volumes; what is gone already is fine. The logs stay.

        Raises:
            EngineError: the engine doesn't answer, or doesn't do it.
        """
        for name, container in self._containers().items():
            with _engine_asked():
                (self.folder / f"{name}.log").write_text(of.log(container), encoding="utf-8")
        with _engine_asked():
            remove(self._engine, f"{PROJECT}={self._state.project}")
        (self.folder / STATE_FILE).unlink(missing_ok=True)

    def last_words(self) -> str:
        """The end of each container's log."""
        with _engine_asked():
            return "\n".join(
                f"The end of {name}'s log:\n{of.end_of_log(container)}"
                for name, container in self._containers().items()
            )

    def describe(self) -> dict[str, Any]:
        """The settings that all brokers share, and all else that a measurement may depend on."""
        containers = self._containers()
        brokers = [containers[name] for name in BROKERS]
        shared = set.intersection(*(set(of.properties(broker).items()) for broker in brokers))
        limits = brokers[0].attrs["HostConfig"]
        return {
            **dict(sorted(shared)),
            "jvm_flags": of.java_options(brokers[0]),
            "image": self._state.image,
            "image_id": brokers[0].attrs["Image"],
            "cpus": limits["NanoCpus"] / 1e9 or None,
            "memory_bytes": limits["Memory"] or None,
            "engine": self._engine.version()["Version"],
        }

    def java(self) -> str:
        """The version of the brokers' Java."""
        with _engine_asked():
            output = self._containers()[BROKERS[0]].exec_run(["java", "-version"]).output
        said = output.decode() if isinstance(output, bytes) else ""
        version = re.search(r'version "([^"]+)"', said)
        return version.group(1) if version else "unknown"

    def release(self) -> str:
        """The release that a broker, once it runs, says it is; as planned, where it doesn't say."""
        with _engine_asked():
            said = of.log(self._containers()[BROKERS[0]])
        return of.release_in(said) or self._state.release

    @cached_property
    def _engine(self) -> docker.DockerClient:
        return engine()

    def _containers(self) -> dict[str, Container]:
        """By their services' names. ZooKeeper is among them, where there is one."""
        chosen: dict[str, Any] = {"label": f"{PROJECT}={self._state.project}"}
        with _engine_asked():
            found = self._engine.containers.list(all=True, filters=chosen, ignore_removed=True)
        return {of.service(container): container for container in sorted(found, key=of.service)}


def start(folder: Path, release: str, owner: ProcessIdentity | None = None) -> ComposeCluster:
    """Start three brokers of a release, whose state is kept in this folder; return when they are ready.

    They outlive this process. Once their ``owner`` is gone, whoever looks for leftovers removes them; without
    one they run until they are stopped. A run's cluster has its folder in the run's, for which it is named.

    Raises:
        EngineError: there is no engine, it is too old, has no Compose, or can't get the image or the ports.
        ClusterError: the release can't be had or run, or a broker doesn't come up.
        JavaError: there is no Java to fetch the release with.
    """
    folder = folder.resolve()
    file = compose_file(release)
    _make_room(folder)
    state = ComposeState(
        project=_project(folder), release=release, image=_image(release), ports=free_ports(len(BROKERS))
    )
    _write(folder, state)  # before there is anything, so that it can be stopped whatever happens
    cluster = ComposeCluster(folder, state)
    try:
        compose(state.project, file, ["up", "--detach"], _variables(folder, state, owner), READY)
        return _ready(cluster, state)
    except BaseException:
        cluster.stop()
        raise


def attach(folder: Path) -> ComposeCluster:
    """The cluster that was started in this folder, by whichever process.

    Raises:
        ClusterError: none was, or it was stopped.
    """
    try:
        state = ComposeState.model_validate_json((folder / STATE_FILE).read_bytes())
    except FileNotFoundError as error:
        raise ClusterError(f"no cluster runs in {folder}: there is no {STATE_FILE}") from error
    return ComposeCluster(folder.resolve(), state)


def compose_file(release: str) -> Path:
    """The Compose file that runs a release.

    Raises:
        ClusterError: none does.
    """
    version = version_of(release)
    if not OLDEST <= version < BEYOND:
        raise ClusterError(f"Kafka release {release} can't be run in containers: 2.4 to 4.x can")
    return ROOT / "compose" / ("kafka.yaml" if version >= KRAFT else "kafka-zookeeper.yaml")


def _make_room(folder: Path) -> None:
    """Clear away what is left of an earlier cluster in this folder, but not one that runs."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers()
    if (folder / STATE_FILE).exists():
        earlier = attach(folder)
        if earlier.record().settings and earlier.brokers:
            raise ClusterError(f"a cluster was started in {folder} and not stopped; stop it first")
        earlier.stop()


def _project(folder: Path) -> str:
    return f"kerran-{blake2b(str(folder).encode(), digest_size=6).hexdigest()}"


def _image(release: str) -> str:
    """The one that KAFKA_IMAGE names, else one built from the release's jars."""
    named = os.environ.get("KAFKA_IMAGE")
    return present(named) if named else Image("kafka", contexts={"jars": resolve(release)}).built()


def _variables(folder: Path, state: ComposeState, owner: ProcessIdentity | None) -> dict[str, str]:
    marks = labels(folder.parent.name, owner)
    return {
        "KAFKA_IMAGE": state.image,
        **{f"KAFKA_PORT_{number}": str(port) for number, port in enumerate(state.ports, start=1)},
        "KERRAN_CHECKOUT": marks[CHECKOUT],
        "KERRAN_RUN": marks[RUN],
        "KERRAN_OWNER": marks.get(OWNER, ""),
    }


def _ready(cluster: ComposeCluster, state: ComposeState) -> ComposeCluster:
    """The cluster, once it is ready and has said what it is."""
    cluster.check()
    described = state.model_copy(update={"settings": cluster.describe()})
    cluster = ComposeCluster(cluster.folder, described)
    try:
        wait_until_ready(cluster, READY)
    except NotInTimeError as error:
        raise ClusterError(f"{error}\n{cluster.last_words()}") from error
    if (is_release := cluster.release()) != state.release:
        raise ClusterError(f"{state.image} is Kafka {is_release}, not {state.release} as planned")
    complete = described.model_copy(update={"settings": {**described.settings, "java": cluster.java()}})
    _write(cluster.folder, complete)
    return ComposeCluster(cluster.folder, complete)


def _write(folder: Path, state: ComposeState) -> None:
    unfinished = folder / f"{STATE_FILE}.unfinished"
    unfinished.write_text(state.model_dump_json(indent=2), encoding="utf-8")
    unfinished.replace(folder / STATE_FILE)


@contextmanager
def _engine_asked() -> Iterator[None]:
    """Say plainly when the engine has gone."""
    try:
        yield
    except (DockerException, RequestException) as error:
        raise EngineError(f"The container engine doesn't answer any more: {error}") from error
