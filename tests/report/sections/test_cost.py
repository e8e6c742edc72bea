from typing import Any

import pytest

from include.plan.treatment import Treatment
from include.report.build_report import Report, build_report
from include.report.cost_differences import CostDifference, figure
from include.report.sections.cost import cost_paragraphs
from include.report.sections.registry import sections
from include.scenarios.delivery.settings import DeliverySettings
from include.verdicts.compared_quantities import BROKER_CPU, DELIVERED_P50, THROUGHPUT, Quantity
from include.verdicts.comparison.compare import Difference
from tests.report.blocks import charts, plain, rows, section_of, table, texts
from tests.report.synthetic import Levels, make_plan, measured_run, plain_value

Ends = tuple[float, float]


def treatment(semantics: str, **settings: Any) -> Treatment:
    """A paced treatment, unless the settings say otherwise."""
    levels = {"semantics": semantics, "rate": 2000, "seconds": 3, **settings}
    if levels["rate"] == "unthrottled":
        del levels["seconds"]
    names = {"message_bytes": 1024, "transaction_ms": 100, "client": "librdkafka"}
    return Treatment(
        id=".".join([semantics, *(str(levels.get(name, default)) for name, default in names.items())]),
        factors={name: levels[name] for name in ("semantics", "message_bytes") if name in levels},
        settings=DeliverySettings.model_validate({"scenario": "delivery", **levels}),
    )


def cost(
    quantity: Quantity,
    estimate: float,
    ends: Ends,
    corrected: Ends | None = None,
    semantics: str = "exactly-once",
    **settings: Any,
) -> CostDifference:
    difference = Difference(quantity.kind, 6, estimate, *ends, *(corrected or ends))
    costly, reference = treatment(semantics, **settings), treatment("at-least-once", **settings)
    return CostDifference(costly, reference, quantity, difference, 89.0, 16.0, "")


def latency(estimate: float, low: float, high: float, **more: Any) -> CostDifference:
    return cost(DELIVERED_P50, estimate, (low, high), **more)


def cpu(estimate: float, low: float, high: float, **more: Any) -> CostDifference:
    return cost(BROKER_CPU, estimate, (low, high), **more)


SLOWER = latency(73.3, 55.4, 118.2)
AS_MUCH_CPU = cpu(0.972, 0.9, 1.06, corrected=(0.86, 1.1))


def first(*differences: CostDifference) -> tuple[str, list[str]]:
    """The subject and the sentences of the first paragraph."""
    paragraph = cost_paragraphs(differences)[0]
    return paragraph.subject, plain(paragraph.text).split(". ")


def test_what_is_shown_stands_first_then_its_size_and_then_whether_it_matters() -> None:
    subject, (size, importance) = first(SLOWER, AS_MUCH_CPU)
    assert subject == "Slower, no difference in CPU shown"
    begin = "At 2,000 messages/s of 1 KiB: exactly-once with 100 ms transactions adds 73 ms (5"
    assert size.startswith(begin)
    assert size.endswith("takes 0.97 times (0.90 to 1.06) the brokers' CPU")
    assert importance.startswith("The difference in latency matters (at-least-once has 16 ms)")
    assert "up to 14 % remains possible" in importance


CHANCE = latency(8, 2, 14, corrected=(-1, 17), semantics="idempotent")
THROUGH = cost(THROUGHPUT, 1.15, (1.05, 1.3), rate="unthrottled")


@pytest.mark.parametrize(
    ("difference", "subject", "size", "importance"),
    [
        (CHANCE, "No difference in latency shown", "changes", "up to 17 ms remains possible"),
        (latency(-12, -14, -10), "Faster", "by −12 ms (−14 to −10)", "matters"),  # noqa: RUF001
        (cpu(1.05, 1.03, 1.07), "More CPU", "1.05 times (1.03 to 1.07)", "is too small to matter"),
        (cpu(0.88, 0.8, 0.95), "Less CPU", "0.88 times", "Whether the difference in CPU matters is open"),
        (cpu(1, 0.95, 1.05), "No difference in CPU shown", "1.00 times", "Any difference in CPU is too"),
        (THROUGH, "Higher throughput", "has 1.15 times (1.05 to 1.30) the end-to-end throughput", ""),
    ],
)
def test_the_corrected_interval_decides_what_is_shown_and_whether_it_matters(
    difference: CostDifference, subject: str, size: str, importance: str
) -> None:
    text, sentences = first(difference)
    assert text == subject
    assert size in sentences[0]
    assert importance in sentences[1]


