import re
import shutil
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from unittest.mock import Mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.machine.storage.object_store_errors import StorageError
from include.rawlog.manifest import MANIFEST_FILE
from include.spark_jobs.job.cell import measure_or_reject
from include.spark_jobs.measures import consumption
from include.spark_jobs.results.measured_cell import RejectedCell
from tests.rawlog.sealing import edit_manifest, replace_file, seal_rows

SENT = [(0, 0, 0, 10, 14, "acked", None), (1, 0, 1, 11, None, "unknown", None)]
RECEIVED = [(0, 0, 0, 20, 0)]
NEWER = "version: 99 should be 2, the version that this Kerran measures; use the Kerran that"


@pytest.fixture
def cell(tmp_path: Path) -> Path:
    return seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)


def reason(cell: Path) -> str:
    """Why a cell is rejected, without its folder."""
    rejected = measure_or_reject(str(cell))
    assert isinstance(rejected, RejectedCell), "the cell was measured"
    assert rejected.cell == cell.name
    assert rejected.reason.startswith(f"{cell}")
    return rejected.reason.removeprefix(f"{cell}").removeprefix("/")


def rewrite(cell: Path, name: str, change: Callable[[pa.Table], pa.Table]) -> None:
    file = cell / "rewritten"
    pq.write_table(change(pq.read_table(cell / name)), file)
    replace_file(cell, name, file.read_bytes())
    file.unlink()


def test_a_raw_log_that_was_renamed_or_lacks_its_manifest_is_rejected(cell: Path) -> None:
    shutil.copytree(cell, cell.with_name("b"))
    assert reason(cell.with_name("b")) == "manifest.json: cell.id: 'a' should be 'b', the name of the folder"
    (cell / MANIFEST_FILE).write_text("{")
    assert reason(cell).startswith("manifest.json: Invalid JSON")
    (cell / MANIFEST_FILE).unlink()
    assert reason(cell) == "manifest.json: the manifest is missing, so that the cell is not sealed"


def test_a_manifest_that_lacks_a_fact_is_rejected_with_its_name(cell: Path) -> None:
    edit_manifest(cell, lambda manifest: manifest["machine"].pop("cpu_steal"))
    assert reason(cell).startswith("manifest.json: machine.cpu_steal: is missing")


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        ("clock.ended_ns", "soon", "clock.ended_ns: 'soon' should be a whole number"),
        ("version", 99, NEWER),
        ("cell.settings.message_bytes", 16, "cell.settings.message_bytes: 16 is smaller than the 28-byte"),
        ("cell.settings.scenario", "deliverry", "cell.settings.scenario: there is no scenario 'deliverry'"),
        ("cell.settings.scenario", ["copy"], "cell.settings.scenario: there is no scenario ['copy']"),
        ("cell.factors.cell", 1, "cell.factors: 'cell' should be a setting, not another column of the"),
        ("cell.factors.lost", 1, "cell.factors: 'lost' should be a setting, not another column of the"),
    ],
)
def test_what_is_wrong_in_the_manifest_is_named_with_what_is_right(
    cell: Path, place: str, value: object, told: str
) -> None:
    *keys, last = place.split(".")
    edit_manifest(cell, lambda manifest: reduce(getitem, keys, manifest).update({last: value}))
    assert reason(cell).startswith(f"manifest.json: {told}")


@pytest.mark.parametrize(("value", "length"), [("x " * 400, 300), ("xx " + "x " * 400, 299)])
def test_a_reason_is_cut_between_words_at_300_characters(cell: Path, value: str, length: int) -> None:
    edit_manifest(cell, lambda manifest: manifest["clock"].update(began_ns=value))
    message = reason(cell).removeprefix("manifest.json: ")
    assert message.startswith("clock.began_ns: ")
    assert len(message) == length


def test_a_file_with_another_schema_or_cut_short_before_it_was_sealed_is_rejected(cell: Path) -> None:
    whole = (cell / "sent.parquet").read_bytes()
    rewrite(cell, "sent.parquet", lambda sent: sent.drop_columns(["outcome"]))
    assert reason(cell).startswith("sent.parquet: column outcome is missing")
    replace_file(cell, "sent.parquet", whole[:-100])
    assert reason(cell).startswith("sent.parquet: not a whole Parquet file: ")


def test_a_defect_of_kerran_is_named_with_its_place(cell: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumption, "rate_between", lambda _: vars()["speed"])
    told = reason(cell)
    begin = ": Kerran could not measure this cell because of a defect in Kerran: KeyError: 'speed'"
    assert told.startswith(begin)
    place = told.rpartition("(include/spark_jobs/measures/consumption.py:")[2]
    assert re.match(r"[0-9]+, in \w*measures", place)  # a mutant has a longer name


def test_storage_that_is_not_reached_or_a_file_that_may_not_be_read_is_no_defect(
    cell: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "read_bytes", Mock(side_effect=StorageError("cannot be reached")))
    with pytest.raises(StorageError, match="cannot be reached"):
        measure_or_reject(str(cell))
    denied = PermissionError(13, "Permission denied", "sent.parquet")
    monkeypatch.setattr(Path, "read_bytes", Mock(side_effect=denied))
    assert measure_or_reject(str(cell)) == RejectedCell("a", "[Errno 13] Permission denied: 'sent.parquet'")
