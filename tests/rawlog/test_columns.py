import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest

from include.machine.folders import ROOT
from include.rawlog.table_writer import column, numbers, words

MAKES_COLUMNS = """
import sys
import numpy as np
import pyarrow as pa
from include.rawlog.schemas import FAULTS
from include.rawlog.table_writer import column, log_table, numbers, words
numbers(pa.chunked_array([column(np.arange(1))])), words(np.arange(1), ["acked"])
log_table([dict.fromkeys(FAULTS.names, 1) | {"fault": "rebalance", "target": "consumer-0"}], FAULTS)
print("pandas" in sys.modules)
"""


def test_a_column_holds_values_in_their_order_with_nulls_where_none_is_known_and_words() -> None:
    values = column(np.array([5, 6, 7], np.int32), np.array([True, False, True]))
    assert values.equals(pa.array([5, None, 7], pa.int32()))
    known = np.arange(19) % 3 == 0
    assert column(np.arange(19), known).is_valid().to_pylist() == known.tolist()
    assert words(np.array([1, 0, 1]), ["acked", "failed"]).to_pylist() == ["failed", "acked", "failed"]


@pytest.mark.parametrize("chunks", [[[5, 6], [7]], [[5, 6, 7]], [[]], []])
def test_the_numbers_of_a_column_are_those_of_its_chunks_one_after_another(chunks: list[list[int]]) -> None:
    values = pa.chunked_array(chunks, pa.int64())
    assert numbers(values).tolist() == [number for chunk in chunks for number in chunk]


def test_columns_are_made_without_importing_pandas() -> None:
    command = [sys.executable, "-c", MAKES_COLUMNS]
    assert subprocess.check_output(command, cwd=ROOT, text=True).strip() == "False"
