"""What differs between results that should be the same."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.evidence.package import result_differences


def table(**columns: list[object]) -> pa.Table:
    return pa.table({"cell": ["a", "b"], **columns})


CELLS = table(lost=[0.0, None])


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
        pq.write_table(CELLS, folder / "cells.parquet")
    return before, after


def test_the_same_results_and_new_tables_and_columns_have_no_differences(folders: tuple[Path, Path]) -> None:
    assert list(result_differences(*folders)) == []
    pq.write_table(CELLS.append_column("new", CELLS["lost"]), folders[1] / "cells.parquet")
    pq.write_table(CELLS, folders[1] / "new.parquet")
    assert list(result_differences(*folders)) == []


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (table(lost=[1.0, None]), "results/cells, lost: row 1: 0.0 is packed, 1.0 was computed."),
        (table(lost=[0.0, 0.0]), "results/cells, lost: row 2: None is packed, 0.0 was computed."),
        (CELLS.slice(1), "results/cells: 2 rows are packed, and 1 were computed."),
        (CELLS.select(["cell"]), "results/cells: the column lost is not computed any more."),
        (None, "results/cells.parquet: is not computed any more."),
    ],
)
def test_each_difference_is_named(folders: tuple[Path, Path], table: pa.Table | None, sentence: str) -> None:
    (folders[1] / "cells.parquet").unlink()
    if table is not None:
        pq.write_table(table, folders[1] / "cells.parquet")
    assert list(result_differences(*folders)) == [sentence]
