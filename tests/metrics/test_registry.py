from include.metrics.registry import COLUMNS, METRIC_FAMILIES, METRICS, VIOLATIONS


def test_no_name_is_that_of_two_metrics() -> None:
    names = [metric.name for family in METRIC_FAMILIES.values() for metric in family.metrics]
    assert len(names) == len(set(names))
    assert list(METRICS) == names


def test_metrics_of_a_span_have_a_column_for_each_span() -> None:
    spans = [column for column in COLUMNS if column.endswith("_throughput")]
    assert spans == ["producer_broker_throughput", "producer_consumer_throughput"]
    assert COLUMNS["lost"] is METRICS["lost"]


def test_the_chances_of_a_violation_are_a_metric_of_whole_numbers() -> None:
    assert list(VIOLATIONS)[:3] == ["lost", "duplicated", "out_of_order"]
    for violation in VIOLATIONS.values():
        assert METRICS[violation.chances or ""].is_whole_number


def test_a_definition_is_made_of_sentences() -> None:
    for metric in METRICS.values():
        assert metric.definition.endswith("."), metric.name
        assert metric.definition[0].isupper() or metric.definition[0].isdigit(), metric.name
