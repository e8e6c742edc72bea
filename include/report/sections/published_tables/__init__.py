"""Tables beside published figures, with everything in which the run departs from the published one."""

from collections.abc import Iterator, Mapping

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.matrix.plan import Plan
from include.metrics.registry import Span
from include.rawlog.manifest import Manifest
from include.rendering.blocks import Items, Paragraph, paragraphs
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.words import enumerated
from include.report.literature import PublishedFigures, read_published
from include.report.measured_run import MeasuredRun
from include.report.queueing import MEBIBYTE
from include.report.sections.published_tables.tables import published_tables
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.treatments.names import level_text, setting_phrase

DEPARTURES = (
    "The published figures serve for a rough comparison only: this run departs from the published "
    "experiment. In this run:"
)

KRAFT_SETTING = "process.roles"
"""A setting that only brokers without ZooKeeper have."""


def _build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    published = read_published(run.plan.experiment.published or "")
    return ReportSection(
        "tables",
        "Tables 1–4",  # noqa: RUF001 - a range
        [
            Paragraph(f"{published.source} {DEPARTURES}"),
            Items(departures(run, published)),
            *paragraphs(_unexercised(published)),
            *published_tables(run, published),
        ],
    )


def _unexercised(published: PublishedFigures) -> Iterator[str]:
    """A sentence for each transaction time that was longer than a whole published cell.

    A cell lasted for as long as its messages took at the published throughput.
    """
    durations: dict[int, dict[int, float]] = {}
    for (span, quantity, _, transaction_ms, size), figure in published.figures.items():
        if transaction_ms and (span, quantity) == (Span.PRODUCER_BROKER, "throughput"):
            seconds = published.messages * size / MEBIBYTE / float(figure.mean)
            if seconds * 1000 < transaction_ms:
                durations.setdefault(transaction_ms, {})[size] = seconds
    for transaction_ms, by_size in durations.items():
        sizes = enumerated([f"{size:,}{NO_BREAK}B" for size in by_size])
        times = enumerated([significant(seconds, 2) for seconds in by_size.values()])
        yield (
            f"The published run could not exercise transactions of {transaction_ms:,}{NO_BREAK}ms at "
            f"{sizes}: at its throughput all messages of a cell were sent within {times}{NO_BREAK}s."
        )


def departures(run: MeasuredRun, published: PublishedFigures) -> list[str]:
    """Every departure, as the end of a sentence: settings, brokers, machine, and what Kerran always does."""
    manifest = next(iter(run.manifests.values()), None)
    return [
        *_setting_departures(run.plan, published.settings),
        *(_of_brokers(manifest, published) if manifest else ()),
        *published.departures,
        *(text for client in _clients(run.plan) for text in published.departures_of_clients.get(client, ())),
    ]


def _clients(plan: Plan) -> dict[str, None]:
    return dict.fromkeys(
        (treatment.settings.chosen_client or DEFAULT_CLIENT).name for treatment in plan.treatments
    )


def _setting_departures(plan: Plan, published: Mapping[str, float]) -> Iterator[str]:
    """Yield the settings that are not those of the published experiment, as ends of a sentence.

    Args:
        plan: The plan of the run.
        published: The settings of the published experiment that are not the defaults.
    """
    differing: dict[str, set[str]] = {}
    for treatment in plan.treatments:
        fields = type(treatment.settings).model_fields
        for name, level in treatment.settings:
            default = fields[name].get_default(call_default_factory=True, validated_data={})
            expected = published.get(name, default)
            if name not in treatment.settings.naming_factors and level != expected:
                differing.setdefault(name, set()).add(level_text(level))
    for name, levels in differing.items():
        yield f"cells have {setting_phrase(name, ' and '.join(sorted(levels)))}"


def _of_brokers(manifest: Manifest, published: PublishedFigures) -> Iterator[str]:
    cluster, host = manifest.cluster, manifest.host
    if cluster.release != published.release:
        yield f"brokers are of Kafka {cluster.release}; the published ones were of {published.release}"
    if published.uses_zookeeper and KRAFT_SETTING in cluster.settings:
        yield "brokers keep their metadata in KRaft; the published ones had three nodes of ZooKeeper"
    if cluster.kind != published.cluster:
        yield f"the cluster is {cluster.kind}; the published brokers were containers of Docker Compose"
    if host.cores != published.cores:
        yield f"brokers and clients have {host.cores} cores; the published ones shared {published.cores}"
    cluster_settings = {
        name: text for name, text in cluster.settings.items() if isinstance(text, str) and "." in name
    }
    if cluster_settings:
        settings = ", ".join(f"`{name}={text}`" for name, text in cluster_settings.items())
        yield f"Kerran sets these settings of the brokers: {settings}"


RECORD = SectionRecord(
    "published_tables", lambda run: run.plan.experiment.published is not None, _build, Question.COST
)
