from pathlib import Path

import numpy as np
import pandas as pd

from include.report.history.run_pair import start_means
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import THROUGHPUT
from tests.report.synthetic import QUICK, make_plan


def test_start_means_are_of_logarithms_of_values_above_zero() -> None:
    values, starts = [10.0, 10.4, 0.0, 9.9, 10.1], [1, 1, 2, 2, 3]
    cells = pd.DataFrame({THROUGHPUT.column: values, "start": starts, "treatment": "treatment", "attempt": 1})
    run = MeasuredRun(Path(), make_plan(QUICK), {"cells": cells.assign(block=cells.index)})
    expected = [np.log(10.0 * 10.4) / 2, np.log(9.9), np.log(10.1)]
    np.testing.assert_allclose(start_means(run, "treatment", THROUGHPUT), expected)
