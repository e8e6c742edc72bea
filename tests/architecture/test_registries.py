"""Every registry is complete: its records have their names, and what a scenario names exists."""

import pytest

from include.folders import ROOT
from include.metrics.registry import METRIC_FAMILIES, VIOLATIONS
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
def test_a_scenario_has_a_workload(scenario: str) -> None:
    half = acting_half("include.cells.scenarios", scenario)
    assert half is not None
    assert callable(half.workload)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_metrics_of_a_scenario_are_those_of_its_family(scenario: str) -> None:
    family = METRIC_FAMILIES[scenario].metrics if scenario in METRIC_FAMILIES else ()
    assert SCENARIOS[scenario].metrics == tuple(metric.name for metric in family)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_metrics_of_a_scenario_are_measured(scenario: str) -> None:
    half = acting_half("include.spark_jobs.scenarios", scenario)
    assert (half is not None) == bool(SCENARIOS[scenario].metrics)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_raw_log_files_of_a_scenario_have_schemas(scenario: str) -> None:
    half = acting_half("include.rawlog.scenarios", scenario)
    assert list(SCENARIOS[scenario].raw_log_files) == list(half.FILES if half else ())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_promises_of_a_scenario_are_violations_that_are_measured(scenario: str) -> None:
    assert SCENARIOS[scenario].promises <= VIOLATIONS.keys()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sections_of_a_scenario_exist(scenario: str) -> None:
    assert set(SCENARIOS[scenario].sections) <= set(SECTIONS)
