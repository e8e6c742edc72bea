"""The cells in which messages seem to have arrived before they were sent."""

from include.metrics.registry import Span
from include.rendering.blocks import Paragraph
from include.rendering.table import Column, Table, plain_table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.tables import counted_cells

EXPLANATION = (
    "A message that seems to arrive before it was sent indicates a problem with a clock. Negative latencies "
    "are kept in every figure and counted here."
)


def _build(run: MeasuredRun) -> ReportSection:
    table = negative_cells(run)
    nothing = "No cell has been measured." if run.cells.empty else "There are none."
    block = table if table.has_rows else Paragraph(nothing)
    return ReportSection("negative", "Negative latencies", [Paragraph(EXPLANATION), block])


def negative_cells(run: MeasuredRun) -> Table:
    """A row for each cell with negative latencies."""
    columns = [Column("Cell", numeric=False), *(Column(f"{span}, messages") for span in Span)]
    names = [f"{span.column}_negative_latencies" for span in Span]
    rows = counted_cells(run.cells, names)
    return plain_table("negative-cells", "Cells with negative latencies", columns, rows)


RECORD = SectionRecord("negative_latencies", always, _build)
