"""What was run: the experiment, the cluster, the load programs and the machine."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.rawlog.manifest import ClusterRecord, HostRecord, Manifest, RunnerRecord, WarmUpRecord
from include.rendering.number_format import significant
from include.report.measured_run import MeasuredRun

GIBIBYTE = 1024**3
MEBIBYTE = 1024**2


def facts(run: MeasuredRun) -> list[tuple[str, str]]:
    """Terms and their values, in the order of a report; terms that no manifest knows are left out."""
    experiment, manifests = run.plan.experiment, list(run.manifests.values())
    return [
        ("Run", run.plan.run_id),
        ("Experiment", experiment.name),
        ("Cells", _cells(run)),
        ("Repetitions", f"{experiment.repetitions}, in blocks of random order (seed {experiment.seed})"),
        ("Kafka release", _kafka_release(manifests) or run.plan.release),
        *((term, text) for term, read in OF_MANIFESTS if (text := _distinct(manifests, read))),
        *_period(manifests),
    ]


def _cells(run: MeasuredRun) -> str:
    counts = {
        "planned": len(run.plan.cells),
        "sealed": len(run.manifests),
        "failed": len(run.failures),
        "missing": len(run.missing),
        "rejected": len(run.rejected),
        "invalid": len(run.invalid),
    }
    return ", ".join(f"{number:,} {word}" for word, number in counts.items())


def _kafka_release(manifests: list[Manifest]) -> str:
    of_kafka = [manifest for manifest in manifests if manifest.cluster.kind in CLUSTER_KINDS]
    return _distinct(of_kafka, lambda m: m.cluster.release)


def _cluster(cluster: ClusterRecord) -> str:
    if cluster.kind in CLUSTER_KINDS:
        return f"{cluster.kind}, {cluster.brokers} brokers"
    return f"{cluster.kind} {cluster.release}"


def _runner(runner: RunnerRecord) -> str:
    if runner.kind == "process":
        cores = f", on its cores numbered {', '.join(map(str, runner.cores))}" if runner.cores else ""
        return f"processes of the host{cores}"
    limits = _limits(runner.cpus, runner.memory_bytes)
    return f"containers of {runner.image}, {f'each with {limits}' if limits else 'without limits'}"


def _host_limits(host: HostRecord) -> str:
    return _limits(host.cpu_limit, host.memory_limit_bytes)


def _limits(cpus: float | None, memory_bytes: int | None) -> str:
    limits = [f"{cpus:g} CPUs"] if cpus else []
    limits += [f"{memory_bytes // MEBIBYTE} MiB"] if memory_bytes else []
    return " and ".join(limits)


def _warm_up(warm_up: WarmUpRecord) -> str:
    end = (
        "until the throughput was steady and the compilers had little to do"
        if warm_up.steady
        else "and the brokers were not seen to be warm at the end"
    )
    return f"{warm_up.seconds:.0f} s, {end}"


OF_MANIFESTS: tuple[tuple[str, Callable[[Manifest], str]], ...] = (
    ("Cluster", lambda m: _cluster(m.cluster)),
    ("Load programs", lambda m: _runner(m.runner)),
    ("Host", lambda m: f"{m.host.name}: {m.host.system}, kernel {m.host.kernel}"),
    ("Processor", lambda m: f"{m.host.processor or 'unknown'}, {m.host.cores} cores"),
    ("Memory", lambda m: f"{significant(m.host.memory_bytes / GIBIBYTE)} GiB"),
    ("Limits of the host", lambda m: _host_limits(m.host)),
    ("Versions", lambda m: ", ".join(f"{name} {version}" for name, version in m.host.versions.items())),
    ("Clock", lambda m: m.clock.name),
    ("Warm-up", lambda m: _warm_up(m.warm_up) if m.warm_up else ""),
)
"""Terms, and how their values are read from a manifest; empty where the manifest has no value."""


def _distinct(manifests: Iterable[Manifest], read: Callable[[Manifest], str]) -> str:
    return "; ".join(dict.fromkeys(text for manifest in manifests if (text := read(manifest))))


def _period(manifests: list[Manifest]) -> list[tuple[str, str]]:
    if not manifests:
        return []
    began = min(manifest.clock.began_wall_ns for manifest in manifests)
    ended = max(manifest.clock.ended_wall_ns for manifest in manifests)
    return [("First cell began", _time(began)), ("Last cell ended", _time(ended))]


def _time(wall_ns: int) -> str:
    return f"{datetime.fromtimestamp(wall_ns / 1e9, UTC):%Y-%m-%d %H:%M:%S} UTC"
