"""How fast each queue system is filled and emptied, beside the published findings."""

from statistics import median

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS, manages_brokers
from include.rawlog.manifest import ClusterRecord, Manifest
from include.rendering.blocks import Charts, Paragraph, paragraphs, with_rows
from include.rendering.number_format import significant
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.charts import rate_charts, tenth_charts
from include.report.sections.queue.published_claims import claim_sentences, claim_table, evidence
from include.report.sections.queue.sentences import client_bound_sentences, rate_sentences
from include.report.sections.queue.system_series import series_of
from include.report.sections.queue.tables import cpu_table, rate_tables, tenth_table, use_table
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario

REPRODUCIBILITY = (
    "A strict reproduction is not possible, because the published comparison names neither versions nor "
    "settings. Here Redis has the memory that its queue needs, appends to a file that is not rewritten "
    "within a cell, and makes no snapshots, which could delay Redis by a time that depends on the size of "
    "its data. The clients are Python libraries and are given many messages at once: where a program uses "
    "nearly a whole core, the program probably limits the rate; such a system is called client-bound. Rates "
    "are ranked only among systems that keep a message equally well when it counts as enqueued; the "
    "published findings rank others, too."
)


def _build(run: MeasuredRun) -> ReportSection:
    series = series_of(run.plan)
    evidence_items = evidence(run, series)
    claims = claim_sentences(evidence_items)
    tables = [
        *rate_tables(run, series),
        claim_table(evidence_items),
        tenth_table(run, series),
        cpu_table(run, series),
        use_table(series),
    ]
    return ReportSection(
        id="queue",
        title="Queues",
        blocks=[
            *([Paragraph(REPRODUCIBILITY)] if claims else []),
            Paragraph(_circumstances(run)),
            Charts(tenth_charts(run, series)),
            *with_rows(*tables),
        ],
        answer=paragraphs([*rate_sentences(run, series), *client_bound_sentences(run, series), *claims]),
        evidence=[Charts(rate_charts(run, series))],
    )


def _circumstances(run: MeasuredRun) -> str:
    """The servers, and what the waiting ones took of the CPU."""
    servers = dict.fromkeys(_server_name(manifest.cluster) for manifest in run.manifests.values())
    idle = [_idle_share(manifest) for manifest in run.manifests.values()]
    share = f"{significant(100 * median(idle), 2)}%" if idle else "none"
    clusters = [manifest.cluster.kind for manifest in run.manifests.values()]
    are_here = all(manages_brokers(kind) for kind in clusters if kind in CLUSTER_KINDS)
    return (
        f"All servers run {'on this machine ' if are_here else ''}during the whole run, and are measured "
        f"one at a time: {', '.join(servers)}. While one was measured, the others took {share} of the CPU "
        "time of all cores (median over the cells). The queue of each cell is filled first and emptied "
        "afterwards, so that neither side delays the other. The rate of emptying is from the first receipt "
        "to the last."
    )


def _server_name(cluster: ClusterRecord) -> str:
    name = f"Kafka ({cluster.brokers} brokers)" if cluster.kind in CLUSTER_KINDS else cluster.kind
    return f"{name} {cluster.release}"


def _idle_share(manifest: Manifest) -> float:
    capacity = manifest.machine.seconds * manifest.host.cores
    return manifest.machine.cpu_idle_brokers / capacity if capacity else 0.0


RECORD = SectionRecord("queue", of_scenario("queue"), _build, Question.SCENARIO)
