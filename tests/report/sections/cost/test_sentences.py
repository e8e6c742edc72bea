"""Significance first, then size, then whether it matters; nothing without an interval."""

import pytest

from include.report.cost_differences import CostDifference, figure
from include.report.sections.cost import cost_paragraphs
from include.verdicts.compared_quantities import DELIVERED_P50, THROUGHPUT, Quantity
from tests.report.blocks import plain
from tests.report.sections.cost.costs import cost, cpu, latency, too_few

SLOWER = latency(73.3, 55.4, 118.2)
AS_MUCH_CPU = cpu(0.972, 0.9, 1.06, corrected=(0.86, 1.1))


def first(*differences: CostDifference) -> tuple[str, list[str]]:
    """The subject and the sentences of the first paragraph."""
    paragraph = cost_paragraphs(differences)[0]
    return paragraph.subject, plain(paragraph.text).split(". ")


def test_what_is_shown_stands_first_then_its_size_and_then_whether_it_matters() -> None:
    assert first(SLOWER, AS_MUCH_CPU) == (
        "Slower, no difference in CPU shown",
        [
            "At 2,000 messages/s of 1 KiB: exactly-once with 100 ms transactions adds 73 ms (55 to 118) to "
            "the median end-to-end latency and takes 0.97 times (0.90 to 1.06) the brokers' CPU",
            "The difference in latency matters (at-least-once has 16 ms); a difference in CPU of up to 14 % "
            "remains possible.",
        ],
    )


def test_a_difference_that_the_correction_does_not_leave_is_not_shown() -> None:
    chance = latency(8, 2, 14, corrected=(-1, 17), semantics="idempotent")
    subject, sentences = first(chance)
    assert subject == "No difference in latency shown"
    assert sentences[0].endswith("idempotent changes the median end-to-end latency by 8.0 ms (2.0 to 14)")
    assert sentences[1] == (
        "A difference in latency of up to 17 ms remains possible (at-least-once has 16 ms)."
    )


def test_a_small_difference_that_is_shown_does_not_matter() -> None:
    subject, sentences = first(cpu(1.05, 1.03, 1.07))
    assert subject == "More CPU"
    assert sentences[1] == "The difference in CPU is too small to matter."


def test_whether_a_difference_matters_is_open_where_the_interval_includes_a_tenth() -> None:
    subject, sentences = first(cpu(0.88, 0.8, 0.95))
    assert subject == "Less CPU"
    assert sentences[1] == "Whether the difference in CPU matters is open."


def test_no_difference_can_be_known_to_be_small() -> None:
    assert first(cpu(1, 0.95, 1.05))[1][1] == "Any difference in CPU is too small to matter."


def test_a_lower_latency_is_not_added() -> None:
    subject, sentences = first(latency(-12, -14, -10))
    assert subject == "Faster"
    assert "changes the median end-to-end latency by −12 ms (−14 to −10)" in sentences[0]  # noqa: RUF001


def test_an_unthrottled_load_is_compared_in_its_throughput() -> None:
    difference = cost(THROUGHPUT, 1.15, (1.05, 1.3), rate="unthrottled")
    subject, sentences = first(difference)
    assert subject == "Higher throughput"
    assert sentences[0] == (
        "Unthrottled, with messages of 1 KiB: exactly-once with 100 ms transactions has 1.15 times "
        "(1.05 to 1.30) the end-to-end throughput"
    )


def test_several_loads_of_a_treatment_share_a_paragraph() -> None:
    small, large = (latency(60.0 + size / 512, 50, 70, message_bytes=size) for size in (512, 1024))
    subject, sentences = first(small, large)
    assert subject == "Slower"
    assert sentences[0].startswith(
        "At 2,000 messages/s of 512 B: exactly-once with 100 ms transactions adds 61"
    )
    assert sentences[1].startswith("At 2,000 messages/s of 1 KiB: it adds 62 ms (50 to 70)")


def test_loads_with_different_findings_are_not_summed_up() -> None:
    slower, equal = latency(60, 50, 70, message_bytes=512), latency(1, -5, 7, message_bytes=1024)
    assert plain(first(slower, equal)[0]) == "Exactly-once with 100 ms transactions, by setting"


def test_clients_with_different_findings_are_not_summed_up() -> None:
    java = latency(1, -5, 7, client="java", lead_in_seconds=2)
    assert plain(first(SLOWER, java)[0]) == "Exactly-once with 100 ms transactions, by setting"


def test_the_strongest_semantics_stands_first() -> None:
    paragraphs = cost_paragraphs([latency(1, -5, 7, semantics="idempotent"), SLOWER])
    assert [paragraph.subject for paragraph in paragraphs[:2]] == ["Slower", "No difference in latency shown"]


def test_a_treatment_with_other_transactions_than_requested_is_named_and_not_compared() -> None:
    (paragraph,) = cost_paragraphs([too_few(0, "its transactions lasted 36 ms, and 100 ms were requested")])
    assert plain(paragraph.text) == (
        "Exactly-once with 100 ms transactions (at 2,000 messages/s of 1 KiB) is not compared: its "
        "transactions lasted 36 ms, and 100 ms were requested."
    )


def test_a_run_without_a_reference_says_so() -> None:
    assert (
        "No costs are compared: no treatment differs from a reference only in" in cost_paragraphs([])[0].text
    )


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
