"""The first violating messages of each cell, with what traces them in the raw log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from include.rendering.number_format import NO_BREAK, count
from include.rendering.table import Column, Row, Table, plain_table, text_columns
from include.report.measured_run import MeasuredRun
from include.report.message_counts import WORDS
from include.report.tables import attempt_name
from include.verdicts.guarantee import PROMISES

MOST_IDS = 6
"""Violating messages that are named for a cell and a violation; the results have all of them."""

IDENTITY = ["id", "partition", "offset", "transaction"]

NOTE = (
    "Message id @ partition:offset. All violating messages are in results/violations.csv. “In the log” "
    "counts the messages that an independent reader found in the log. The others did not reach the log, or "
    "did not stay in it; with acks=0 a message counts as acknowledged before a broker has answered."
)


def message_table(run: MeasuredRun) -> Table:
    """A row for each cell and violation."""
    columns = (*text_columns("Cell", "Violation"), Column("Messages"), *text_columns("The first of them"))
    return plain_table("messages", "Violating messages", columns, _rows(run), [NOTE])


@dataclass
class ViolatingMessages:
    """The violating messages of an attempt at a cell, of one violation: how many, and the first of them."""

    first: list[tuple[float, ...]] = field(default_factory=list)
    """Of each of them ``IDENTITY``."""
    messages: int = 0
    looked_up: int = 0
    """How many of them an independent reader searched for in the log."""
    in_log: int = 0

    def add(self, rows: pd.DataFrame) -> None:
        """Add further messages, which follow those before."""
        self.first += map(tuple, rows[IDENTITY].head(MOST_IDS - len(self.first)).to_numpy())
        self.messages += len(rows)
        self.looked_up += int(rows["in_log"].notna().sum())
        self.in_log += int(rows["in_log"].dropna().sum())


def _rows(run: MeasuredRun) -> Iterator[Row]:
    order = {promise.violation: place for place, promise in enumerate(PROMISES)}
    ends = _ends_of_attempts(run)
    rows = [(_name(key, ends), str(key[-1]), messages) for key, messages in _by_attempt(run).items()]
    for name, violation, messages in sorted(rows, key=lambda row: (row[0], order[row[1]])):
        yield Row((name, WORDS[violation], count(messages.messages), _text(messages, violation)))


def _by_attempt(run: MeasuredRun) -> dict[tuple[Any, ...], ViolatingMessages]:
    messages: dict[tuple[Any, ...], ViolatingMessages] = {}
    for part in run.parts("violations"):
        # Results that were made before have no attempts, but those of the cells.
        identity = [column for column in ("cell", "attempt", "violation") if column in part]
        for key, rows in part.groupby(identity, sort=False) if len(part) else ():
            messages.setdefault(key, ViolatingMessages()).add(rows)
    return messages


def _ends_of_attempts(run: MeasuredRun) -> dict[tuple[str, int], str]:
    """How the attempts ended that are not the measurement of their cell, by cell and number."""
    rows = run.other_counted_attempts.to_dict("records")
    return {(row["cell"], row["attempt"]): row["ended"] for row in rows}


def _name(key: tuple[Any, ...], ends: Mapping[tuple[str, int], str]) -> str:
    cell, *attempt, _ = key
    return attempt_name(cell, attempt[0], ends.get((cell, attempt[0]))) if attempt else str(cell)


def _text(messages: ViolatingMessages, violation: str) -> str:
    """The first messages, how many more there are and, of lost messages, how many are in the log."""
    first = [_message(*identity) for identity in messages.first]
    more = f", and {count(messages.messages - MOST_IDS)} more" if messages.messages > MOST_IDS else ""
    where = f"; {count(messages.in_log)} of them in the log"
    return ", ".join(first) + more + (where if violation == "lost" and messages.looked_up else "")


def _message(identity: float, partition: float, offset: float, transaction: float) -> str:
    where = "" if pd.isna(offset) else f"{NO_BREAK}@{NO_BREAK}{int(partition)}:{int(offset)}"
    which = "" if pd.isna(transaction) else f" in transaction {int(transaction)}"
    return f"{int(identity)}{where}{which}"
