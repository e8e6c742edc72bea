"""The cells and attempts that the figures leave out, and the reasons."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple

import pandas as pd

from include.matrix.treatment import Treatment
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, AttemptEnd
from include.rendering.table import ItemColumn, Table, number, text_table, words
from include.rendering.wording import DASH, count, significant
from include.report.measured_run import MeasuredRun
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatment_table import treatment_table
from include.verdicts.compared_quantities import Quantity, costs

NONE_EXCLUDED = "There are none: every planned cell was sealed and measured, and is valid."

NOT_RUN = "The cell left neither a raw log nor a reason: it has not run yet, or it was killed."

NOT_MEASURED = (
    "The cell is sealed, but the results do not contain it: the results were computed before the cell was "
    "sealed, or are not computed yet."
)

ALL_VALID = "The first attempt at every measured cell was valid, so that no attempt was discarded."

ATTEMPTS_NOTE = (
    "A cell without a fault may be measured again if it was invalid for a reason that may be temporary. A "
    "failed cell may be measured again when the run is completed. Therefore the valid cells are a selection. "
    "Medians over all first attempts, valid or not, show the effect of the selection. A failed attempt has "
    "no latency and no CPU time. An attempt with several reasons is counted for each of them."
)


def _build(run: MeasuredRun) -> ReportSection:
    table = text_table(
        "omitted-cells",
        "Cells that are left out of medians and ratios",
        ("Cell", "What happened", "Why", "Where to look"),
        _rows(run),
        ["Paths are relative to the run's folder."],
    )
    contents: list[Table | str] = [table or NONE_EXCLUDED]
    if len(run.cells) or len(run.attempts):
        were_valid = run.attempts.empty and bool((run.cells["attempt"] == 1).all())
        all_valid = were_valid and len(run.valid_cells) == len(run.cells)
        contents.append(ALL_VALID if all_valid else selection_table(run))
    return section("omitted", "Omitted cells", *contents)


def _rows(run: MeasuredRun) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each planned cell without a valid measurement.

    Of these cells, only the invalid cells were measured. The report still counts the messages and verdicts of
    invalid cells.
    """
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


def selection_table(run: MeasuredRun) -> Table:
    """A table of each treatment's attempts, and of its median costs in first attempts and in valid cells."""
    attempts = {treatment.id: _attempts(run, treatment) for treatment in run.plan.treatments}
    quantities = dict.fromkeys(quantity for treatment in run.plan.treatments for quantity in costs(treatment))
    columns: list[ItemColumn[Treatment]] = [
        number("Cells", lambda treatment: count(attempts[treatment.id].cells)),
        number("all", lambda treatment: count(attempts[treatment.id].number), "Attempts"),
        number("discarded", lambda treatment: count(len(attempts[treatment.id].discarded)), "Attempts"),
        words("because of", lambda treatment: _reasons(attempts[treatment.id].discarded), "Attempts"),
    ]
    for quantity in quantities:
        columns.append(_median_column(quantity, "first attempts", run.first_attempts))
        columns.append(_median_column(quantity, "valid cells", run.repetitions))
    caption = "First attempts compared with the valid cells"
    return treatment_table(
        run, "first-attempts", caption, columns, [ATTEMPTS_NOTE], lambda item: bool(attempts[item.id].cells)
    )


class Attempts(NamedTuple):
    """The number of a treatment's cells, the number of attempts at them, and the discarded attempts."""

    cells: int
    number: int
    discarded: pd.DataFrame


def _attempts(run: MeasuredRun, treatment: Treatment) -> Attempts:
    cell_ids = {cell.id for cell in run.plan.cells if cell.treatment == treatment.id}
    measured_rows, discarded_rows = (rows[rows["cell"].isin(cell_ids)] for rows in (run.cells, run.attempts))
    cells = {*measured_rows["cell"], *discarded_rows["cell"]}
    return Attempts(len(cells), len(measured_rows) + len(discarded_rows), discarded_rows)


def _reasons(attempts: pd.DataFrame) -> str:
    counts = Counter(name for row in attempts.to_dict("records") for name in _names(row))
    return ", ".join(f"{name} ({number})" for name, number in counts.most_common()) or DASH


def _names(attempt: Mapping[Hashable, Any]) -> list[str]:
    if attempt["ended"] == AttemptEnd.FAILED:
        return ["failed"]
    if not isinstance(attempt["broken_rules"], str):
        return ["raw log cannot be read"]
    rules: list[str] = json.loads(attempt["broken_rules"])
    return rules or ["valid by the present rules"]  # the rules have changed since the run


def _median_column(
    quantity: Quantity, name: str, values_of: Callable[[str, str], "pd.Series[float]"]
) -> ItemColumn[Treatment]:
    def text(treatment: Treatment) -> str:
        is_compared = quantity in costs(treatment)
        return significant(values_of(treatment.id, quantity.column).median()) if is_compared else DASH

    return number(name, text, f"{quantity.words}, {quantity.unit}")


RECORD = SectionRecord("excluded_cells", always, _build)
