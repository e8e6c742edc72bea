from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.cells.merge import merge_received, write_no_faults
from include.rawlog.schemas import FAULTS, RECEIVED
from include.rawlog.writer import write_table


def write_part(cell: Path, consumer: int, ids: list[int]) -> None:
    rows = [
        {"id": one, "partition": consumer, "offset": 0, "received_ns": 1, "consumer": consumer} for one in ids
    ]
    write_table(cell / f"received-{consumer}.parquet", pa.Table.from_pylist(rows, schema=RECEIVED))


@pytest.mark.parametrize("consumers", [1, 3])
def test_the_parts_of_all_consumers_become_one_file(tmp_path: Path, consumers: int) -> None:
    for consumer in range(consumers):
        write_part(tmp_path, consumer, [2 * consumer, 2 * consumer + 1])
    merge_received(tmp_path, consumers)
    received = pq.read_table(tmp_path / "received.parquet")
    assert received["id"].to_pylist() == list(range(2 * consumers))
    assert received.schema == RECEIVED
    assert [file.name for file in tmp_path.iterdir()] == ["received.parquet"]


def test_a_cell_without_faults_says_so(tmp_path: Path) -> None:
    write_no_faults(tmp_path)
    faults = pq.read_table(tmp_path / "faults.parquet")
    assert faults.num_rows == 0
    assert faults.schema == FAULTS
