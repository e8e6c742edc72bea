"""Measure the capacity of a cell that searched it, by the steps of its search."""

import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import LOAD_STEPS_FILE
from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; none for a cell that did not search its capacity."""
    steps = cell.files.get(LOAD_STEPS_FILE)
    return {} if steps is None else of_steps(steps)


def of_steps(steps: pa.Table) -> Metrics:
    """The metrics of a search; the steps without a rate only found a rate to begin with.

    A rate that was missed by chance, and is below one that was sustained, does not limit the capacity.
    """
    offered = steps.filter(steps["rate"].is_valid())
    capacity = pc.max(offered.filter(offered["is_sustained"])["rate"]).as_py()
    not_sustained = offered.filter(pc.invert(offered["is_sustained"]))["rate"]
    limits = not_sustained.filter(pc.greater(not_sustained, capacity or 0.0))
    return {
        "capacity": capacity,
        "capacity_limit": pc.min(limits).as_py(),
        "capacity_steps": offered.num_rows,
    }