def test_several_loads_of_a_treatment_share_a_paragraph() -> None:
    small, large = (latency(60.0 + size / 512, 50, 70, message_bytes=size) for size in (512, 1024))
    subject, sentences = first(small, large)
    assert subject == "Slower"
    assert "of 512 B: exactly-once with 100 ms transactions adds 61" in sentences[0]
    assert "of 1 KiB: it adds 62 ms (50 to 70)" in sentences[1]


@pytest.mark.parametrize("other", [{"message_bytes": 512}, {"client": "java", "lead_in_seconds": 2}])
def test_loads_or_clients_with_different_findings_are_not_summed_up(other: dict[str, Any]) -> None:
    subject, _ = first(SLOWER, latency(1, -5, 7, **other))
    assert plain(subject) == "Exactly-once with 100 ms transactions, by setting"


def test_the_strongest_semantics_stands_first() -> None:
    paragraphs = cost_paragraphs([latency(1, -5, 7, semantics="idempotent"), SLOWER])
    assert [paragraph.subject for paragraph in paragraphs[:2]] == ["Slower", "No difference in latency shown"]


def test_a_treatment_with_other_transactions_than_requested_is_named_and_not_compared() -> None:
    reason = "its transactions lasted 36 ms, and 100 ms were requested"
    unlike = SLOWER._replace(difference=Difference(DELIVERED_P50.kind, 0), not_compared=reason)
    (paragraph,) = cost_paragraphs([unlike])
    treatment = "Exactly-once with 100 ms transactions (at 2,000 messages/s of 1 KiB)"
    assert plain(paragraph.text) == f"{treatment} is not compared: {reason}."
    assert "No costs are compared, because no treatment has a reference." in cost_paragraphs([])[0].text


@pytest.mark.parametrize(
    ("value", "quantity", "text"),
    [
        (1.234, THROUGHPUT, "1.23"),
        (0.1234, THROUGHPUT, "0.12"),
        (0.001234, THROUGHPUT, "0.0012"),
        (73.4, DELIVERED_P50, "73"),
        (0.04, DELIVERED_P50, "0.0"),
    ],
)
def test_a_small_ratio_keeps_two_digits(value: float, quantity: Quantity, text: str) -> None:
    assert figure(value, quantity) == text


FACTORS: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
PACED = {"rate": 2000, "messages": 4000}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Exactly-once adds its latency, give or take the number of the block; CPU time is the same."""
    added = {10: 60, 100: 75}.get(treatment.traits.delivery.transaction_ms or 0, 0)
    known = {
        "producer_consumer_latency_p50": 16 + (added and added + block - 3.5),
        "producer_consumer_latency_p99": 50 + added,
        "broker_cpu_time": 500 + block % (2 + bool(added)),
    }
    return known.get(column, plain_value(treatment, column, block))


@pytest.fixture(scope="module")
def report() -> Report:
    return build_report(measured_run(make_plan(FACTORS, 6, constants=PACED), value), sections())


def test_the_answer_has_a_paragraph_for_each_treatment_then_how_to_read_it(report: Report) -> None:
    paragraphs = texts(section_of(report, "answer"))
    assert "with 100 ms transactions adds 75 ms (72 to 78) to the median" in paragraphs[0]
    assert "with 10 ms transactions adds 60 ms (58 to 62) to the median" in paragraphs[1]
    assert "corrected interval (for all 4 comparisons of the run)" in paragraphs[2]


def test_the_table_has_both_intervals_beside_the_reference_and_charts_are_below(report: Report) -> None:
    costs = table(section_of(report, "costs"), "cost-table")
    assert plain(costs.groups[0].title) == "exactly-once 10 ms, 1,024 B, beside at-least-once"
    latency, cpu = rows(costs)[:2]
    assert latency[:2] == ["median end-to-end latency (difference, ms)", "60.0"]
    assert latency[2:] == ["57.5 to 62.5", "56.7 to 63.3", "76.0 ms", "16.0 ms", "6"]
    assert cpu[:2] == ["CPU time of the brokers (ratio)", "1.00"]
    drawn = charts(section_of(report, "answer"))
    assert [chart.caption for chart in drawn] == [
        "Median end-to-end latency: difference from at-least-once, ms",
        "CPU time of the brokers: ratio to at-least-once",
    ]


def test_fewer_than_three_pairs_are_in_no_sentence_and_in_no_chart() -> None:
    report = build_report(measured_run(make_plan(FACTORS, 2, constants=PACED), value), sections())
    assert charts(section_of(report, "answer")) == []
    answer = plain(texts(section_of(report, "answer"))[0])
    assert "are not compared: there are two pairs of valid cells" in answer
    assert rows(table(section_of(report, "costs"), "cost-table"))[0][1:3] == ["–", "–"]  # noqa: RUF001
