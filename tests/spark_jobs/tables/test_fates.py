import pytest

from bench.manifests import cell_record, manifest_of
from include.rawlog.schemas import RECEIVED, SENT, TRANSACTIONS
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables import fates
from include.spark_jobs.tables.fates import fate_rows
from tests.rawlog.sealing import table
from tests.spark_jobs.arrays import MS

PACED = {"semantics": "at-least-once", "rate": 100.0, "messages": 100, "lead_in_seconds": 0.01}

FAULT = {"fault": "kill-leader"}


def cell(**settings: object) -> RawCell:
    """Six messages, the first in the lead-in: received, lost, received twice, failed, received late."""
    outcomes = ["acked", "acked", "acked", "acked", "failed", "acked"]
    sent = [(id, 0, id, id * MS, (id + 1) * MS, outcome, None) for id, outcome in enumerate(outcomes)]
    received = [(id, 0, id, (10 * place + 10) * MS, 0) for place, id in enumerate([0, 1, 3, 3, 5])]
    files = {
        "sent.parquet": table(sent, SENT),
        "received.parquet": table(received, RECEIVED),
        "transactions.parquet": table([], TRANSACTIONS),
    }
    return RawCell(manifest_of(cell_record(settings={**PACED, **settings})), files)


def test_each_message_has_its_fate_and_the_time_until_it_was_first_received() -> None:
    assert fate_rows(cell(**FAULT)).to_pylist() == [
        {"cell": "a", "fate": "delivered", "at": 0.0, "latency": 19.0},
        {"cell": "a", "fate": "lost", "at": 0.001, "latency": None},
        {"cell": "a", "fate": "duplicated", "at": 0.002, "latency": 27.0},
        {"cell": "a", "fate": "not_delivered", "at": 0.003, "latency": None},
        {"cell": "a", "fate": "delivered", "at": 0.004, "latency": 45.0},
    ]


def test_a_cell_without_a_fault_has_no_rows() -> None:
    assert fate_rows(cell()).num_rows == 0


def test_messages_of_the_same_fate_are_chosen_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fates, "MOST_OF_EACH", 1)
    assert fate_rows(cell(**FAULT)).column("fate").to_pylist() == [
        "delivered",
        "lost",
        "duplicated",
        "not_delivered",
    ]
