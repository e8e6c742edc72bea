"""The cells and attempts that the figures leave out, and the reasons."""

from collections.abc import Iterator

from include.rawlog.cells_and_results_of_run import ATTEMPTS_FOLDER, CELLS_FOLDER
from include.report.measured_run import MeasuredRun
from include.report.pages.table import text_table
from include.report.pages.wording import DASH
from include.report.sections.section import ReportSection, SectionRecord, always, section

NONE_EXCLUDED = "There are none: every planned cell was sealed and measured, and is valid."

NOT_RUN = "The cell left neither a raw log nor a reason: it has not run yet, or it was killed."

NOT_MEASURED = (
    "The cell is sealed, but the results do not contain it: the results were computed before the cell was "
    "sealed, or are not computed yet."
)

NOTE = (
    "A cell is left out only if its figures mean nothing. Cells on a busy machine are part of all "
    "figures. The messages and verdicts of invalid cells and of earlier attempts count. Paths are "
    "relative to the run's folder."
)


def _build(run: MeasuredRun) -> ReportSection:
    table = text_table(
        "omitted-cells",
        "Cells and attempts that are left out of medians and ratios",
        ("Cell", "What happened", "Why", "Where to look"),
        _rows(run),
        [NOTE],
    )
    return section("omitted", "Omitted cells", table or NONE_EXCLUDED)


def _rows(run: MeasuredRun) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each planned cell without a valid measurement, and for each earlier attempt."""
    for cell, failure in run.failures.items():
        output = f"{failure.program}.log" if failure.program else "*.log"
        why = f"{failure.reason} (attempt {failure.attempt})"
        yield cell, "failed", why, f"{CELLS_FOLDER}/{cell}/{output}"
    for cell, reason in run.rejected.items():
        yield cell, "rejected", reason, f"{CELLS_FOLDER}/{cell}/"
    for cell, reason in run.invalid.items():
        attempt = f" (attempt {run.manifests[cell].attempt})" if cell in run.manifests else ""
        yield cell, "invalid", reason + attempt, f"{CELLS_FOLDER}/{cell}/"
    for cell in run.missing:
        yield cell, "missing", NOT_RUN, DASH
    for cell in run.unmeasured:
        yield cell, "not measured", NOT_MEASURED, f"{CELLS_FOLDER}/{cell}/"
    for row in run.attempts.to_dict("records"):
        cell, number = row["cell"], row["attempt"]
        yield f"{cell}, attempt {number}", row["ended"], row["reason"], f"{ATTEMPTS_FOLDER}/{cell}.{number}/"


RECORD = SectionRecord("excluded_cells", always, _build, needs_cells=False)
