import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.golden.differences import differences
from tests.recorded_runs.runs import NAMES


def tables(run: Path) -> dict[str, list[dict[str, Any]]]:
    return {path.stem: pq.read_table(path).to_pylist() for path in (run / "results").glob("*.parquet")}


@pytest.mark.parametrize("name", NAMES)
def test_the_results_are_the_same(recorded: dict[str, Path], measured: dict[str, Path], name: str) -> None:
    before, now = (run[name] / "results" for run in (recorded, measured))
    assert differences(tables(recorded[name]), tables(measured[name])) == {}
    for path in before.glob("*.parquet"):
        assert pq.read_schema(now / path.name) == pq.read_schema(path)
    rejected, still_rejected = (json.loads((run / "rejected.json").read_text()) for run in (before, now))
    assert still_rejected == rejected
