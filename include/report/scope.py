"""The scope of an answer: client, release, cores, network, and whether brokers were started only once."""

from collections.abc import Iterable, Iterator, Sequence

from include.load_runtime.client_choice import DEFAULT_CLIENT, ClientChoice
from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.rawlog.manifest import Manifest
from include.rendering.wording import enumerated, number_word
from include.report.measured_run import MeasuredRun
from include.scenarios.clients.registry import client_of
from include.scenarios.traits import NO_DISTANCE

ONE_START = "The cluster was started once: the intervals do not include the variation between starts."

ONE_START_EACH = (
    "The brokers of each arm were started once: the intervals do not include the variation between starts."
)


def scope_sentences(run: MeasuredRun) -> list[str]:
    """Sentences about the scope of a run's answer; none where no cell was sealed."""
    manifests = list(run.manifests.values())
    if not manifests:
        return []
    of_kafka = [manifest for manifest in manifests if _is_kafka(manifest)]
    parts = (
        _distinct(filter(None, map(client_words, of_kafka))),
        _distinct(
            f"{'Kafka' if _is_kafka(manifest) else manifest.cluster.kind} {manifest.cluster.release}"
            for manifest in manifests
        ),
        _distinct(
            f"{_place(run, manifest)}, {_network(run, manifest)}" for manifest in of_kafka or manifests
        ),
    )
    return [f"This holds for {'; '.join(filter(None, parts))}.", *_starts(run)]


def _place(run: MeasuredRun, manifest: Manifest) -> str:
    """The cores of brokers and clients: ``three brokers and the clients on two cores``."""
    number = manifest.host.cores
    cores, count = f"{number_word(number)} core{'s' * (number > 1)}", manifest.cluster.brokers
    brokers = f"{number_word(count)} broker{'s' * (count > 1)}" if _is_kafka(manifest) else "the servers"
    if _is_kafka(manifest) and not CLUSTER_KINDS[manifest.cluster.kind].manages_brokers:
        return f"the clients on {cores}, {brokers} elsewhere"
    cores_of_brokers, clients = run.plan.cores.brokers, manifest.runner.cores
    if cores_of_brokers and clients:
        return f"{brokers} on {_cores(cores_of_brokers)} and the clients on {_cores(clients)}"
    return f"{brokers} and the clients on {cores}"


def _cores(numbers: Sequence[int]) -> str:
    return f"{number_word(len(numbers))} core{'s' * (len(numbers) > 1)} of their own"


def _network(run: MeasuredRun, manifest: Manifest) -> str:
    if run.plan.breaks_networks:
        is_distant = any(treatment.traits.round_trips != NO_DISTANCE for treatment in run.plan.treatments)
        return f"virtual networks of one machine{', with added round-trip times' if is_distant else ''}"
    return CLUSTER_KINDS[manifest.cluster.kind].network if _is_kafka(manifest) else "loopback"


def _starts(run: MeasuredRun) -> Iterator[str]:
    """If the brokers were started only once, yield a note that the intervals cover only one start."""
    kind, cells = run.plan.placement.kind, [cell for cell in run.plan.cells if cell.id in run.manifests]
    # Each start of a cluster has a warm-up of its own.
    starts = {
        (run.plan.cluster_of(cell), manifest.warm_up)
        for cell in cells
        if _is_kafka(manifest := run.manifests[cell.id])
    }
    clusters = {cluster for cluster, _ in starts}
    if not kind.manages_brokers or len(starts) != len(clusters):
        return
    if len(clusters) > 1:
        yield ONE_START_EACH
    elif clusters:
        yield ONE_START


def limit_words(cpus: float | None, memory_bytes: int | None) -> list[str]:
    """The limits of CPU and memory in words: ``2 CPUs``, ``512 MiB``; empty without limits."""
    limits = [f"{cpus:g} CPUs"] if cpus else []
    limits += [f"{memory_bytes // 2**20} MiB"] if memory_bytes else []
    return limits


def _is_kafka(manifest: Manifest) -> bool:
    return manifest.cluster.kind in CLUSTER_KINDS


def _distinct(texts: Iterable[str]) -> str:
    return enumerated(distinct) if (distinct := list(dict.fromkeys(texts))) else ""


def client_words(manifest: Manifest) -> str:
    """The client library with its version, and the language of the load programs; empty if unknown."""
    choice = ClientChoice.parse(str(manifest.cell.settings.get("client") or DEFAULT_CLIENT))
    version = choice.release or manifest.host.versions.get(choice.name)
    client = client_of(choice)
    return f"{client.library} {version} ({client.language} programs)" if version else ""
