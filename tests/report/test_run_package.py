import shutil
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.machine.storage.atomic_write import set_link
from include.rawlog.cells_and_results_of_run import CURRENT
from include.report.run_package import PackageError, has_raw_logs, result_differences, unpack, write_package
from tests.recorded_runs.runs import copy_of


@pytest.fixture
def run(tmp_path: Path) -> Path:
    run = copy_of("reference", tmp_path / "runs")
    for file in ("results/cells.csv", "report/index.html", "cells/at-least-once.r01/producer.log"):
        (run / file).parent.mkdir(exist_ok=True)
        (run / file).write_text(file)
    return run


def names(file: Path) -> set[str]:
    with zipfile.ZipFile(file) as package:
        return {name.partition("/")[2] for name in package.namelist()}


def changed(file: Path, change: dict[str, bytes | None]) -> Path:
    """A copy of a package in which some files are changed, or are missing (None)."""
    copy = file.with_name("changed.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for name, data in ({name: old.read(name) for name in old.namelist()} | change).items():
            if data is not None:
                new.writestr(name, data)
    return copy


def test_a_package_has_all_files_but_raw_logs_only_if_they_are_asked_for(run: Path, tmp_path: Path) -> None:
    write_package(run, tmp_path / "a.zip", with_raw_logs=False)
    packed = names(tmp_path / "a.zip")
    assert {"plan.json", "results/cells.csv", "report/index.html", "SHA256SUMS"} <= packed
    assert "cells/at-least-once.r01/manifest.json" in packed
    assert not any(name.endswith((".log", ".parquet")) for name in packed)
    write_package(run, tmp_path / "b.zip", with_raw_logs=True)
    assert "cells/at-least-once.r01/sent.parquet" in names(tmp_path / "b.zip")


def test_a_package_has_the_results_of_one_computation(run: Path, tmp_path: Path) -> None:
    for name in ("summary.csv", "verdict.json", "acceptance.json"):
        (run / "results" / name).write_text("former")
    (run / "results" / "new").mkdir()
    (run / "results" / "new" / "cells.csv").write_text("new")
    write_package(run, tmp_path / "before.zip", with_raw_logs=False)
    set_link(run / "results" / CURRENT, "new")
    write_package(run, tmp_path / "after.zip", with_raw_logs=False)
    judged = dict.fromkeys(("verdict.json", "acceptance.json"), "former")
    assert results_in(tmp_path / "before.zip", tmp_path) == {
        "cells.csv": "results/cells.csv",
        "summary.csv": "former",
        **judged,
    }
    assert results_in(tmp_path / "after.zip", tmp_path) == {"cells.csv": "new", **judged}


def results_in(package: Path, folder: Path) -> dict[str, str]:
    """The names and contents of the results in a package."""
    unpacked = unpack(package, folder / package.stem)
    return {file.name: file.read_text() for file in (unpacked / "results").iterdir()}


@pytest.mark.parametrize("with_raw_logs", [True, False])
def test_what_was_packed_is_unpacked_as_it_was(run: Path, tmp_path: Path, with_raw_logs: bool) -> None:
    for name in ("a.zip", "b.zip"):
        write_package(run, tmp_path / name, with_raw_logs)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    copy = unpack(tmp_path / "a.zip", tmp_path / "there")
    assert copy.name == run.name
    assert (copy / "plan.json").read_bytes() == (run / "plan.json").read_bytes()
    assert has_raw_logs(copy) is with_raw_logs


def test_a_file_that_was_changed_added_or_removed_is_named(run: Path, tmp_path: Path) -> None:
    write_package(run, tmp_path / "a.zip", with_raw_logs=False)
    change = {
        f"{run.name}/results/cells.csv": b"better",
        f"{run.name}/results/more.csv": b"",
        f"{run.name}/report/index.html": None,
    }
    named = "report/index.html is missing; results/cells.csv was changed; results/more.csv was added"
    with pytest.raises(PackageError, match=f"{named}$"):
        unpack(changed(tmp_path / "a.zip", change), tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_package_that_was_zipped_again_may_have_entries_for_its_folders(run: Path, tmp_path: Path) -> None:
    write_package(run, tmp_path / "a.zip", with_raw_logs=False)
    again = changed(tmp_path / "a.zip", {f"{run.name}/": b"", f"{run.name}/results/": b""})
    assert unpack(again, tmp_path / "there").name == run.name


@pytest.mark.parametrize("name", ["../outside", "run/../../outside", "/outside"])
def test_nothing_is_written_outside_the_folder(run: Path, tmp_path: Path, name: str) -> None:
    write_package(run, tmp_path / "a.zip", with_raw_logs=False)
    with pytest.raises(PackageError):
        unpack(changed(tmp_path / "a.zip", {name: b"bad"}), tmp_path / "there")
    assert not (tmp_path / "outside").exists()
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("content", [b"", b"not a zip file"])
def test_another_file_or_one_without_checksums_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(PackageError, match="is not a package"):
        unpack(tmp_path / "a.zip", tmp_path / "there")
    shutil.make_archive(str(tmp_path / "a"), "zip", Path(__file__).parent, "__init__.py")
    with pytest.raises(PackageError, match="SHA256SUMS"):
        unpack(tmp_path / "a.zip", tmp_path / "there")


@pytest.mark.parametrize("change", [0xFF, 0x01, 0x04, 0x06])  # the last two give another compression
def test_a_package_with_any_damaged_byte_is_refused_or_unpacked_as_it_was(
    tmp_path: Path, change: int
) -> None:
    run, file = tmp_path / "run", tmp_path / "a.zip"
    run.mkdir()
    (run / "plan.json").write_text("some text, " * 20)
    write_package(run, file, with_raw_logs=False)
    content = file.read_bytes()
    for place in range(len(content)):
        file.write_bytes(content[:place] + bytes([content[place] ^ change]) + content[place + 1 :])
        try:
            unpacked = unpack(file, tmp_path / "there")
        except PackageError as error:
            assert str(error).startswith(f"{file}: ")  # noqa: PT017 - most damages are found, some are none
        else:
            assert (unpacked / "plan.json").read_text() == "some text, " * 20


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


def test_rows_of_a_new_metric_are_no_difference(folders: tuple[Path, Path]) -> None:
    rows = [("a", "lost", 0.0), ("a", "new", 1.0), ("b", "lost", 2.0), ("b", "new", 3.0)]
    later = pa.Table.from_pylist([dict(zip(("cell", "metric", "median"), row, strict=True)) for row in rows])
    pq.write_table(later.take([0, 2]), folders[0] / "summary.parquet")
    pq.write_table(later, folders[1] / "summary.parquet")
    assert list(result_differences(*folders)) == []
    pq.write_table(later.take([0, 1, 3]), folders[1] / "summary.parquet")
    assert list(result_differences(*folders)) == ["results/summary: 2 rows are packed, and 1 were computed."]


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
