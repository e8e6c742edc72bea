"""The times of each stage in numbers: mean, median and 95th percentile."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics.stages import STATISTICS, column_of
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.stages.mean_stages import MeanStages, in_words, occurring
from include.report.treatment_tables import TREATMENT
from include.report.treatments import row_groups, semantics_look, short_name

NOTES = (
    "Of messages after the lead-in that were sent once, acknowledged, committed if they are in a "
    "transaction, and received. Means are over the messages of a cell and then over the valid cells; they "
    "add up to the mean latency of these messages from producer to consumer. Medians and 95th percentiles "
    "(p95) are those of a cell, and then the median over the valid cells; they do not add up, because they "
    "belong to different messages.",
)


def stage_table(run: MeasuredRun, found: list[MeanStages]) -> Table:
    """A row for each treatment whose stages were found, and columns for each stage."""
    stages = occurring(found)
    by_treatment = {one.treatment.id: one for one in found}
    columns = (
        TREATMENT,
        *(Column(title, in_words(stage)) for stage in stages for title in ("mean", "median", "p95")),
        Column("mean", "all"),
    )
    groups = row_groups(run.plan, partial(_row, run, by_treatment, stages))
    return Table("stages-table", "Latency from producer to consumer by stage, ms", columns, groups, NOTES)


def _row(
    run: MeasuredRun, found: dict[str, MeanStages], stages: list[str], treatment: Treatment
) -> Row | None:
    own = found.get(treatment.id)
    if own is None:
        return None
    cells = [text for stage in stages for text in _cells(run, own, stage)]
    return Row((short_name(treatment), *cells, significant(own.whole)), semantics_look(treatment))


def _cells(run: MeasuredRun, own: MeanStages, stage: str) -> list[str]:
    if stage not in own.means:
        return [DASH] * len(STATISTICS)
    estimates = [run.estimate(own.treatment.id, column_of(stage, which)) for which in ("p50", "p95")]
    return [significant(own.means[stage]), *(significant(one.median if one else None) for one in estimates)]
