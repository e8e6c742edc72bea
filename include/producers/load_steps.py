"""The steps of a load that changes: what was offered, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.load_runtime.held_rate import is_held
from include.rawlog.columns import column
from include.rawlog.schemas import LOAD_STEPS


@dataclass(frozen=True)
class LoadStep:
    """One rate that was offered for some time. Rates are messages per second; times are ns."""

    rate: float | None
    """None: as fast as the client accepted messages."""
    began_ns: int
    ended_ns: int
    first: int
    """The id of its first message."""
    messages: int
    achieved: float
    """The rate at which its messages were received."""
    held_percent: float
    """How much of the rate brokers and consumers held, in percent; not a number if that cannot be told."""
    generator_cpu: float
    """The CPU time of the producer's process, as a share of the time of one core."""

    @property
    def is_sustained(self) -> bool:
        """Whether the rate was sustained."""
        return is_held(self.held_percent)


def load_steps_table(steps: Sequence[LoadStep]) -> pa.Table:
    """Return the rows of ``load_steps.parquet``."""
    rates = np.array([step.rate or np.nan for step in steps], np.float64)
    return pa.Table.from_arrays(
        [
            column(np.arange(len(steps), dtype=np.int32)),
            column(rates, ~np.isnan(rates)),
            *(
                column(np.array([getattr(step, name) for step in steps], dtype))
                for name, dtype in _COLUMNS.items()
            ),
            pa.array([step.is_sustained for step in steps], pa.bool_(), from_pandas=False),
        ],
        schema=LOAD_STEPS,
    )


_COLUMNS = {
    "began_ns": np.int64,
    "ended_ns": np.int64,
    "first": np.int64,
    "messages": np.int64,
    "achieved": np.float64,
    "held_percent": np.float64,
    "generator_cpu": np.float64,
}
