from include.kinds.metrics.registry import COLUMNS, METRIC_FAMILIES, METRICS, VIOLATIONS
from include.kinds.scenario import SCENARIOS


def test_every_metric_has_a_name_of_its_own_that_no_setting_has_and_a_definition_in_sentences() -> None:
    names = [metric.name for family in METRIC_FAMILIES.values() for metric in family.metrics]
    assert len(names) == len(set(names))
    assert list(METRICS) == names
    settings = {name for scenario in SCENARIOS.values() for name in scenario.settings.model_fields}
    assert settings & COLUMNS.keys() == set()  # results have a column for each factor
    for metric in METRICS.values():
        assert metric.definition.endswith("."), metric.name
        assert metric.definition[0].isupper() or metric.definition[0].isdigit(), metric.name


def test_spans_have_columns_and_chances_of_violations_are_whole_numbers() -> None:
    spans = [column for column in COLUMNS if column.endswith("_throughput")]
    assert spans == ["producer_broker_throughput", "producer_consumer_throughput"]
    assert COLUMNS["lost"] is METRICS["lost"]
    assert list(VIOLATIONS)[:3] == ["lost", "duplicated", "out_of_order"]
    for violation in VIOLATIONS.values():
        assert METRICS[violation.chances or ""].is_whole_number
