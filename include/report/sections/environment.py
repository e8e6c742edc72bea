"""The environment of a run: the machine, the cluster, the load programs and the settings."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial

from include.kinds.cluster_kind import CLUSTER_KINDS
from include.kinds.grouping import grouped
from include.kinds.semantics.registry import SEMANTICS
from include.load.client_choice import DEFAULT_CLIENT
from include.plan.judging.values_by_kafka_name import value_of
from include.plan.submatrices import submatrices_of
from include.rawlog.manifest import ClusterRecord, Manifest, RunnerRecord
from include.rawlog.start_records import WarmUpRecord
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Facts, Folded
from include.report.pages.table import Column, Row, RowGroup, Table, text_table
from include.report.pages.wording import DASH, significant
from include.report.scope import limit_words
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatments.names import setting_text

PRODUCER = (
    "acks",
    "retries",
    "max.in.flight.requests.per.connection",
    "enable.idempotence",
    "transactional.id",
    "linger.ms",
    "batch.size",
)
CONSUMER = (
    "isolation.level",
    "enable.auto.commit",
    "auto.offset.reset",
    "fetch.min.bytes",
    "fetch.wait.max.ms",  # librdkafka accepts no other name for it
    "fetch.max.wait.ms",
    "fetch.max.bytes",
    "max.partition.fetch.bytes",
)
"""The consumer settings that decide what is measured, under the names that Kafka uses. For
``fetch.max.wait.ms``, the list also has the name that librdkafka uses."""

TOPIC = ("partitions", "replication", "min.insync.replicas")


def client_table(run: MeasuredRun) -> Table:
    """The settings of producer, consumer and topic, by semantics or by the name of a set of client settings.

    If there is no manifest, the table has no rows.
    """
    manifests = list(run.manifests.values())
    configurations = dict.fromkeys(filter(None, map(_configuration, manifests)))
    by_name = grouped(
        manifests, lambda manifest: _configuration(manifest) or str(manifest.cell.settings.get("semantics"))
    )
    names = [name for name in [*SEMANTICS, *configurations] if name in by_name]
    columns, client = [by_name[name] for name in names], str(DEFAULT_CLIENT)
    groups = {
        "Client": _rows(
            columns, ["client"], lambda m, name: [str(m.cell.settings.get(name, client))], client
        ),
        "Producer": _rows(columns, PRODUCER, partial(_levels, "producer")),
        "Consumer": _rows(columns, CONSUMER, partial(_levels, "consumer")),
        "Topic": _rows(columns, TOPIC, lambda manifest, name: [str(manifest.topic.get(name, DASH))], ""),
    }
    row_groups = tuple(
        RowGroup(rows, title) for title, row_iterator in groups.items() if (rows := tuple(row_iterator))
    )
    titles = (Column("Setting", numeric=False), *map(Column, names))
    distinction = "settings" if configurations else "semantics"
    whose = " of Kerran's own programs" if _has_application(run) else " in effect"
    return Table("client-settings", f"Settings{whose}, by {distinction}", titles, row_groups)


def _has_application(run: MeasuredRun) -> bool:
    """Whether the programs under test are applications, which have settings of their own."""
    return any(treatment.traits.flow.applications for treatment in run.plan.treatments)


def _configuration(manifest: Manifest) -> str | None:
    """The name of a cell's set of client settings; None if its semantics decided on the settings."""
    configuration = manifest.cell.settings.get("configuration")
    return configuration if isinstance(configuration, str) else None


def _rows(
    manifests: Iterable[list[Manifest]],
    settings: Iterable[str],
    levels: Callable[[Manifest, str], Iterable[str]],
    hidden: str = DASH,
) -> Iterator[Row]:
    """A row for each setting, unless all of its levels are ``hidden``."""
    for name in settings:
        texts = [
            ", ".join(dict.fromkeys(level for manifest in group for level in levels(manifest, name))) or DASH
            for group in manifests
        ]
        if set(texts) - {hidden}:
            yield Row((name, *texts))


def _levels(role: str, manifest: Manifest, name: str) -> Iterator[str]:
    for program in manifest.programs:
        if program.name.startswith(role) and (level := value_of(program.client_settings, name)):
            yield "one for each producer of a cell" if name == "transactional.id" else level


