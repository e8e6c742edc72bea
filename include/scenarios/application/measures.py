"""Measure whether an application's counts are those of its inputs."""

import numpy as np
import pyarrow.compute as pc

from include.scenarios.application.settings import ApplicationSettings
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.tables.schemas import ScenarioMeasures


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column; none for an application that does not count."""
    counts, settings = cell.files.get("counts.parquet"), cell.settings
    if counts is None or not isinstance(settings, ApplicationSettings):
        return {}
    counted = counts.filter(pc.is_valid(counts["count"]))
    again, forgotten = errors_of_counts(
        numbers(counted["id"]),
        numbers(counted["count"].fill_null(0)),
        np.unique(cell.sent_ids[cell.acked]),
        settings.keys,
    )
    return {"counted_again": again, "forgotten": forgotten}


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
