"""Files of raw logs that an earlier version wrote, brought to the present schema."""

import re
from collections.abc import Callable

import pyarrow as pa

from include.rawlog.schemas import FAULTS

FORMER_FAULTS = ["fault", "target", "began_ns", "ended_ns"]
"""The columns of ``faults.parquet`` before packets had columns."""

_PACKETS = re.compile(r"(?P<target>.*) \((?:(?P<dropped>[\d,]+) of )?(?P<seen>[\d,]+) packets.*\)")
"""The former text of a network's target: ``producer (36 of 1,200 packets dropped, 3.00%)``."""


def at_present(name: str, table: pa.Table) -> pa.Table:
    """The table of a file as the present version would have written it."""
    convert = CONVERSIONS.get(name)
    return convert(table) if convert else table


def _faults(table: pa.Table) -> pa.Table:
    """Packets were counted in words behind the name of the target."""
    if table.column_names != FORMER_FAULTS:
        return table
    return pa.Table.from_pylist([_fault(row) for row in table.to_pylist()], schema=FAULTS)


def _fault(row: dict[str, object]) -> dict[str, object]:
    found = _PACKETS.fullmatch(str(row["target"]))
    if found is None:
        return row
    return {
        **row,
        "target": found["target"],
        "packets_seen": _number(found["seen"]),
        "packets_dropped": _number(found["dropped"]),
    }


def _number(text: str | None) -> int | None:
    return None if text is None else int(text.replace(",", ""))


CONVERSIONS: dict[str, Callable[[pa.Table], pa.Table]] = {"faults.parquet": _faults}
"""What brings a file to the present schema, by the name of the file; others have never changed."""