def facts(run: MeasuredRun) -> list[tuple[str, str]]:
    """Terms and their values, in the order of a report. A term without a value is left out."""
    experiment, manifests = run.plan.experiment, list(run.manifests.values())
    of_kafka = [manifest for manifest in manifests if manifest.cluster.kind in CLUSTER_KINDS]
    return [
        ("Run", run.plan.run_id),
        ("Experiment", experiment.name),
        ("Cells", _cells(run)),
        ("Repetitions", f"{_blocks(run)}, in blocks of random order (seed {experiment.seed})"),
        ("Kafka release", _distinct(of_kafka, lambda m: m.cluster.release) or run.plan.release),
        *((term, text) for term, read in OF_MANIFESTS if (text := _distinct(manifests, read))),
        *_period(manifests),
    ]


def _blocks(run: MeasuredRun) -> int:
    return max((cell.block for cell in run.needed), default=0)


def _cells(run: MeasuredRun) -> str:
    counts = {
        "planned": run.needed,
        "sealed": run.manifests,
        "failed": run.failures,
        "missing": run.missing,
        "rejected": run.rejected,
        "invalid": run.invalid,
    }
    return ", ".join(f"{len(cells):,} {word}" for word, cells in counts.items())


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


def _limits(cpus: float | None, memory_bytes: int | None) -> str:
    return " and ".join(limit_words(cpus, memory_bytes))


def _warm_up(warm_up: WarmUpRecord | None) -> str:
    if warm_up is None:
        return ""
    steady = "until the brokers were seen to be warm"
    end = steady if warm_up.steady else "and the brokers were not seen to be warm at the end"
    return f"{warm_up.seconds:.0f} s, {end}"


OF_MANIFESTS: tuple[tuple[str, Callable[[Manifest], str]], ...] = (
    ("Cluster", lambda m: _cluster(m.cluster)),
    ("Load programs", lambda m: _runner(m.runner)),
    ("Host", lambda m: f"{m.host.name}: {m.host.system}, kernel {m.host.kernel}"),
    ("Processor", lambda m: f"{m.host.processor or 'unknown'}, {m.host.cores} cores"),
    ("Memory", lambda m: f"{significant(m.host.memory_bytes / 1024**3)} GiB"),
    ("Limits of the host", lambda m: _limits(m.host.cpu_limit, m.host.memory_limit_bytes)),
    ("Versions", lambda m: ", ".join(f"{name} {version}" for name, version in m.host.versions.items())),
    ("Clock", lambda m: m.clock.name),
    ("Warm-up", lambda m: _warm_up(m.warm_up)),
)
"""The terms in the section's list of facts. For each term, a function reads the value from a manifest. The
value is empty if the manifest does not contain it."""


def _distinct(manifests: Iterable[Manifest], read: Callable[[Manifest], str]) -> str:
    return "; ".join(dict.fromkeys(text for manifest in manifests if (text := read(manifest))))


def _period(manifests: list[Manifest]) -> list[tuple[str, str]]:
    if not manifests:
        return []
    start = min(manifest.clock.began_wall_ns for manifest in manifests)
    end = max(manifest.clock.ended_wall_ns for manifest in manifests)
    times = (
        f"{datetime.fromtimestamp(wall_ns / 1e9, UTC):%Y-%m-%d %H:%M:%S} UTC" for wall_ns in (start, end)
    )
    return list(zip(("First cell began", "Last cell ended"), times, strict=True))


def _build(run: MeasuredRun) -> ReportSection:
    caption = "Settings of the cells"
    settings = text_table("settings", caption, ("Setting", "Value", "Role"), _setting_rows(run))
    return section("run", "What was run", Facts(facts(run)), client_table(run), Folded(caption, settings))


def _setting_rows(run: MeasuredRun) -> Iterator[tuple[str, str, str]]:
    all_settings = [treatment.settings for treatment in run.plan.treatments]
    # With a configuration, settings of the cell have no effect: other tables show its client settings.
    unused = frozenset.intersection(
        *(settings.traits.naming.settings_of_configuration for settings in all_settings)
    )
    applying = [settings.applying for settings in all_settings]
    for name in dict.fromkeys(name for settings in all_settings for name in type(settings).model_fields):
        texts = dict.fromkeys(setting_text(name, levels[name]) for levels in applying if name in levels)
        if texts and name != "scenario" and name not in unused:
            yield name, ", ".join(texts) or DASH, _role(run, name)


def _role(run: MeasuredRun, name: str) -> str:
    parts = submatrices_of(run.plan.experiment)
    if any(name in part.factors for part in parts):
        return "factor"
    return "constant" if any(name in part.constants for part in parts) else "default"


RECORD = SectionRecord("environment", always, _build, needs_cells=False)
