from include.spark_jobs.tables.registry import rows_of
from tests.spark_jobs.arrays import MS
from tests.spark_jobs.cells import raw_cell

SENT = [(0, 0, 0, 500 * MS, None, "unknown", None)]
FAULTS = [
    ("kill-leader", "broker 2", 1500 * MS, 2750 * MS, None, None),
    ("lose-packets", "producer", 400 * MS, None, 1200, 36),
]


def test_windows_are_in_seconds_from_the_first_message_if_there_are_any() -> None:
    windows = rows_of(raw_cell(SENT, faults=FAULTS))["faults"]
    assert [tuple(row.values()) for row in windows.to_pylist()] == [
        ("a", "kill-leader", "broker 2", 1.0, 2.25, None, None),
        ("a", "lose-packets", "producer", -0.1, None, 1200, 36),
    ]
    assert rows_of(raw_cell(SENT))["faults"].num_rows == 0
