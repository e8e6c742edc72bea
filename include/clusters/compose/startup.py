"""Start a cluster in containers with Docker Compose."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from include.clusters.backend import ClusterRequest
from include.clusters.compose.broker_container_facts import variable
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.compose.state import (
    BROKERS,
    CONTAINERS_PORT,
    OWN_FILE,
    PROXIED_INSIDE,
    ComposeState,
)
from include.clusters.proxied_brokers import proxied_brokers
from include.clusters.readiness import wait_until_ready
from include.load.proxy_job import ProxiedBroker
from include.machine.containers.compose_command import compose, find_docker
from include.machine.containers.engine import engine
from include.machine.containers.images import Image, present
from include.machine.containers.labels import CHECKOUT, OWNER, RUN, labels
from include.machine.containers.leftovers import remove_leftovers
from include.machine.errors import PlatformError
from include.machine.folders import ROOT
from include.machine.networks.ports import free_ports
from include.machine.processes.cores import Cores, listed
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.wait_until import NotInTimeError
from include.machine.releases.jars import broker_jars
from include.machine.releases.versions import FIRST_UNSUPPORTED, Version, feature_of, needs_zookeeper
from include.machine.storage.atomic_write import put
from include.plan.conditions import DEFAULT_CONDITIONS, Conditions

STARTUP_TIMEOUT_SECONDS = 120.0
"""Time within which a started cluster must be ready; ten seconds are usual."""

CLIENTS_PORT = 19093
"""The port in a broker's container for clients that use a proxy on this machine."""

FIRST_SUPPORTED: Version = (2, 4)
"""The first feature release whose brokers and ZooKeeper can resolve addresses with a recent Java."""


def start(
    request: ClusterRequest,
    *,
    image: str | None = None,
    conditions: Conditions = DEFAULT_CONDITIONS,
    isolated: bool = False,
    proxied: bool = False,
) -> ComposeCluster:
    """Start three brokers that outlive this process; return when they are ready.

    Args:
        request: The cluster to start. If there is an ``image``, the release only selects the Compose file.
            The run's name becomes a label of the containers.
        image: An image of the user; None: the image in ``conditions``, otherwise one built from the release.
        conditions: The conditions in the run's plan: the limits of each broker and, optionally, an image that
            contains the planned release.
        isolated: Whether the packets of all brokers cross a bridge.
        proxied: Whether the brokers have additional listeners for clients behind a proxy. The proxy runs on
            this machine or in a container.

    Raises:
        EngineError: There is no engine, it is too old, it has no Compose plugin, the image cannot be built or
            pulled, or a port is not free.
        PlatformError: The release cannot be fetched or run, there is no Java to fetch it with, or a broker
            does not start.
    """
    folder, release = request.folder.resolve(), request.release
    built = prepare(release, image or conditions.kafka_image)
    _remove_earlier_cluster(folder)
    state = ComposeState(
        project=f"kerran-{blake2b(str(folder).encode(), digest_size=6).hexdigest()}",
        release=None if image else release,
        image=built,
        ports=free_ports(len(BROKERS)),
        proxied=proxied_brokers(range(1, len(BROKERS) + 1)) if proxied else [],
    )
    cluster = ComposeCluster(folder, state)
    cluster.keep()  # before anything is started, so that the cluster can be stopped whatever happens
    try:
        services = own_services(request.settings, request.cores, state.proxied)
        put(folder / OWN_FILE, json.dumps(services, indent=2))
        files = [compose_file(release), folder / OWN_FILE]
        variables = _variables(folder, state, request.owner, conditions)
        compose(state.project, files, ["up", "--detach"], variables, STARTUP_TIMEOUT_SECONDS)
        cluster.check()
        if isolated:
            cluster.isolate()
        _wait_until_ready(cluster)
    except BaseException:
        cluster.stop()
        raise
    return cluster


