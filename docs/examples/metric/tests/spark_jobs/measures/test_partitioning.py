from pathlib import Path

import pytest

from docs.pages.metrics import page
from include.kinds.metrics.registry import METRICS
from include.rawlog.cells_and_results_of_run import RESULTS_FOLDER
from include.spark_jobs.job.cell import measure_cell
from tests.rawlog.sealing import seal_rows
from tests.spark_jobs.without_spark import write_results

SENT = [(id, partition, id, id, id + 1, "acked", None) for id, partition in enumerate([0, 1, 1, 1])]
UNKNOWN = [(4, 2, None, 4, None, "unknown", None)]


def test_the_share_is_of_the_acknowledged_messages(tmp_path: Path) -> None:
    cell = measure_cell(seal_rows(tmp_path / "cells" / "a", [*SENT, *UNKNOWN]))
    assert cell.metrics["largest_partition"] == pytest.approx(75.0)


def test_without_acknowledged_messages_there_is_no_share(tmp_path: Path) -> None:
    cell = measure_cell(seal_rows(tmp_path / "cells" / "a", UNKNOWN))
    assert cell.metrics["largest_partition"] is None


def test_the_metric_is_in_the_results(tmp_path: Path) -> None:
    cell = measure_cell(seal_rows(tmp_path / "cells" / "a", SENT))
    write_results(tmp_path, [cell])
    assert ",largest_partition" in (tmp_path / RESULTS_FOLDER / "cells.csv").read_text()
    assert ",largest_partition,%,75.0," in (tmp_path / RESULTS_FOLDER / "summary.csv").read_text()


def test_the_metric_is_in_the_documentation() -> None:
    assert METRICS["largest_partition"].definition in page()
