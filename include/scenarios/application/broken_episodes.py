"""The episodes in which an application broke its promise: what struck it, when, and which messages."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pandas as pd

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import Table, number, table_of, words
from include.report.pages.wording import DASH, count, significant
from include.report.violations_and_episodes import WORDS
from include.scenarios.application.settings import SAME_AS_LOST
from include.verdicts.guarantee import Verdict, promised

MOST_RANGES = 3
"""The number of ranges of messages that a table names."""

NOTES = (
    "Times count from the first message after the lead-in. Inputs are numbered from 0 in the order in which "
    "they were sent, as in the field number of Kerran's messages; results/violations.csv has all of them.",
)


def broken_episodes(run: MeasuredRun, treatments: Iterable[Treatment]) -> Table:
    """A table with a row for each measured cell that broke its promise."""
    by_id = {treatment.id: treatment for treatment in treatments}
    cells = [
        cell
        for _, cell in run.cells.iterrows()
        if cell["treatment"] in by_id and cell.get("guarantee") == Verdict.BROKEN.value
    ]
    return table_of(
        "broken-episodes",
        "The episodes in which a promise was broken",
        [
            words("cell", lambda cell: str(cell["cell"])),
            words("struck", lambda cell: _strikes(run, cell, lambda fault: str(fault["target"]))),
            number("at, s", lambda cell: _strikes(run, cell, lambda fault: significant(fault["began"]))),
            words(
                "at (UTC)", lambda cell: _strikes(run, cell, lambda fault: str(fault.get("began_utc", DASH)))
            ),
            number("output stood still, s", lambda cell: significant(cell.get("delivery_gap"))),
            number("lost", lambda cell: count(cell.get("lost"))),
            number("repeated", lambda cell: count(cell.get("duplicated"))),
            words("inputs", lambda cell: "; ".join(_inputs(run, cell, by_id[cell["treatment"]]))),
        ],
        cells,
        NOTES,
    )


def broken_inputs(run: MeasuredRun) -> Table:
    """A table of what finds the first inputs of each violation in a log of the application."""
    return table_of(
        "broken-inputs",
        "Inputs to look for in the application's own log",
        [
            words("cell", lambda row: str(row["cell"])),
            words("what happened", lambda row: WORDS[row["violation"]]),
            number("input", lambda row: count(row["id"])),
            words("sent (UTC)", lambda row: str(row["sent"])),
            words("its id, as it stands in the message", lambda row: str(row["text"])),
        ],
        [row for _, row in run.table("broken_inputs").iterrows()],
    )


def _strikes(run: MeasuredRun, cell: "pd.Series[Any]", text: Callable[["pd.Series[Any]"], str]) -> str:
    faults = run.rows_of("faults", cell["cell"])
    return ", ".join(text(fault) for _, fault in faults.iterrows()) or DASH


def _inputs(run: MeasuredRun, cell: "pd.Series[Any]", treatment: Treatment) -> Iterator[str]:
    """Yield the inputs of each violation of the promise: ``lost 1,466 to 1,534``."""
    violations = run.rows_of("violations", str(cell["cell"]))
    for name in sorted((promised(treatment.settings) & WORDS.keys()) - SAME_AS_LOST):
        if not violations.empty and len(ids := violations["id"][violations["violation"] == name].dropna()):
            yield f"{WORDS[name]} {ranges(ids.unique())}"


def ranges(ids: Iterable[float]) -> str:
    """Numbers as ranges: ``3, 5 to 9 and 120 others``."""
    numbers = np.sort(np.fromiter(ids, np.int64))
    runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1)
    shown = [count(run[0]) if len(run) == 1 else f"{count(run[0])} to {count(run[-1])}" for run in runs]
    others = sum(map(len, runs[MOST_RANGES:]))
    return ", ".join(shown[:MOST_RANGES]) + (f" and {count(others)} others" if others else "")
