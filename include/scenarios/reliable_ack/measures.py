"""Measure the work of a producer's monitor."""

import pyarrow as pa
import pyarrow.compute as pc

from include.spark_jobs.measures.rawcell import Metrics, RawCell
from include.spark_jobs.tables.schemas import ScenarioMeasures


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column; none for a cell whose producer has no monitor."""
    confirmations = cell.files.get("confirmations.parquet")
    if confirmations is None:
        return {}
    return of_monitor(
        confirmations,
        cell.manifest.counted("retransmitting_ns"),
        cell.manifest.counted("left_to_monitor") or 0,
    )


def of_monitor(confirmations: pa.Table, retransmitting_ns: int | None, left_to_monitor: int) -> Metrics:
    """The metrics of a monitor, by their names.

    Args:
        confirmations: Rows of ``confirmations.parquet``.
        retransmitting_ns: The time spent on retransmissions; None if the monitor was killed and could not
            report this time.
        left_to_monitor: The number of messages that only the monitor sent.
    """
    return {
        "retransmitted": pc.sum(confirmations["retransmitted"]).as_py() or 0,
        "retransmission_time": None if retransmitting_ns is None else retransmitting_ns / 1e9,
        "unfinished": confirmations["confirmed_ns"].null_count,
        "left_to_monitor": left_to_monitor,
    }


MEASURES = ScenarioMeasures(_metrics)
