"""The section of an experiment on queues."""

from statistics import median

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.rawlog.manifest import ClusterRecord, Manifest
from include.rendering.number_format import significant
from include.report.run import Run
from include.report.section import Section
from include.report.sections.queue.findings import evidence, finding_sentences, finding_table
from include.report.sections.queue.rate_over_time import course_charts, course_table
from include.report.sections.queue.rates import cpu_table, rate_charts, rate_tables
from include.report.sections.queue.series import SIDES, Line, Side, in_bytes, lines_of, sizes_of
from include.report.sections.queue.system_notes import way_table

WHY = (
    "What stands in the way of a reproduction: the published comparison names neither versions nor settings. "
    "Here Redis has the memory that its queue needs, appends to a file that is not rewritten within a cell, "
    "and makes no snapshots, which would hold it up the more the larger its messages are. The clients are "
    "Python's and are given many messages at once: where the programs take more CPU time for a message than "
    "the server (see the table), the rate is theirs and not the server's."
)


def queue_section(run: Run) -> Section | None:
    """Rates of filling and emptying, their course, and the published findings; None for other experiments."""
    lines = lines_of(run.plan)
    if not lines or run.cells.empty:
        return None
    found = evidence(run, lines)
    findings = finding_sentences(found)
    return Section(
        id="queue",
        title="Queues",
        answer=[*_fastest(run, lines), *findings],
        paragraphs=[*([WHY] if findings else []), _setting(run)],
        tables=[
            *rate_tables(run, lines),
            finding_table(found),
            course_table(run, lines),
            cpu_table(run, lines),
            way_table(lines),
        ],
        charts=[*rate_charts(run, lines), *course_charts(run, lines)],
    )


def _fastest(run: Run, lines: list[Line]) -> list[str]:
    """Who is filled and emptied how fast, with the smallest messages and with the largest."""
    sizes = sizes_of(lines)
    ends = list(dict.fromkeys((sizes[0], sizes[-1])))
    return [sentence for side in SIDES for size in ends if (sentence := _ranking(run, lines, side, size))]


def _ranking(run: Run, lines: list[Line], side: Side, size: int) -> str:
    measured = [
        (found.median, line.name)
        for line in lines
        if size in line.by_size and (found := side.estimate(run, line.by_size[size]))
    ]
    if not measured:
        return ""
    told = ", ".join(f"{name} {significant(rate)}" for rate, name in sorted(measured, reverse=True))
    return f"Messages of {in_bytes(size)} {side.verb} in a second: {told}."


def _setting(run: Run) -> str:
    """On what it was measured, and what waits beside it."""
    servers = dict.fromkeys(_name(manifest.cluster) for manifest in run.manifests.values())
    idle = [_idle_share(manifest) for manifest in run.manifests.values()]
    share = f"{significant(100 * median(idle), 2)}%" if idle else "none"
    return (
        "All servers run on this machine for the whole of the run, and are measured one at a time: "
        f"{', '.join(servers)}. Those that wait took {share} of the CPU beside the one that is measured "
        "(median over the cells). Each cell's queue is filled first and emptied then, so that neither side "
        "holds the other up; the rate of emptying is taken from the first receipt to the last."
    )


def _name(cluster: ClusterRecord) -> str:
    """A server, or the Kafka cluster with its brokers; with its version."""
    name = f"Kafka ({cluster.brokers} brokers)" if cluster.kind in CLUSTER_KINDS else cluster.kind
    return f"{name} {cluster.release}"


def _idle_share(manifest: Manifest) -> float:
    capacity = manifest.machine.seconds * manifest.host.cores
    return manifest.machine.cpu_idle_brokers / capacity if capacity else 0.0
