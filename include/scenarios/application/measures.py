"""Measure when an application has caught up after a fault, and its uncommitted outputs and wrong counts."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.scenarios.application.settings import ApplicationSettings
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.measures.recovery import fault_beginning
from include.spark_jobs.tables.schemas import ScenarioMeasures

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


MEASURES = ScenarioMeasures(_metrics)
