from pathlib import Path

import pytest

from bench.raw_logs import check, read_table
from include.rawlog.cells_and_results_of_run import is_sealed, sealed_cells
from include.rawlog.manifest import MANIFEST_FILE, read_manifest
from include.rawlog.reader import BrokenRawLogError, read_sealed
from include.rawlog.schemas import FILES
from tests.rawlog.sealing import seal_rows

SENT = [(0, 3, 17, 1_000, 2_000, "acked", None, 1_200), (1, 4, None, 1_500, None, "unknown", 7, 1_600)]
RECEIVED = [(0, 3, 17, 2_500, 0)]


@pytest.fixture
def cell(tmp_path: Path) -> Path:
    return seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)


def test_rows_of_a_sealed_cell_come_back_as_they_were_written(cell: Path) -> None:
    sent = read_table(cell, "sent.parquet")
    assert [tuple(row.values()) for row in sent.to_pylist()] == SENT
    assert sent.schema.equals(FILES["sent.parquet"])
    (cell.parent / "killed").mkdir()
    assert list(sealed_cells(cell.parent.parent)) == [cell]
    assert not is_sealed(cell.parent / "killed")


def test_a_changed_byte_or_a_missing_file_breaks_the_raw_log(cell: Path) -> None:
    content = bytearray((cell / "sent.parquet").read_bytes())
    content[40] ^= 1
    (cell / "sent.parquet").write_bytes(content)
    with pytest.raises(BrokenRawLogError, match=r"sent\.parquet: the .* bytes differ from the .* sealed"):
        check(cell)
    (cell / "sent.parquet").unlink()
    with pytest.raises(BrokenRawLogError, match=r"sent\.parquet: is missing; it was sealed with 2 rows"):
        check(cell)


@pytest.mark.parametrize(
    ("sealed", "changed", "problem"),
    [
        ('"rows": 2', '"rows": 3', r"sent\.parquet: 2 rows, and 3 were sealed"),
        ("sent.parquet", "elsewhere.parquet", r"manifest\.json: sent\.parquet was not sealed"),
    ],
)
def test_other_rows_and_files_are_named(cell: Path, sealed: str, changed: str, problem: str) -> None:
    manifest = cell / MANIFEST_FILE
    manifest.write_text(manifest.read_text().replace(sealed, changed))
    with pytest.raises(BrokenRawLogError, match=problem):
        read_sealed(cell, read_manifest(cell))
