from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from include.rawlog.former_files import at_present
from include.rawlog.reader import read_table
from include.rawlog.schemas import FAULTS
from include.rawlog.table_writer import write_table
from tests.rawlog.sealing import seal_again, seal_rows

FORMER = pa.schema(list(FAULTS)[:4])


def former(target: str) -> pa.Table:
    row = {"fault": "lose-packets", "target": target, "began_ns": 5, "ended_ns": 9}
    return pa.Table.from_pylist([row], schema=FORMER)


@pytest.mark.parametrize(
    ("text", "target", "seen", "dropped"),
    [
        ("producer (36 of 1,200 packets dropped, 3.00%)", "producer", 1_200, 36),
        ("broker 2 (1,204 packets delayed)", "broker 2", 1_204, None),
        ("broker 2", "broker 2", None, None),
    ],
)
def test_packets_that_a_former_version_counted_in_words_are_columns(
    text: str, target: str, seen: int | None, dropped: int | None
) -> None:
    (row,) = at_present("faults.parquet", former(text)).to_pylist()
    assert (row["target"], row["packets_seen"], row["packets_dropped"]) == (target, seen, dropped)
    assert (row["fault"], row["began_ns"], row["ended_ns"]) == ("lose-packets", 5, 9)


@pytest.mark.parametrize("columns", [None, ["packets_dropped"]])
def test_a_former_file_of_faults_is_read_as_a_present_one(tmp_path: Path, columns: list[str] | None) -> None:
    cell = seal_rows(tmp_path / "cell")
    write_table(cell / "faults.parquet", former("producer (36 of 1,200 packets dropped, 3.00%)"))
    seal_again(cell, message_bytes=1024)
    read: Any = read_table(cell, "faults.parquet", columns)
    assert read.schema.names == (columns or FAULTS.names)
    assert read["packets_dropped"].to_pylist() == [36]
