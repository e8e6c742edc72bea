"""The Spark job without the search for violations; ``bench.judging`` compares it with the complete job."""

import sys
from unittest.mock import patch

import numpy as np

from include.spark_jobs import aggregate, task, violation_rows
from include.spark_jobs.measures import violations
from include.spark_jobs.rawcell import RawCell
from include.spark_jobs.violations import Violations
from include.verdicts import guarantee
from include.verdicts.guarantee import Verdict


def nothing_found(_cell: RawCell) -> Violations:
    """Return no violations, without a search."""
    none = np.empty(0, np.intp)
    return Violations(none, none, none, none, none, none, none)


def run(folder: str) -> task.Outcome:
    """Run the task of a worker that measures a cell, without judging the cell."""
    with (
        patch.object(violations, "violations_of", nothing_found),
        patch.object(violation_rows, "violations_of", nothing_found),
        patch.object(guarantee, "judge", lambda *_: Verdict.KEPT),
    ):
        return TASK(folder)


TASK = task.run

if __name__ == "__main__":
    # Imported by its name in this package, so that workers import the module and receive no patched objects.
    from bench.aggregate_unjudged import run as unjudged

    task.run = unjudged
    sys.exit(aggregate.main(sys.argv[1:]))
