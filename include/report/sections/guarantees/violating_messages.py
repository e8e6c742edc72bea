"""The first violating messages of each cell, with what traces them in the raw log."""

from collections.abc import Iterator

import pandas as pd

from include.rendering.number_format import NO_BREAK, count
from include.rendering.table import Column, Row, Table, plain_table
from include.report.cell_tables import attempt_name
from include.report.measured_run import MeasuredRun
from include.report.sections.guarantees.violation_words import WORDS
from include.verdicts.guarantee import PROMISES

MOST_IDS = 6
"""Violating messages that are named for a cell and a violation; the results have all of them."""

NOTE = (
    "Message id @ partition:offset. All violating messages are in results/violations.csv. “In the log” "
    "counts the messages that an independent reader found in the log: brokers lost those that are missing "
    "there, and the others were lost on the way to the consumer."
)


def message_table(run: MeasuredRun) -> Table:
    """A row for each cell and violation."""
    columns = [
        Column("Cell", numeric=False),
        Column("Violation", numeric=False),
        Column("Messages"),
        Column("The first of them", numeric=False),
    ]
    return plain_table("messages", "Violating messages", columns, _rows(run), [NOTE])


def _rows(run: MeasuredRun) -> Iterator[Row]:
    violations = run.table("violations")
    if not len(violations):
        return
    order = {promise.violation: place for place, promise in enumerate(PROMISES)}
    rows = violations.assign(place=violations["violation"].map(order), name=_names(run, violations))
    rows = rows.sort_values(["name", "place"], kind="stable")
    for (name, violation), found in rows.groupby(["name", "violation"], sort=False):
        yield Row((str(name), WORDS[str(violation)], count(len(found)), _text(found, str(violation))))


def _names(run: MeasuredRun, violations: pd.DataFrame) -> list[str]:
    """The name of the attempt of each violation; results that were made before have those of cells only."""
    if "attempt" not in violations:
        return [str(cell) for cell in violations["cell"]]
    ends = {
        (row["cell"], row["attempt"]): row["ended"] for row in run.other_counted_attempts.to_dict("records")
    }
    identities = zip(violations["cell"], violations["attempt"], strict=True)
    return [attempt_name(cell, attempt, ends.get((cell, attempt))) for cell, attempt in identities]


def _text(found: pd.DataFrame, violation: str) -> str:
    """The first messages, how many more there are and, of lost messages, how many are in the log."""
    columns = ["id", "partition", "offset", "transaction"]
    first = [_message(*row) for row in found[columns].head(MOST_IDS).to_numpy()]
    more = f", and {count(len(found) - MOST_IDS)} more" if len(found) > MOST_IDS else ""
    looked_up = found["in_log"].dropna()
    where = f"; {count(int(looked_up.sum()))} of them in the log"
    return ", ".join(first) + more + (where if violation == "lost" and len(looked_up) else "")


def _message(identity: float, partition: float, offset: float, transaction: float) -> str:
    where = "" if pd.isna(offset) else f"{NO_BREAK}@{NO_BREAK}{int(partition)}:{int(offset)}"
    which = "" if pd.isna(transaction) else f" in transaction {int(transaction)}"
    return f"{int(identity)}{where}{which}"
