import os
import re
import shutil
import tempfile
from errno import ENOSPC, ENOTEMPTY
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.kinds.metrics.registry import COLUMNS
from include.rawlog.cells_and_results_of_run import results_of_run
from include.rawlog.tables_version import has_another_version
from include.spark_jobs.results import result_replacement
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.result_replacement import _groups, new_results
from include.spark_jobs.results.table_parts import Parts
from include.verdicts.guarantee import Verdict
from tests.spark_jobs.without_spark import write_results


def cell(order: int, factors: dict[str, Any], mean: float | None) -> MeasuredCell:
    metrics = {**dict.fromkeys(COLUMNS, None), "producer_broker_latency_mean": mean}
    return MeasuredCell(f"c{order}", "a", 1, order, "4.3.1", Verdict.KEPT, factors, metrics)


def test_cells_are_written_with_whole_numbers_and_text_for_mixed_levels(tmp_path: Path) -> None:
    write_results(tmp_path, [])
    assert pq.read_table(tmp_path / "results" / "cells.parquet").num_rows == 0
    header = (tmp_path / "results" / "summary.csv").read_bytes()
    assert header == b"treatment,span,metric,unit,median,low,high,n\n"
    write_results(tmp_path, [cell(0, {}, 0.1 + 0.2)])
    assert ",0.30000000000000004," in (tmp_path / "results" / "cells.csv").read_text()
    cells = [cell(0, {"rate": 500.0}, 1), cell(1, {"rate": "unthrottled"}, 1), cell(2, {}, 1)]
    write_results(tmp_path, cells)
    table = pq.read_table(tmp_path / "results" / "cells.parquet")
    assert table["rate"].to_pylist() == ["500.0", "unthrottled", None]


def test_files_name_the_version_of_the_tables_and_rejected_cells_their_reasons(tmp_path: Path) -> None:
    write_results(tmp_path, [], [RejectedCell("c2", "broken")])
    rejected = (tmp_path / "results" / "rejected.json").read_text()
    assert rejected == '[\n  {\n    "cell": "c2",\n    "reason": "broken"\n  }\n]'
    schema = pq.read_schema(tmp_path / "results" / "cells.parquet")
    assert schema.metadata == {b"kerran.tables_version": b"3"}
    assert not has_another_version(schema)
    assert not has_another_version(pa.schema({}))
    assert has_another_version(schema.with_metadata({"kerran.tables_version": "2"}))


@pytest.mark.parametrize(("rows", "sizes"), [(0, [0]), (1_048_576, [1_048_576]), (1_048_577, [1_048_576, 1])])
def test_a_row_group_has_a_million_rows_however_they_arrive(rows: int, sizes: list[int]) -> None:
    numbered = pa.record_batch([pa.array(np.arange(rows))], ["row"])
    batches = [numbered.slice(0, rows // 3), numbered.slice(rows // 3)]
    parts = [*_groups(batches, numbered.schema)]
    assert [part.num_rows for part in parts] == sizes
    assert pa.concat_tables(parts).equals(pa.Table.from_batches([numbered]))


def files(run: Path) -> dict[str, bytes]:
    """The results of a run as a reader finds them."""
    return {file.name: file.read_bytes() for file in results_of_run(run).iterdir()}


def write_two_files(run: Path, content: str) -> None:
    with new_results(run) as folder:
        (folder / "cells.csv").write_text(content)
        (folder / "summary.csv").write_text(content)


def test_results_are_whole_although_a_folder_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rmdir = os.rmdir

    def refuse(path: str | Path, **options: Any) -> None:
        if "kerran-results" in str(path):
            raise OSError(ENOTEMPTY, "Directory not empty")
        rmdir(path, **options)

    monkeypatch.setattr(os, "rmdir", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    write_two_files(tmp_path / "run", "new")
    assert set(files(tmp_path / "run")) == {"cells.csv", "summary.csv"}
    names = [entry.name for entry in tmp_path.iterdir()]
    assert [bool(re.fullmatch("kerran-results-.{8}|run", name)) for name in names] == [True] * 2


def test_the_parts_of_a_job_are_in_a_folder_of_its_own_beside_the_results() -> None:
    assert Parts("job").folder(Path("run")) == Path("run/results.parts.job")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(ENOSPC, "No space left on device")])
@pytest.mark.parametrize("copied", [0, 1])
def test_results_cut_off_in_any_file_stay_the_former(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: int, error: BaseException
) -> None:
    left = [copied]

    def copy(source: Path, target: Path) -> None:
        left[0] -= 1
        target.write_bytes(source.read_bytes()[: 1 if left[0] < 0 else None])
        if left[0] < 0:
            raise error

    write_two_files(tmp_path, "former")
    with monkeypatch.context() as patch, pytest.raises(type(error)):
        patch.setattr(shutil, "copyfile", copy)
        write_two_files(tmp_path, "new")
    assert files(tmp_path) == {"cells.csv": b"former", "summary.csv": b"former"}
    assert len(folders(tmp_path)) == 1


def folders(run: Path) -> list[Path]:
    return [entry for entry in (run / "results").iterdir() if entry.is_dir() and not entry.is_symlink()]


def test_a_reader_keeps_the_results_that_are_replaced_meanwhile(tmp_path: Path) -> None:
    write_two_files(tmp_path, "former")
    read_before = results_of_run(tmp_path)
    write_two_files(tmp_path, "new")
    assert (read_before / "summary.csv").read_text() == "former"
    assert files(tmp_path) == {"cells.csv": b"new", "summary.csv": b"new"}
    write_two_files(tmp_path, "newest")
    assert not read_before.exists()
    assert len(folders(tmp_path)) == 2


def test_all_results_of_users_change_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are links through the pointer, so that only its switch changes them."""
    write_two_files(tmp_path, "former")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(result_replacement, "_put_beside", Mock(side_effect=KeyboardInterrupt))
        write_two_files(tmp_path, "new")
    assert [(tmp_path / "results" / name).read_text() for name in ("cells.csv", "summary.csv")] == ["new"] * 2


def test_a_file_that_is_not_computed_any_more_is_gone_and_the_verdict_stays(tmp_path: Path) -> None:
    with new_results(tmp_path) as folder:
        (folder / "fates.csv").write_text("former")
    (tmp_path / "results" / "verdict.json").write_text("{}")
    write_two_files(tmp_path, "new")
    names = {entry.name for entry in (tmp_path / "results").iterdir() if entry.is_file()}
    assert names == {"cells.csv", "summary.csv", "verdict.json"}


def test_unpacked_results_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "cells.csv").write_text("unpacked")
    assert files(tmp_path) == {"cells.csv": b"unpacked"}
    write_two_files(tmp_path, "new")
    assert (tmp_path / "results" / "cells.csv").read_text() == "new"


def test_results_that_were_copied_without_their_links_are_read_and_replaced(tmp_path: Path) -> None:
    write_two_files(tmp_path / "run", "former")
    shutil.copytree(tmp_path / "run", tmp_path / "copy", symlinks=False)
    assert (results_of_run(tmp_path / "copy") / "cells.csv").read_text() == "former"
    write_two_files(tmp_path / "copy", "new")
    assert files(tmp_path / "copy") == {"cells.csv": b"new", "summary.csv": b"new"}
