"""The cells in which messages seem to have arrived before they were sent."""

from include.metrics.registry import Span
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always, section
from include.report.tables import counted_cells

EXPLANATION = (
    "A message that seems to arrive before it was sent indicates a problem with a clock. Negative latencies "
    "are kept in every figure and counted here."
)


def _build(run: MeasuredRun) -> ReportSection:
    titles = {f"{span.column}_negative_latencies": f"{span}, messages" for span in Span}
    table = counted_cells("negative-cells", "Cells with negative latencies", run.cells, titles)
    nothing = "No cell has been measured." if run.cells.empty else "There are none."
    return section("negative", "Negative latencies", EXPLANATION, table if table.has_rows else nothing)


RECORD = SectionRecord("negative_latencies", always, _build)
