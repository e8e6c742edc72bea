"""Count and time the transactions of a cell."""

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import TransactionOutcome
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, is_word, numbers


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    transactions, timed_transactions = cell.transactions, cell.timed_transactions
    committed = timed_transactions.filter(
        pa.array(is_word(timed_transactions["outcome"], TransactionOutcome.COMMITTED))
    )
    called, messages = numbers(committed["commit_called_ns"]), numbers(committed["messages"])
    aborted = is_word(transactions["outcome"], TransactionOutcome.ABORTED)
    return {
        "transactions": transactions.num_rows,
        "transactions_aborted": int(np.count_nonzero(aborted)),
        "transaction_time": median_time(numbers(committed["begun_ns"]), called),
        "transaction_size": float(np.median(messages)) if messages.size else float("nan"),
        "commit_latency": median_time(called, numbers(committed["ended_ns"])),
    }


def median_time(begun_ns: Numbers, ended_ns: Numbers) -> float:
    """The median duration in ms, from the times of beginning and end in ns; NaN without times."""
    return float(np.median(ended_ns - begun_ns)) / 1e6 if begun_ns.size else float("nan")
