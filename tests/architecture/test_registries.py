import pytest

from include.folders import ROOT
from include.metrics.registry import METRIC_FAMILIES, VIOLATIONS
from include.rawlog.schemas import scenario_tables
from include.registry import acting_half
from include.report.sections.registry import SECTIONS
from include.scenarios.registry import SCENARIOS
from tests.architecture.kinds import KINDS, REGISTRIES

NAMES = [(kind, name) for kind, registry in REGISTRIES.items() for name in registry]


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_a_record_has_the_name_under_which_it_is_registered(kind: str, name: str) -> None:
    assert REGISTRIES[kind][name].name == name


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_registered_has_files_of_its_own(kind: str) -> None:
    for name in KINDS[kind].registry:
        assert any(list(ROOT.glob(pattern)) for pattern in KINDS[kind].files_of(name)), name


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_a_workload_and_its_metrics_files_promises_and_sections_exist(scenario: str) -> None:
    described = SCENARIOS[scenario]
    workload = acting_half("include.cells.scenarios", scenario)
    assert workload is not None
    assert callable(workload.workload)
    family = METRIC_FAMILIES[scenario].metrics if scenario in METRIC_FAMILIES else ()
    assert described.metrics == tuple(metric.name for metric in family)
    measures = acting_half("include.spark_jobs.scenarios", scenario)
    assert (measures is not None) == bool(described.metrics)
    assert list(described.raw_log_files) == list(scenario_tables(scenario))
    assert described.promises <= VIOLATIONS.keys()
    assert set(described.sections) <= set(SECTIONS)
