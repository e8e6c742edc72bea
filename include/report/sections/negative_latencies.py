"""The cells in which messages seem to have arrived before they were sent."""

from include.metrics.registry import Span
from include.rendering.blocks import Paragraph
from include.rendering.table import Table
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
    titles = {f"{span.column}_negative_latencies": f"{span}, messages" for span in Span}
    return counted_cells("negative-cells", "Cells with negative latencies", run.cells, titles)


RECORD = SectionRecord("negative_latencies", always, _build)
