import subprocess
import sys

import numpy as np
import pyarrow as pa

from include.folders import ROOT
from include.rawlog.table_writer import column, words

WRITES_A_RAW_LOG = """
import sys
from include.consumers.received_log import ReceivedLog
from include.producers.sent_log import SentLog
from include.producers.transaction_records import Transaction, transactions_table
import numpy as np
SentLog.new(1).table(np.arange(1)), ReceivedLog(1, 1).table(0), transactions_table([Transaction(0, 1, 2)])
print("pandas" in sys.modules)
"""


def test_a_column_holds_values_in_their_order_with_nulls_where_none_is_known_and_words() -> None:
    values = column(np.array([5, 6, 7], np.int32), np.array([True, False, True]))
    assert values.equals(pa.array([5, None, 7], pa.int32()))
    known = np.arange(19) % 3 == 0
    assert column(np.arange(19), known).is_valid().to_pylist() == known.tolist()
    assert words(np.array([1, 0, 1]), ["acked", "failed"]).to_pylist() == ["failed", "acked", "failed"]


def test_a_load_program_writes_its_log_without_importing_pandas() -> None:
    command = [sys.executable, "-c", WRITES_A_RAW_LOG]
    assert subprocess.check_output(command, cwd=ROOT, text=True).strip() == "False"
