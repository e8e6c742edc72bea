"""What an answer holds for: client, release, where brokers and clients ran, and starts of the brokers."""

from collections.abc import Iterable, Iterator

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.rawlog.manifest import Manifest
from include.rendering.number_format import percent
from include.rendering.words import enumerated, number_word
from include.report.measured_run import MeasuredRun
from include.verdicts.between_starts import BROKER_CPU_RATIO, LATENCY_DIFFERENCE, starts_were_measured

ONE_START = (
    "All cells ran on one start of the brokers: the intervals do not cover how another start would differ."
)

ONE_START_WITH_ALLOWANCE = (
    "All cells ran on one start of the brokers. For how another start, at another hour, would differ, the "
    "intervals of differences between semantics allow with what was measured before: a "
    f"standard deviation of {percent(LATENCY_DIFFERENCE.deviation)} of a difference in latency, and of "
    f"{percent(BROKER_CPU_RATIO.deviation)} of a ratio of the brokers' CPU time."
)


def scope_sentences(run: MeasuredRun) -> list[str]:
    """What the answer of a run holds for; nothing where no cell was sealed."""
    manifests = list(run.manifests.values())
    if not manifests:
        return []
    parts = (_clients(manifests), _servers(manifests), *_places(run, manifests))
    return [f"This holds for {'; '.join(filter(None, parts))}.", *_starts(run)]


def _clients(manifests: list[Manifest]) -> str:
    """The client library of the load programs that talk to Kafka."""
    versions = (one.host.versions.get("librdkafka") for one in _of_kafka(manifests))
    return _distinct(f"librdkafka {version} (Python programs)" for version in versions if version)


def _servers(manifests: list[Manifest]) -> str:
    return _distinct(
        f"Kafka {one.cluster.release}" if _is_kafka(one) else f"{one.cluster.kind} {one.cluster.release}"
        for one in manifests
    )


def _places(run: MeasuredRun, manifests: list[Manifest]) -> Iterator[str]:
    """``three brokers and the clients on two cores, loopback``."""
    for manifest in [*_of_kafka(manifests), *manifests][:1]:
        cores, count = f"{number_word(manifest.host.cores)} cores", manifest.cluster.brokers
        brokers = f"{number_word(count)} broker{'s' * (count > 1)}" if _is_kafka(manifest) else "the servers"
        yield f"{_division(run, manifest, brokers, cores)}, {_network(run, manifest)}"


def _division(run: MeasuredRun, manifest: Manifest, brokers: str, cores: str) -> str:
    if _is_kafka(manifest) and not CLUSTER_KINDS[manifest.cluster.kind].manages_brokers:
        return f"the clients on {cores}, {brokers} elsewhere"
    own, clients = run.plan.cores.brokers, manifest.runner.cores
    if own and clients:
        return f"{brokers} on {_cores(own)} and the clients on {_cores(clients)}"
    return f"{brokers} and the clients on {cores}"


def _cores(numbers: Iterable[int]) -> str:
    count = len(list(numbers))
    return f"{number_word(count)} core{'s' * (count > 1)} of their own"


def _network(run: MeasuredRun, manifest: Manifest) -> str:
    if run.plan.breaks_networks:
        return "virtual networks of one machine"
    return CLUSTER_KINDS[manifest.cluster.kind].network if _is_kafka(manifest) else "loopback"


def _starts(run: MeasuredRun) -> Iterator[str]:
    """That the intervals cover a single start of the brokers only, where they do."""
    warm_ups = {manifest.warm_up for manifest in run.manifests.values()}  # one for each start
    if run.plan.placement.kind.manages_brokers and run.plan.kafka_clusters and len(warm_ups) == 1:
        kind, settings = run.plan.placement.kind, [one.settings for one in run.plan.treatments]
        is_known = any(starts_were_measured(kind, own) for own in settings) and not run.plan.experiment.arms
        yield ONE_START_WITH_ALLOWANCE if is_known else ONE_START


def _of_kafka(manifests: Iterable[Manifest]) -> list[Manifest]:
    return [one for one in manifests if _is_kafka(one)]


def _is_kafka(manifest: Manifest) -> bool:
    return manifest.cluster.kind in CLUSTER_KINDS


def _distinct(texts: Iterable[str]) -> str:
    return enumerated(found) if (found := list(dict.fromkeys(texts))) else ""
