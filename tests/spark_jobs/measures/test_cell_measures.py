from pathlib import Path

import pytest

from include.kinds.metrics.registry import COLUMNS, METRIC_FAMILIES
from include.kinds.scenario import SCENARIOS
from include.rawlog.manifest import read_manifest
from include.spark_jobs.measures import cell_measures
from include.spark_jobs.measures.cell_measures import measured
from include.spark_jobs.measures.rawcell import RawCell, read_cell
from include.spark_jobs.tables.registry import result_tables
from tests.rawlog.sealing import seal_rows
from tests.spark_jobs.job.test_cell import RECEIVED, SENT


@pytest.fixture
def cell(tmp_path: Path) -> RawCell:
    folder = seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    return read_cell(folder, read_manifest(folder))


def test_every_family_is_measured_by_the_module_of_its_name_or_by_its_scenario() -> None:
    measured_by = [measures.__module__.rpartition(".")[2] for measures in cell_measures.FAMILIES]
    assert measured_by == [family for family in METRIC_FAMILIES if family not in SCENARIOS]
    own = {name for name, scenario in SCENARIOS.items() if scenario.measures()}
    assert own == METRIC_FAMILIES.keys() & SCENARIOS.keys()


def test_results_have_the_tables_of_every_scenario() -> None:
    tables = [
        "violations",
        "timelines",
        "fates",
        "faults",
        "tenths",
        "strikes",
        "requests",
        "ownership",
        "broken_inputs",
    ]
    assert list(result_tables()) == tables


def test_a_family_measures_its_own_metrics_and_a_cell_has_every_column(cell: RawCell) -> None:
    for measures in cell_measures.FAMILIES:
        family = METRIC_FAMILIES[measures.__module__.rpartition(".")[2]]
        names = {COLUMNS[column].name for column in measures(cell)}
        assert names <= {metric.name for metric in family.metrics}
    assert list(measured(cell)) == list(COLUMNS)


def test_what_is_measured_must_be_registered(cell: RawCell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_measures, "_measures_of", lambda _: [lambda _: {"lost": 1.0, "losst": 2.0}])
    with pytest.raises(KeyError, match="not registered as metrics: losst"):
        measured(cell)
