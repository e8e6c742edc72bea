"""Kafka brokers in containers, brought up by Compose."""

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from include.clusters.compose.broker_container import variable
from include.clusters.compose.cluster import (
    BROKERS,
    OWN_FILE,
    STATE_FILE,
    ComposeCluster,
    ComposeState,
    attach,
)
from include.clusters.embedded.kraft_or_zookeeper import KRAFT, version_of
from include.clusters.startup import wait_until_ready
from include.containers.compose_command import compose, find_docker
from include.containers.engine import engine
from include.containers.images import Image, present
from include.containers.labels import CHECKOUT, OWNER, RUN, labels
from include.containers.leftovers import remove_leftovers
from include.errors import PlatformError
from include.folders import ROOT
from include.matrix.conditions import DEFAULT_CONDITIONS, Conditions
from include.networks.ports import free_ports
from include.processes.cores import Cores, listed
from include.processes.identity import ProcessIdentity
from include.processes.waiting import NotInTimeError
from include.releases.jars import resolve
from include.storage.atomic_write import put

READY = 120.0
"""Seconds within which a started cluster must be ready; ten are usual."""

OLDEST = (2, 4)
"""Before it, brokers and their ZooKeeper find no address with today's Java."""

BEYOND = (5, 0)


def start(
    folder: Path,
    release: str,
    owner: ProcessIdentity | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    cores: Cores = (),
    image: str | None = None,
    conditions: Conditions = DEFAULT_CONDITIONS,
) -> ComposeCluster:
    """Start three brokers of a release, whose state is kept in this folder; return when they are ready.

    ``settings`` are Kafka's, for these brokers, and take precedence over those of the Compose file; they run
    on those ``cores``, or on any where there are none. An ``image`` is somebody's, of whichever release. The
    ``conditions`` of the run limit each broker, and may name an image that contains the release.

    They outlive this process. Once their ``owner`` is gone, whoever looks for leftovers removes them; without
    one they run until they are stopped. A run's cluster has its folder in the run's, for which it is named.

    Raises:
        EngineError: there is no engine, it is too old, has no Compose, or can't get the image or the ports.
        PlatformError: the release can't be had or run, or a broker doesn't come up.
        JavaError: there is no Java to fetch the release with.
    """
    folder = folder.resolve()
    built = prepare(release, image or conditions.kafka_image)
    _make_room(folder)
    state = ComposeState(
        project=_project(folder),
        release=None if image else release,
        image=built,
        ports=free_ports(len(BROKERS)),
    )
    # Before there is anything, so that it can be stopped whatever happens.
    put(folder / STATE_FILE, state.model_dump_json(indent=2))
    cluster = ComposeCluster(folder, state)
    try:
        put(folder / OWN_FILE, json.dumps(own_services(settings or {}, cores), indent=2))
        files = [compose_file(release), folder / OWN_FILE]
        compose(state.project, files, ["up", "--detach"], _variables(folder, state, owner, conditions), READY)
        return _ready(cluster, state)
    except BaseException:
        cluster.stop()
        raise


def own_services(settings: Mapping[str, str], cores: Cores) -> dict[str, Any]:
    """What a cluster's own Compose file says of its brokers, beside the one that all have in common."""
    environment = {variable(name): value for name, value in settings.items()}
    own = {"environment": environment, **({"cpuset": listed(cores)} if cores else {})}
    return {"services": dict.fromkeys(BROKERS, own)}


def prepare(release: str, image: str | None = None, say: Callable[[str], None] = lambda _: None) -> str:
    """Have ready what a cluster of a release, or of an image, needs of this machine; its image.

    What is missing is said before anything takes its time; ``say`` is told what does.

    Raises:
        EngineError: there is no engine, it is too old, has no Compose, or can't get the image.
        PlatformError: the release can't be had or run.
        JavaError: there is no Java to fetch the release with.
    """
    compose_file(release)
    engine()
    find_docker()
    return present(image) if image else _image(release, say)


def compose_file(release: str) -> Path:
    """The Compose file that runs a release.

    Raises:
        PlatformError: none does.
    """
    version = version_of(release)
    if not OLDEST <= version < BEYOND:
        raise PlatformError(f"Kafka release {release} can't be run in containers: 2.4 to 4.x can")
    return ROOT / "compose" / ("kafka.yaml" if version >= KRAFT else "kafka-zookeeper.yaml")


def _make_room(folder: Path) -> None:
    """Clear away what is left of an earlier cluster in this folder, but not one that runs."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers()
    if (folder / STATE_FILE).exists():
        earlier = attach(folder)
        if earlier.record().settings and earlier.brokers:
            raise PlatformError(f"a cluster was started in {folder} and not stopped; stop it first")
        earlier.stop()


def _project(folder: Path) -> str:
    return f"kerran-{blake2b(str(folder).encode(), digest_size=6).hexdigest()}"


def _image(release: str, say: Callable[[str], None]) -> str:
    """The image that is built from the release's jars."""
    return Image("kafka", contexts={"jars": resolve(release, say)}).built(say)


def _variables(
    folder: Path, state: ComposeState, owner: ProcessIdentity | None, conditions: Conditions
) -> dict[str, str]:
    marks = labels(folder.parent.name, owner)
    return {
        "KAFKA_IMAGE": state.image,
        **{f"KAFKA_PORT_{number}": str(port) for number, port in enumerate(state.ports, start=1)},
        # Empty: the Compose file's defaults, whatever the environment of this process has.
        "KAFKA_CPUS": f"{conditions.kafka_cpus or ''}",
        "KAFKA_MEMORY": f"{conditions.kafka_memory_mib}m" if conditions.kafka_memory_mib else "",
        # Readiness is asked for as every other cluster's; a check that starts processes would go on beside
        # what is measured.
        "KAFKA_HEALTH_INTERVAL": "24h",
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
        raise PlatformError(f"{error}\n{cluster.last_words()}") from error
    is_release = cluster.release()
    if state.release and is_release != state.release:
        raise PlatformError(f"{state.image} is Kafka {is_release}, not {state.release} as planned")
    settings = {**described.settings, "java": cluster.java()}
    complete = described.model_copy(update={"settings": settings, "release": is_release})
    put(cluster.folder / STATE_FILE, complete.model_dump_json(indent=2))
    return ComposeCluster(cluster.folder, complete)
