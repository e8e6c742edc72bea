import pytest

from include.kinds.metrics.registry import METRIC_FAMILIES, VIOLATIONS
from include.kinds.registry import acting_half
from include.kinds.scenario import SCENARIOS
from include.machine.folders import ROOT
from include.report.sections.registry import SECTIONS
from tests.architecture.kinds import KINDS

NAMES = [(kind, name) for kind, described in KINDS.items() for name in described.registry]


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_a_record_has_the_name_under_which_it_is_registered(kind: str, name: str) -> None:
    assert KINDS[kind].registry[name].name == name


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_registered_has_files_of_its_own(kind: str) -> None:
    for name in KINDS[kind].registry:
        assert any(list(ROOT.glob(pattern)) for pattern in KINDS[kind].files_of(name)), name


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_a_workload_and_measures_and_its_promises_and_sections_exist(scenario: str) -> None:
    described = SCENARIOS[scenario]
    workload = acting_half("include.cells.scenarios", scenario)
    assert workload is not None
    assert callable(workload.workload)
    measures = acting_half("include.spark_jobs.scenarios", scenario)
    assert (measures is not None) == (scenario in METRIC_FAMILIES)
    assert described.promises <= VIOLATIONS.keys()
    assert set(described.sections) <= set(SECTIONS)
