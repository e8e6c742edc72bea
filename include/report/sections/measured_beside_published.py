"""Tables of measured and published figures, and how the run differs from the published experiment."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product

from include.kinds.grouping import grouped
from include.kinds.metrics.registry import Span
from include.load.client_choice import DEFAULT_CLIENT
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.rawlog.manifest import Manifest
from include.report.literature import PublishedFigures, ratio_to_published, read_published
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Items
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, capitalised, count, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatments.groups import TreatmentSeries, level_column, series_of
from include.report.treatments.names import (
    DAGGER_NOTE,
    dagger,
    level_text,
    ordered_treatments,
    other_factors_phrase,
    semantics_look,
    semantics_order,
    setting_phrase,
    short_name,
    size_text,
)
from include.settings.cell import ScenarioSettings
from include.settings.producer import kafka_settings

BySize = TreatmentSeries[ScenarioSettings]

NOTE = "Measured: median over the valid repetitions. Ratio: measured divided by published."

QUEUEING = "‡"

QUEUEING_NOTE = (
    f"{QUEUEING} Messages waited in a queue: the throughput times the mean latency is more than all requests "
    "in flight together can hold. Such a latency depends on the number of messages, and does not show the "
    "cost of a guarantee."
)

DEPARTURES = (
    "The published figures serve for a rough comparison only: this run departs from the published "
    "experiment. In this run:"
)


QUANTITIES = {"latency": "latency, ms: mean (p95)", "throughput": "throughput, MiB/s"}


def published_tables(run: MeasuredRun, figures: PublishedFigures) -> Iterator[Table]:
    """Yield a table for each span and quantity, with rows grouped by the factors that have no column."""
    treatments = ordered_treatments(run.plan)
    sizes = sorted({treatment.settings.message_bytes for treatment in treatments})
    for place, (span, quantity) in enumerate(product(Span, QUANTITIES), 1):
        texts = _texts(run, figures, span, quantity)
        columns: list[ItemColumn[BySize]] = [
            words("Semantics", partial(_marked_label, span)),
            number("Transaction, ms", lambda row: count(row.settings.traits.delivery.transaction_ms)),
            *(
                level_column(size, text, title, size_text(size))
                for size in sizes
                for title, text in texts.items()
            ),
        ]
        groups = grouped(treatments, other_factors_phrase).items()
        notes = [NOTE, *([QUEUEING_NOTE] if quantity == "latency" else [])]
        notes += [DAGGER_NOTE] if any(dagger(treatment, span) for treatment in treatments) else []
        yield grouped_table(
            f"table-{place}",
            f"Table {place}. {capitalised(span)} {QUANTITIES[quantity]}",
            columns,
            ((others, _rows(group)) for others, group in groups),
            notes,
            lambda row: row.look,
        )


def _marked_label(span: Span, row: BySize) -> str:
    return row.settings.traits.naming.label + dagger(row.first, span)


def _rows(treatments: list[Treatment]) -> list[BySize]:
    return series_of(
        sorted(treatments, key=semantics_order),
        ScenarioSettings,
        lambda settings: settings.message_bytes,
        lambda treatment, _: short_name(treatment),
        lambda treatment, _: semantics_look(treatment),
    )


def _texts(
    run: MeasuredRun, figures: PublishedFigures, span: Span, quantity: str
) -> dict[str, Callable[[Treatment], str]]:
    is_latency = quantity == "latency"

    def median(treatment: Treatment, name: str) -> float | None:
        return run.median(treatment.id, span.column_of(name))

    def mean(treatment: Treatment) -> float | None:
        return median(treatment, "latency_mean" if is_latency else "throughput")

    def measured_text(treatment: Treatment) -> str:
        value = mean(treatment)
        mark = "" if value is None else dagger(treatment, span)
        p95 = median(treatment, "latency_p95") if is_latency else None
        brackets = "" if p95 is None else f" ({significant(p95)})"
        is_queue = is_latency and _is_mostly_queued(treatment, value, median(treatment, "throughput"))
        return significant(value) + brackets + mark + (QUEUEING if is_queue else "")

    def published_text(treatment: Treatment) -> str:
        figure = figures.figure(treatment, span, quantity)
        throughput = figures.figure(treatment, span, "throughput")
        if figure is None:
            return DASH
        means = float(figure.mean), float(throughput.mean) if throughput else None
        is_queue = is_latency and _is_mostly_queued(treatment, *means)
        return figure.text + (QUEUEING if is_queue else "")

    def ratio(treatment: Treatment) -> str:
        value, figure = mean(treatment), figures.figure(treatment, span, quantity)
        return ratio_to_published(value, figure and float(figure.mean))

    return {"measured": measured_text, "published": published_text, "ratio": ratio}


def _is_mostly_queued(treatment: Treatment, mean_latency_ms: float | None, throughput: float | None) -> bool:
    """Whether the mean amount of data under way is more than the requests in flight can hold.

    The data that these requests cannot hold is in a queue. By Little's law, the data under way is the
    throughput (MiB/s) times the mean latency. Each request in flight has at most one batch of each partition
    of its broker.
    """
    if treatment.traits.pace.is_fixed or mean_latency_ms is None or throughput is None:
        return False
    settings = kafka_settings(treatment.settings)
    in_flight = settings.traits.delivery.config.max_in_flight * settings.partitions * settings.batch_bytes
    return mean_latency_ms / 1000 * throughput > in_flight / 2**20


def _build(run: MeasuredRun) -> ReportSection:
    figures = read_published(run.plan.experiment.published or "")
    return section(
        "tables",
        "Tables 1–4",  # noqa: RUF001 - a range
        f"{figures.source} {DEPARTURES}",
        Items(departures(run, figures)),
        figures.unexercised,
        *published_tables(run, figures),
    )


def departures(run: MeasuredRun, figures: PublishedFigures) -> list[str]:
    """Every difference from the published experiment, as the end of a sentence.

    A difference is in the settings, the client, the brokers or the machine, or is common to all runs of
    Kerran.
    """
    clients = dict.fromkeys(
        (treatment.traits.delivery.client or DEFAULT_CLIENT).name for treatment in run.plan.treatments
    )
    return [
        *_setting_departures(run.plan, figures.settings),
        *(text for manifest in list(run.manifests.values())[:1] for text in _of_brokers(manifest, figures)),
        *figures.departures,
        *(text for client in clients for text in figures.departures_of_clients.get(client, ())),
    ]


def _setting_departures(plan: Plan, published_settings: Mapping[str, float]) -> Iterator[str]:
    """Yield the settings that differ from the published experiment, each as the end of a sentence.

    ``published_settings`` are the settings of the published experiment that differ from Kerran's defaults.
    """
    differing: dict[str, set[str]] = {}
    for treatment in plan.treatments:
        fields = type(treatment.settings).model_fields
        for name, level in treatment.settings:
            default = fields[name].get_default(call_default_factory=True, validated_data={})
            published_level = published_settings.get(name, default)
            if name not in treatment.traits.naming.factors and level != published_level:
                differing.setdefault(name, set()).add(level_text(level))
    for name, levels in differing.items():
        yield f"cells have {setting_phrase(name, ' and '.join(sorted(levels)))}"


def _of_brokers(manifest: Manifest, figures: PublishedFigures) -> Iterator[str]:
    cluster, host = manifest.cluster, manifest.host
    if cluster.release != figures.release:
        yield f"the brokers run Kafka {cluster.release}; the published brokers ran Kafka {figures.release}"
    if figures.uses_zookeeper and "process.roles" in cluster.settings:  # only KRaft has this setting
        yield "the brokers keep their metadata in KRaft; the published brokers had three nodes of ZooKeeper"
    if cluster.kind != figures.cluster:
        yield f"the cluster is {cluster.kind}; the published brokers were containers of Docker Compose"
    if host.cores != figures.cores:
        clause = f"the published brokers and clients shared {figures.cores}"
        yield f"the clients' machine has {host.cores} cores; {clause}"
    settings = [
        f"`{name}={text}`" for name, text in cluster.settings.items() if isinstance(text, str) and "." in name
    ]
    if settings:
        yield f"Kerran sets these settings of the brokers: {', '.join(settings)}"


RECORD = SectionRecord(
    "measured_beside_published", lambda run: run.plan.experiment.published is not None, _build, Question.COST
)
