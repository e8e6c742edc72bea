import numpy as np

from include.spark_jobs.measures.array_types import Numbers

MS = 1_000_000
"""Nanoseconds in a millisecond."""


def numbers(*values: int) -> Numbers:
    return np.array(values, dtype=np.int64)
