import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from include.rawlog.manifest import read_manifest
from include.rawlog.reader import check
from tests.golden.differences import differences
from tests.recorded_runs.runs import NAMES


def tables(run: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of all tables of results."""
    return {path.stem: pq.read_table(path).to_pylist() for path in (run / "results").glob("*.parquet")}


@pytest.mark.parametrize("name", NAMES)
def test_the_results_are_the_same(recorded: dict[str, Path], measured: dict[str, Path], name: str) -> None:
    assert differences(tables(recorded[name]), tables(measured[name])) == {}


@pytest.mark.parametrize("name", NAMES)
def test_the_columns_and_their_types_are_the_same(
    recorded: dict[str, Path], measured: dict[str, Path], name: str
) -> None:
    for path in (recorded[name] / "results").glob("*.parquet"):
        assert pq.read_schema(measured[name] / "results" / path.name) == pq.read_schema(path)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_cells_are_rejected(recorded: dict[str, Path], measured: dict[str, Path], name: str) -> None:
    before, now = (
        json.loads((run[name] / "results" / "rejected.json").read_text()) for run in (recorded, measured)
    )
    assert now == before


@pytest.mark.parametrize("name", NAMES)
def test_every_file_of_a_cell_matches_its_manifest(recorded: dict[str, Path], name: str) -> None:
    for manifest in sorted(recorded[name].glob("*/*/manifest.json")):
        assert check(manifest.parent) == read_manifest(manifest.parent)
