"""The cells and attempts that the figures leave out, and the reasons."""

from collections.abc import Iterator

from include.rawlog.seals import CELLS_FOLDER
from include.rendering.blocks import Block, Paragraph
from include.rendering.number_format import DASH
from include.rendering.table import Row, Table, plain_table, text_columns
from include.report.attempt_selection import selection_blocks
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always

NONE_EXCLUDED = "There are none: every planned cell was sealed and measured, and is valid."

NOTE = "Paths are relative to the run's folder."

NOT_RUN = "The cell left neither a raw log nor a reason: it has not run yet, or it was killed."

NOT_MEASURED = (
    "The cell is sealed, and the results do not contain it: they were computed before it was sealed, or are "
    "not computed yet."
)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    table = excluded_cells(run)
    blocks: list[Block] = [table if table.has_rows else Paragraph(NONE_EXCLUDED), *selection_blocks(run)]
    return ReportSection("omitted", "Omitted cells", blocks)


def excluded_cells(run: MeasuredRun) -> Table:
    """A row for each planned cell that no median includes.

    Of these only the invalid cells were measured: their messages and verdicts are counted.
    """
    columns = text_columns("Cell", "What happened", "Why", "Where to look")
    caption = "Cells whose times and rates no median includes"
    return plain_table("omitted-cells", caption, columns, _rows(run), [NOTE])


def _rows(run: MeasuredRun) -> Iterator[Row]:
    for cell, failure in run.failures.items():
        why = f"{failure.reason} (attempt {failure.attempt})"
        output = f"{failure.program}.log" if failure.program else "*.log"
        yield Row((cell, "failed", why, f"{CELLS_FOLDER}/{cell}/{output}"))
    for cell, reason in run.rejected.items():
        yield Row((cell, "rejected", reason, f"{CELLS_FOLDER}/{cell}/"))
    for cell, reason in run.invalid.items():
        why = f"{reason} (attempt {run.manifests[cell].attempt})" if cell in run.manifests else reason
        yield Row((cell, "invalid", why, f"{CELLS_FOLDER}/{cell}/"))
    for cell in run.missing:
        yield Row((cell, "missing", NOT_RUN, DASH))
    for cell in run.unmeasured:
        yield Row((cell, "not measured", NOT_MEASURED, f"{CELLS_FOLDER}/{cell}/"))


RECORD = SectionRecord("excluded_cells", always, build)
