"""Cells that the figures leave out, and why."""

from collections.abc import Iterator

from include.rawlog.seals import CELLS_FOLDER
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run


def omission_table(run: Run) -> Table:
    """A row a planned cell that no median counts; no rows when all count.

    Of these the invalid ones alone were measured: their messages and verdicts count, their figures don't.
    """
    columns = [Column(title, numeric=False) for title in ("Cell", "What happened", "Why", "Where to look")]
    return plain_table("omitted-cells", "Cells that are not in the figures", columns, _rows(run))


def _rows(run: Run) -> Iterator[Row]:
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
        yield Row((cell, "missing", "It left neither a raw log nor a reason: not run yet, or killed.", "–"))  # noqa: RUF001
    for cell in run.unmeasured:
        yield Row(
            (
                cell,
                "not measured",
                "It is sealed, but not in the results: they were made before it, or not yet.",
                f"{CELLS_FOLDER}/{cell}/",
            )
        )
