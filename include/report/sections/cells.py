"""A table of the measured cells and their main metrics. The marks in the report's charts link to its rows."""

from collections.abc import Hashable, Mapping
from typing import Any

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rawlog.run_files import CELLS_FOLDER
from include.rendering.blocks import Folded
from include.rendering.table import Column, Row, RowGroup, Table
from include.rendering.wording import DASH, count, significant
from include.report.charts import cell_anchor, has_cell_rows, treatment_anchor
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatments.names import full_name, ordered_treatments, semantics_look

FIGURES = {
    f"{Span.PRODUCER_CONSUMER.column}_throughput": Column("MiB/s"),
    f"{Span.PRODUCER_CONSUMER.column}_latency_p50": Column("median", "latency, ms"),
    f"{Span.PRODUCER_CONSUMER.column}_latency_p99": Column("p99", "latency, ms"),
}
"""The metrics from producer to consumer, and their columns."""

NOTE = (
    "Throughput and latency are from producer to consumer. The raw log of a cell is in the folder "
    f"{CELLS_FOLDER}/<name of the cell>/, beside the report's folder; all metrics are in results/cells.csv."
)


def _build(run: MeasuredRun) -> ReportSection:
    columns = (
        Column("Cell", numeric=False),
        Column("Block"),
        Column("Validity", numeric=False),
        *FIGURES.values(),
        Column("Lost"),
        Column("Duplicated"),
    )
    by_treatment = {name: rows.sort_values("block") for name, rows in run.cells.groupby("treatment")}
    groups = tuple(
        RowGroup(
            tuple(_row(treatment, cell) for cell in by_treatment[treatment.id].to_dict("records")),
            full_name(treatment),
            treatment_anchor(treatment.id),
        )
        for treatment in ordered_treatments(run.plan)
        if treatment.id in by_treatment
    )
    table = Table("cells-table", "The measured cells", columns, groups, (NOTE,))
    title = f"{count(len(run.cells))} measured cells" if len(run.cells) > 1 else "The measured cell"
    return ReportSection("cells", "Cells", [Folded(title, table, in_text=False)], in_text=False)


def _row(treatment: Treatment, cell: Mapping[Hashable, Any]) -> Row:
    name = str(cell["cell"])
    figures = [significant(cell.get(metric)) for metric in FIGURES]
    counts = [count(cell.get(violation)) for violation in ("lost", "duplicated")]
    texts = (name, count(cell["block"]), str(cell.get("validity", DASH)), *figures, *counts)
    return Row(texts, semantics_look(treatment), cell_anchor(name))


RECORD = SectionRecord("cells", has_cell_rows, _build)
