import pytest

from include.kinds.metrics.registry import METRIC_FAMILIES, VIOLATIONS
from include.kinds.scenario import SCENARIOS
from include.machine.folders import ROOT
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
def test_a_scenario_has_a_workload_and_measures_its_metrics_and_its_promises_exist(scenario: str) -> None:
    described = SCENARIOS[scenario]
    assert callable(described.workload())
    assert (described.measures() is not None) == (scenario in METRIC_FAMILIES)
    assert described.promises <= VIOLATIONS.keys()
