"""A table of the measured cells and their main metrics. The marks in charts link to the rows of the table."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Folded
from include.report.pages.table import Column, Row, RowGroup, Table
from include.report.pages.wording import DASH, count, significant
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatment_chart import cell_anchor, has_cell_rows, treatment_anchor
from include.report.treatments.names import full_name, ordered_treatments, semantics_look

SPAN = Span.PRODUCER_CONSUMER

COLUMNS: dict[str, tuple[Column, Callable[[Any], str]]] = {
    "cell": (Column("Cell", numeric=False), str),
    "block": (Column("Block"), count),
    "validity": (Column("Validity", numeric=False), str),
    SPAN.column_of("throughput"): (Column("MiB/s"), significant),
    SPAN.column_of("latency_p50"): (Column("median", "latency, ms"), significant),
    SPAN.column_of("latency_p99"): (Column("p99", "latency, ms"), significant),
    "lost": (Column("Lost"), count),
    "duplicated": (Column("Duplicated"), count),
}

NOTE = (
    "Throughput and latency are from producer to consumer. The raw log of a cell is in the folder "
    f"{CELLS_FOLDER}/<name of the cell>/, beside the report's folder; all metrics are in results/cells.csv."
)


def _build(run: MeasuredRun) -> ReportSection:
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
    columns = tuple(column for column, _ in COLUMNS.values())
    table = Table("cells-table", "The measured cells", columns, groups, (NOTE,))
    title = f"{count(len(run.cells))} measured cells" if len(run.cells) > 1 else "The measured cell"
    return section("cells", "Cells", Folded(title, table, in_text=False), in_text=False)


def _row(treatment: Treatment, cell: Mapping[Hashable, Any]) -> Row:
    texts = (text(cell[name]) if name in cell else DASH for name, (_, text) in COLUMNS.items())
    return Row(tuple(texts), semantics_look(treatment), cell_anchor(cell["cell"]))


RECORD = SectionRecord("cells", has_cell_rows, _build)
