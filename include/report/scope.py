"""The scope of an answer: client, release, cores, network, and whether brokers were started only once."""

from collections.abc import Iterable, Iterator, Sequence

from include.kinds.client_releases import client_of
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.load.client_choice import DEFAULT_CLIENT, ClientChoice
from include.plan.start_variation import published_starts
from include.rawlog.manifest import Manifest
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import NO_BREAK, enumerated, fixed, number_word, percent
from include.settings.traits import NO_DISTANCE

ONE_START = "The cluster was started once: the intervals hold for this start of the brokers."

ONE_START_EACH = (
    "The brokers of each arm were started once: the intervals hold for these starts of the brokers."
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
        is_distant = any(
            treatment.traits.disturbance.round_trips != NO_DISTANCE for treatment in run.plan.treatments
        )
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
        yield _known_variation(run) or ONE_START


def _known_variation(run: MeasuredRun) -> str:
    """What the plan knows about the variation between starts, as a sentence; empty if it knows nothing."""
    known = run.plan.start_variation
    if not known:
        return ""
    runs = list(dict.fromkeys(name for variation in known for name in variation.runs))
    published = {start.run for start in published_starts()}
    here = sum(name not in published for name in runs)
    latencies = [variation.deviation for variation in known if variation.span]
    ratios = [variation.deviation for variation in known if not variation.span]
    deviations = [f"{fixed(max(latencies), 1)}{NO_BREAK}ms of a latency"] * any(latencies)
    deviations += [f"{percent(max(ratios))} of a ratio of CPU time"] * any(ratios)
    earlier = f"{len(runs)} earlier runs, {here} of them on this machine"
    if not deviations:
        return (
            f"The cluster was started once. In {earlier}, costs varied between starts of the brokers no more "
            "than within them; all other intervals hold for this start."
        )
    return (
        "The cluster was started once. The intervals of costs allow for other starts of the brokers, with "
        f"standard deviations of up to {enumerated(deviations)}, from {earlier}; all other intervals hold "
        "for this start."
    )


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
