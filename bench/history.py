"""Measure how fast the history of a thousand runs is read and published."""

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.goals import at_most
from include.plan.planning import write_plan
from include.report.history.past_runs import read_past_runs
from include.report.history.publish import publish
from tests.report.synthetic import make_plan, write_results, write_run

RUNS, MOST_SECONDS = 1000, 20
EXPERIMENT = "releases"
LEVELS: dict[str, list[str | int]] = {
    "semantics": ["at-most-once", "at-least-once", "idempotent", "exactly-once"],
    "message_bytes": [1024],
}


def run() -> str:
    """Measure the reading and the publishing of a history; return a section of Markdown."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        runs = Path(folder)
        cells = _make(runs)
        began = perf_counter()
        read_past_runs(runs, EXPERIMENT)
        read = perf_counter()
        publish(runs, EXPERIMENT)
        published = perf_counter()
    return (
        "## History\n\n"
        f"{RUNS:,} runs of {cells} cells each, in a local folder.\n\n"
        f"- reading them, s: {read - began:.1f} {at_most(read - began, MOST_SECONDS)}\n"
        f"- reading them and publishing their history with change points, s: {published - read:.1f}"
    )


def _make(runs: Path) -> int:
    """Write the runs, with noise in every figure; return the number of cells of each run.

    Each run has the raw log of its first cell only, because a history reads no other raw log.
    """
    plan = make_plan(LEVELS, repetitions=10, name=EXPERIMENT)
    first = write_run(runs, plan)
    random = Random(1)
    for number in range(1, RUNS):
        run = runs / f"run-{number + 1}"
        write_plan(run, plan.model_copy(update={"run_id": run.name}))
        write_results(run, plan, plan.cells, lambda *_: random.lognormvariate(3, 0.2))
        shutil.copytree(first / "cells" / plan.cells[0].id, run / "cells" / plan.cells[0].id)
    return len(plan.cells)


if __name__ == "__main__":
    print(run())
