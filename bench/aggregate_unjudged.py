"""The Spark job without its judging: it looks for no violations. What ``bench.judging`` runs beside it."""

import sys
from unittest.mock import patch

import numpy as np

from include.spark_jobs import aggregate, cell, task
from include.spark_jobs.rawcell import RawCell
from include.spark_jobs.violations import Violations
from include.verdicts.guarantee import Verdict


def nothing_found(_cell: RawCell) -> Violations:
    """As if nothing had gone wrong, without a look."""
    none = np.empty(0, np.intp)
    return Violations(none, none, none, none, none, none)


def run(folder: str) -> task.Outcome:
    """A task, in a worker, that measures and doesn't judge."""
    with (
        patch.object(cell, "violations_of", nothing_found),
        patch.object(cell, "judge", lambda *_: Verdict.KEPT),
    ):
        return TASK(folder)


TASK = task.run

if __name__ == "__main__":
    # By its name in this package, so that workers import it instead of being sent what is patched here.
    from bench.aggregate_unjudged import run as unjudged

    task.run = unjudged
    sys.exit(aggregate.main(sys.argv[1:]))
