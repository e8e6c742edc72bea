"""The Spark job without the search for violations; ``bench.judging`` compares it with the complete job."""

import sys
from dataclasses import fields
from unittest.mock import patch

import numpy as np

from include.spark_jobs.job import spark_main
from include.spark_jobs.job.checks import PlannedCells
from include.spark_jobs.job.measurement_on_executor import measure_entry
from include.spark_jobs.measures import violations
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.measures.violations import Violations
from include.spark_jobs.results.cells_to_measure import Entry, Outcome
from include.spark_jobs.results.table_parts import Parts
from include.spark_jobs.tables import violations as violation_rows
from include.verdicts import guarantee
from include.verdicts.guarantee import Verdict


def nothing_found(_cell: RawCell) -> Violations:
    """No violations: there is no search."""
    none = np.empty(0, np.intp)
    return Violations(**{part.name: none for part in fields(Violations)})


def measure_unjudged(entry: Entry, planned: PlannedCells | None, parts: Parts) -> Outcome:
    """Measure an entry without judging the cell."""
    with (
        patch.object(violations, "violations_of", nothing_found),
        patch.object(violation_rows, "violations_of", nothing_found),
        patch.object(guarantee, "judge", lambda *_: Verdict.KEPT),
    ):
        return measure_entry(entry, planned, parts)


if __name__ == "__main__":
    # Imported by its name in this package. So workers import the module, and receive no patched objects.
    from bench.aggregate_unjudged import measure_unjudged as unjudged

    with patch("include.spark_jobs.job.run_measurement.measure_entry", unjudged):
        sys.exit(spark_main.main(sys.argv[1:]))
