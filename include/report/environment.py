"""What was run: the machine, the cluster, the settings."""

from collections.abc import Callable
from datetime import UTC, datetime

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.matrix.submatrices import parts_of
from include.rawlog.manifest import ClusterRecord, HostRecord, Manifest, RunnerRecord, WarmUpRecord
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.treatments import level_text

GIBIBYTE = 1024**3


def facts(run: Run) -> list[tuple[str, str]]:
    """Terms and what they were, in the order of reading; what no manifest says is left out."""
    plan, manifests = run.plan, list(run.manifests.values())
    return [
        ("Run", plan.run_id),
        ("Experiment", plan.experiment.name),
        ("Cells", _cells(run)),
        (
            "Repetitions",
            f"{plan.experiment.repetitions}, in blocks of random order (seed {plan.experiment.seed})",
        ),
        ("Kafka release", _kafka_release(manifests) or plan.release),
        *((term, text) for term, tell in TOLD if (text := _distinct(manifests, tell))),
        *_period(manifests),
    ]


def _warm_up(warm_up: WarmUpRecord) -> str:
    end = (
        "until throughput stood still" if warm_up.steady else "and throughput was still rising when it ended"
    )
    return f"{warm_up.seconds:.0f} s, {end}"


TOLD: tuple[tuple[str, Callable[[Manifest], str]], ...] = (
    ("Cluster", lambda m: _cluster(m.cluster)),
    ("Load programs", lambda m: _runner(m.runner)),
    ("Host", lambda m: f"{m.host.name}: {m.host.system}, kernel {m.host.kernel}"),
    ("Processor", lambda m: f"{m.host.processor or 'not named'}, {m.host.cores} cores"),
    ("Memory", lambda m: f"{significant(m.host.memory_bytes / GIBIBYTE)} GiB"),
    ("Limits of the host", lambda m: _limits(m.host)),
    ("Versions", lambda m: ", ".join(f"{name} {version}" for name, version in m.host.versions.items())),
    ("Clock", lambda m: m.clock.name),
    ("Warm-up", lambda m: _warm_up(m.warm_up) if m.warm_up else ""),
)


def _kafka_release(manifests: list[Manifest]) -> str:
    return _distinct(
        [one for one in manifests if one.cluster.kind in CLUSTER_KINDS], lambda m: m.cluster.release
    )


def _cluster(cluster: ClusterRecord) -> str:
    return (
        f"{cluster.kind}, {cluster.brokers} brokers"
        if cluster.kind in CLUSTER_KINDS
        else f"{cluster.kind} {cluster.release}"
    )


def _runner(runner: RunnerRecord) -> str:
    if runner.kind == "process":
        cores = f", on its cores numbered {', '.join(map(str, runner.cores))}" if runner.cores else ""
        return f"processes of the host{cores}"
    limits = [f"{runner.cpus:g} CPUs" if runner.cpus else "", _mebibytes(runner.memory_bytes)]
    told = " and ".join(limit for limit in limits if limit)
    return f"containers of {runner.image}, {f'each with {told}' if told else 'without limits'}"


def _limits(host: HostRecord) -> str:
    """Those of the control group that everything runs in; empty where it has none."""
    limits = [f"{host.cpu_limit:g} CPUs" if host.cpu_limit else "", _mebibytes(host.memory_limit_bytes)]
    return " and ".join(limit for limit in limits if limit)


def _mebibytes(size: int | None) -> str:
    return f"{size // 2**20} MiB" if size else ""


def _cells(run: Run) -> str:
    counts = {
        "planned": len(run.plan.cells),
        "sealed": len(run.manifests),
        "failed": len(run.failures),
        "missing": len(run.missing),
        "rejected": len(run.rejected),
        "invalid": len(run.invalid),
    }
    return ", ".join(f"{number:,} {word}" for word, number in counts.items())


def _distinct(manifests: list[Manifest], tell: Callable[[Manifest], str]) -> str:
    return "; ".join(dict.fromkeys(text for manifest in manifests if (text := tell(manifest))))


def _period(manifests: list[Manifest]) -> list[tuple[str, str]]:
    if not manifests:
        return []
    began = min(manifest.clock.began_wall_ns for manifest in manifests)
    ended = max(manifest.clock.ended_wall_ns for manifest in manifests)
    return [("First cell began", _moment(began)), ("Last cell ended", _moment(ended))]


def _moment(wall_ns: int) -> str:
    return f"{datetime.fromtimestamp(wall_ns / 1e9, UTC):%Y-%m-%d %H:%M:%S} UTC"


def clock_step_ms(run: Run) -> float | None:
    """The furthest that the wall clock and the cells' clock drew apart within one cell, in ms."""
    steps = [abs(manifest.clock.step_ns) / 1e6 for manifest in run.manifests.values()]
    return max(steps, default=None)


def settings_table(run: Run) -> Table:
    """Every setting of the run's scenarios: its levels over the treatments, and who chose it."""
    names = dict.fromkeys(
        name for treatment in run.plan.treatments for name in type(treatment.settings).model_fields
    )
    rows = [
        Row((name, ", ".join(_levels(run, name)), _chosen_by(run, name)))
        for name in names
        if name != "scenario"
    ]
    columns = [
        Column("Setting", numeric=False),
        Column("Value", numeric=False),
        Column("Role", numeric=False),
    ]
    return plain_table("settings", "Settings of the cells", columns, rows)


def _levels(run: Run, name: str) -> list[str]:
    having = [
        treatment
        for treatment in run.plan.treatments
        if hasattr(treatment.settings, name)
        and (name != "transaction_ms" or treatment.settings.is_transactional)
    ]
    return list(dict.fromkeys(level_text(getattr(one.settings, name)) for one in having)) or [DASH]


def _chosen_by(run: Run, name: str) -> str:
    parts = parts_of(run.plan.experiment)
    if any(name in part.factors for part in parts):
        return "factor"
    return "constant" if any(name in part.constants for part in parts) else "default"
