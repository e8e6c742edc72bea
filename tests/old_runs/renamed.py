"""Results that were made before names changed, with the present names."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.renames import current, names_of

Row = dict[str, Any]

BROKEN_NETWORK = re.compile(
    r"(?P<target>.+) \((?:(?P<dropped>[\d,]+) of )?(?P<seen>[\d,]+) packets (?:dropped.*|delayed)\)"
)


def renamed(table: str, rows: list[Row]) -> tuple[str, list[Row]]:
    """A table of results and its rows, with the present names of columns, settings and metrics."""
    if table == "faults":
        rows = [with_packets(row) for row in rows]
    return current("results table", table), [dict(renamed_values(table, row)) for row in rows]


def renamed_values(table: str, row: Row) -> Iterator[tuple[str, Any]]:
    """The columns that there still are, with their values."""
    for column, value in row.items():
        if now := present_column(table, column):
            yield now, renamed_value(column, value)


def renamed_columns(table: str, types: dict[str, str]) -> dict[str, str]:
    """The present columns of a table, as ``table.column``, with their types."""
    columns = {present_column(table, column): kind for column, kind in types.items()}
    return {f"{current('results table', table)}.{name}": kind for name, kind in columns.items() if name}


def present_column(table: str, column: str) -> str | None:
    """The present name of a column; None: it was removed."""
    listed = names_of("results column")
    if f"{table}.{column}" not in listed:
        return current_column(column)
    now = listed[f"{table}.{column}"]
    return now and now.partition(".")[2]


def current_column(column: str) -> str:
    """A column is named by what it identifies, by a setting, or by a metric, alone or after its span."""
    span, separator, metric = column.partition("_latency_")
    if separator:
        return f"{span}_{current('metric', f'latency_{metric}')}"
    return current("metric", current("setting", column))


def renamed_value(column: str, value: Any) -> Any:
    if column in ("metric", "violation"):
        return current("metric", value)
    if column == "scenario" and value is not None:
        return current("scenario", value)
    if column == "factors":
        return json.dumps({current_column(name): level for name, level in json.loads(value).items()})
    return value


def with_packets(row: Row) -> Row:
    """A row of faults, with the packets of a broken network in columns of their own."""
    words = BROKEN_NETWORK.fullmatch(row["target"])
    if not words:
        return row | {"packets_seen": None, "packets_dropped": None}
    counts = {name: words[name] and int(words[name].replace(",", "")) for name in ("seen", "dropped")}
    return row | {"target": words["target"], **{f"packets_{name}": count for name, count in counts.items()}}
