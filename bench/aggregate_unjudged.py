"""The Spark job without the search for violations; ``bench.judging`` compares it with the complete job."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from unittest.mock import patch

import numpy as np
import pyarrow as pa

from include.spark_jobs.job import spark_main
from include.spark_jobs.job.checks import PlannedCells
from include.spark_jobs.job.spark_task import measure_entries
from include.spark_jobs.measures import violations
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.measures.violations import Violations
from include.spark_jobs.results.cells_to_measure import Entry
from include.spark_jobs.results.table_parts import Parts
from include.spark_jobs.tables import violations as violation_rows
from include.verdicts import guarantee
from include.verdicts.guarantee import Verdict


def nothing_found(_cell: RawCell) -> Violations:
    """No violations: there is no search."""
    none = np.empty(0, np.intp)
    return Violations(**{part.name: none for part in fields(Violations)})


def measure_unjudged(
    entries: Sequence[Entry], planned: Mapping[str, PlannedCells], parts: Parts
) -> Iterator[pa.RecordBatch]:
    """Do what a Spark task does, without judging the cells."""
    with (
        patch.object(violations, "violations_of", nothing_found),
        patch.object(violation_rows, "violations_of", nothing_found),
        patch.object(guarantee, "judge", lambda *_: Verdict.KEPT),
    ):
        yield from measure_entries(entries, planned, parts)


if __name__ == "__main__":
    # Imported by its name in this package. So workers import the module, and receive no patched objects.
    from bench.aggregate_unjudged import measure_unjudged as unjudged

    with patch("include.spark_jobs.job.run_measurement.measure_entries", unjudged):
        sys.exit(spark_main.main(sys.argv[1:]))
