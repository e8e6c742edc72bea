"""The names of metrics, beside those of settings."""

from include.metrics.registry import COLUMNS
from include.scenarios.registry import SCENARIOS


def test_no_setting_has_the_name_of_a_column_because_results_have_a_column_for_each_factor() -> None:
    settings = {name for scenario in SCENARIOS.values() for name in scenario.settings.model_fields}
    assert settings & COLUMNS.keys() == set()
