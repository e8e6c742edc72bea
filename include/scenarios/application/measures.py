"""Measure how an application comes through a fault, and name the inputs with which it broke its promise."""

from importlib.resources import files

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.load.message import cell_number, header_bytes
from include.rawlog.schemas_from_toml import read_tables
from include.scenarios.application.id_places import id_text
from include.scenarios.application.settings import SAME_AS_LOST, ApplicationSettings
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND
from include.spark_jobs.measures.messages_of_deliveries import messages_of
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.measures.recovery import fault_beginning
from include.spark_jobs.tables import schemas
from include.spark_jobs.tables.schemas import Row, ScenarioMeasures, TableRows
from include.spark_jobs.tables.violations import violation_rows
from include.verdicts.guarantee import promised

TABLES = read_tables(files(__package__) / "tables.toml", schemas.TABLES)

NAMED_INPUTS = 5
"""The maximum number of inputs of each violation that are named with what finds them in a log."""

LATE = 2
"""An output is late if it took this many times as long as the slowest output before the fault."""


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column; none for cells of other scenarios."""
    counts, settings = cell.files.get("counts.parquet"), cell.settings
    if not isinstance(settings, ApplicationSettings):
        return {}
    measured: Metrics = {"caught_up": _caught_up(cell)}
    if cell.audit is not None:
        measured["uncommitted_outputs"] = uncommitted_outputs(cell.audit)
    if counts is None:
        return measured
    counted = counts.filter(pc.is_valid(counts["count"]))
    again, forgotten = errors_of_counts(
        numbers(counted["id"]),
        numbers(counted["count"].fill_null(0)),
        np.unique(cell.sent_ids[cell.acked]),
        settings.keys,
    )
    return {**measured, "counted_again": again, "forgotten": forgotten}


def _caught_up(cell: RawCell) -> float:
    """The time in s from the fault to the last late output; NaN without outputs before the fault."""
    receipts = cell.timed_receipts
    if not receipts.size:
        return float("nan")
    created = cell.created_ns[cell.messages[receipts]]
    return caught_up_after(created, cell.deliveries.received_ns[receipts], fault_beginning(cell))


def caught_up_after(created: Numbers, received: Numbers, since: int) -> float:
    """The time in s from ``since`` to the last late output.

    An output is late if it took more than ``LATE`` times as long as any output before ``since``.

    Args:
        created: When the input of each output was created, in ns.
        received: When the output was received, in ns.
        since: The beginning of the fault, in ns.

    Returns:
        The time; 0 if no output was late, NaN if there was no output before ``since``.
    """
    latency = received - created
    before = latency[received < since]
    if not before.size:
        return float("nan")
    late = received[(received >= since) & (latency > LATE * before.max())]
    return float(late.max() - since) / NS_PER_SECOND if late.size else 0.0


def uncommitted_outputs(audit: pa.Table) -> int:
    """The number of outputs in ``audit.parquet`` that only readers of uncommitted messages receive."""
    is_output = pc.greater_equal(audit["id"], 0)
    return int(audit.filter(pc.and_not(is_output, audit["committed"])).num_rows)


def errors_of_counts(ids: Numbers, counts: Numbers, acked: Numbers, keys: int) -> tuple[int, int]:
    """The numbers of updates that an application has repeated, and of those that it has forgotten.

    Args:
        ids: The id of each output's input, in the order of the outputs of a key.
        counts: The count of each output.
        acked: The ids of all inputs in the log, in ascending order. The key of an input is its id modulo
            ``keys``.
        keys: The number of keys.
    """
    first_ids, rows = np.unique(ids, return_index=True)
    is_known = np.isin(first_ids, acked)
    first_ids, first_counts = first_ids[is_known], counts[rows[is_known]]
    again = forgotten = 0
    for key in np.unique(first_ids % keys):
        of_key = first_ids % keys == key
        due = 1 + np.searchsorted(acked[acked % keys == key], first_ids[of_key])
        changes = np.diff(first_counts[of_key] - due, prepend=0)
        again += int(changes[changes > 0].sum())
        forgotten -= int(changes[changes < 0].sum())
    return again, forgotten


def broken_inputs(cell: RawCell) -> TableRows:
    """The rows of ``results/broken_inputs``: the first inputs of each violation that the promise excludes."""
    if not isinstance(cell.settings, ApplicationSettings):
        return []
    number = cell_number(cell.manifest.run_id, cell.manifest.cell.id)
    found = violation_rows(cell)
    rows: list[Row] = []
    violations = promised(cell.settings) - SAME_AS_LOST
    for violation in sorted(violations & set(found["violation"].to_pylist())):
        ids = np.unique(numbers(found.filter(pc.equal(found["violation"], violation))["id"]))
        sends = messages_of(ids, cell.sent_ids)
        for id, send in zip(ids[sends >= 0][:NAMED_INPUTS], sends[sends >= 0][:NAMED_INPUTS], strict=True):
            created_ns = int(cell.created_ns[send])
            header = header_bytes(int(id), number, created_ns)
            row = {"violation": violation, "id": id, "text": id_text(header), "sent": cell.utc(created_ns)}
            rows.append(row)
    return rows


MEASURES = ScenarioMeasures(_metrics, TABLES, {"broken_inputs": broken_inputs})
