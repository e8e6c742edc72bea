"""``results/load_steps``: the rates that were offered in the searches of the capacity."""

import pyarrow as pa

from include.rawlog.schemas import LOAD_STEPS, LOAD_STEPS_FILE
from include.spark_jobs.rawcell import RawCell

TIMES = ("began_ns", "ended_ns")

STEP = pa.schema(
    [
        pa.field("cell", pa.string()),
        *(field.with_nullable(True) for field in LOAD_STEPS if field.name not in TIMES),
        pa.field("seconds", pa.float64()),
    ]
)
"""A row for each step, with columns of ``load_steps.parquet``; ``seconds`` is how long the step lasted."""


def step_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/load_steps`` for a cell; none for a cell that did not search its capacity."""
    steps = cell.files.get(LOAD_STEPS_FILE)
    if steps is None:
        return STEP.empty_table()
    began_ns, ended_ns = (steps[name].to_numpy() for name in TIMES)
    columns = [
        pa.array([cell.manifest.cell.id] * steps.num_rows, pa.string()),
        *(steps[field.name].combine_chunks() for field in LOAD_STEPS if field.name not in TIMES),
        pa.array((ended_ns - began_ns) / 1e9),
    ]
    return pa.Table.from_arrays(columns, schema=STEP)