def own_services(
    settings: Mapping[str, str], cores: Cores, proxied: Sequence[ProxiedBroker] = ()
) -> dict[str, Any]:
    """The content of a cluster's own Compose file: brokers' settings, cores, and ports for a proxy."""
    environment = {variable(name): value for name, value in settings.items()}
    service = {"environment": environment, **({"cpuset": listed(cores)} if cores else {})}
    ports_of_services = [
        {"ports": [f"{broker.host}:{broker.broker_port}:{CLIENTS_PORT}"]} for broker in proxied
    ]
    ports = dict(zip(BROKERS, ports_of_services, strict=True)) if proxied else {}
    return {"services": {name: {**service, **ports.get(name, {})} for name in BROKERS}}


def prepare(release: str, image: str | None = None, say: Callable[[str], None] = lambda _: None) -> str:
    """Prepare what a cluster needs on this machine, and return the name of its image.

    Missing programs are reported before the first slow step begins. ``say`` announces each slow step.
    """
    compose_file(release)
    engine()
    find_docker()
    if image:
        return present(image)
    return Image("kafka", contexts={"jars": broker_jars(release, say)}).built(say)


def compose_file(release: str) -> Path:
    """The Compose file that runs a release.

    Raises:
        PlatformError: The release cannot be run in containers.
    """
    feature = feature_of(release)
    if not FIRST_SUPPORTED <= feature < FIRST_UNSUPPORTED:
        raise PlatformError(
            f"Kafka release {release} is not supported in containers; choose a release from 2.4 to 4.x"
        )
    return ROOT / "compose" / ("kafka-zookeeper.yaml" if needs_zookeeper(feature) else "kafka.yaml")


def _remove_earlier_cluster(folder: Path) -> None:
    """Remove an earlier cluster's leftovers in ``folder``; raise an error if that cluster still runs."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers()
    if (folder / ComposeCluster.state_file).exists():
        earlier = ComposeCluster.attach(folder)
        if earlier.record().settings and earlier.brokers:
            raise PlatformError(f"a cluster was started in {folder} and not stopped; stop it first")
        earlier.stop()


def _variables(
    folder: Path, state: ComposeState, owner: ProcessIdentity | None, conditions: Conditions
) -> dict[str, str]:
    marks = labels(folder.parent.name, owner)
    inside = f"CONTAINERS://0.0.0.0:{CONTAINERS_PORT}"
    return {
        "KAFKA_IMAGE": state.image,
        **{f"KAFKA_PORT_{number}": str(port) for number, port in enumerate(state.ports, start=1)},
        "KAFKA_CLIENTS_LISTENER": f",CLIENTS://0.0.0.0:{CLIENTS_PORT},{inside}" if state.proxied else "",
        **{
            f"KAFKA_CLIENTS_ADDRESS_{broker.id}": f",CLIENTS://{broker.proxy}:{broker.port}"
            f",CONTAINERS://{inner.proxy}:{inner.port}"
            for broker, inner in zip(state.proxied, PROXIED_INSIDE, strict=False)
        },
        # An empty value stands for the default in the Compose file, whatever the environment contains.
        "KAFKA_CPUS": f"{conditions.kafka_cpus or ''}",
        "KAFKA_MEMORY": f"{conditions.kafka_memory_mib}m" if conditions.kafka_memory_mib else "",
        # Kerran checks readiness as for every other cluster. A health check would start processes that run
        # during measurements.
        "KAFKA_HEALTH_INTERVAL": "24h",
        "KERRAN_CHECKOUT": marks[CHECKOUT],
        "KERRAN_RUN": marks[RUN],
        "KERRAN_OWNER": marks.get(OWNER, ""),
    }


def _wait_until_ready(cluster: ComposeCluster) -> None:
    """Wait until a cluster is ready, then add its settings to the state on disk.

    If the state contains no settings, the cluster was never ready.
    """
    planned = cluster.state.release
    cluster.state = cluster.state.model_copy(update={"settings": cluster.describe()})
    try:
        wait_until_ready(cluster, STARTUP_TIMEOUT_SECONDS)
    except NotInTimeError as error:
        raise PlatformError(f"{error}\n{cluster.ends_of_logs()}") from error
    release = cluster.release()
    if planned and release != planned:
        raise PlatformError(f"{cluster.state.image} is Kafka {release}, but {planned} is planned")
    cluster.keep(release=release)
