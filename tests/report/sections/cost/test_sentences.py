from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate
from include.report.sections.cost.comparisons import THROUGHPUT, CostComparison
from include.report.sections.cost.sentences import best_sentence, cost_sentence
from include.scenarios.delivery.settings import DeliverySettings
from tests.report.blocks import plain


def compared(
    low: float | None, high: float | None, message_bytes: int = 1024, ratio: float = 0.9
) -> CostComparison:
    settings = DeliverySettings(semantics="exactly-once", message_bytes=message_bytes)
    treatment = Treatment(id="exactly-once", factors={}, settings=settings)
    estimate = Estimate(ratio, low, high, 10)
    return CostComparison(treatment, THROUGHPUT, estimate, median=36, baseline_median=40)


def test_a_lower_throughput_is_shown_with_its_evidence() -> None:
    assert plain(cost_sentence([compared(0.8, 0.95)])) == (
        "End-to-end throughput was lower: 0.900 times that of at-least-once "
        "(95% interval 0.800 to 0.950; 36.0 against 40.0 MiB/s)."
    )


def test_an_interval_that_includes_one_is_not_shown_as_a_difference() -> None:
    sentence = cost_sentence([compared(0.8, 1.05)])
    assert sentence.startswith("No difference in end-to-end throughput was shown: 0.900 times")
    assert "lower" not in sentence


def test_without_an_interval_the_sentence_says_only_what_was_measured() -> None:
    assert plain(cost_sentence([compared(None, None)])) == (
        "End-to-end throughput was measured at 0.900 times that of at-least-once (36.0 against 40.0 MiB/s)."
    )


def test_several_comparisons_are_sorted_by_what_each_shows() -> None:
    found = [compared(0.4, 0.6, 128, 0.5), compared(0.9, 1.1, 512, 1), compared(0.7, 0.9, 1024, 0.8)]
    assert plain(cost_sentence(found)) == (
        "End-to-end throughput was measured at 0.500 to 1.00 times that of at-least-once in 3 comparisons: "
        "lower at 128 B and 1,024 B; no difference shown at 512 B."
    )


def test_several_comparisons_without_intervals_show_no_difference() -> None:
    sentence = cost_sentence([compared(None, None, 128, 0.5), compared(None, None, 512, 0.8)])
    assert sentence == (
        "End-to-end throughput was measured at 0.500 to 0.800 times that of at-least-once in 2 comparisons."
    )


def test_a_treatment_that_is_best_twice_is_named_once() -> None:
    assert plain(best_sentence((6.36, "at-most-once, 1,024 B"), (268, "idempotent, 128 B"))) == (
        "At-most-once, 1,024 B had the highest median end-to-end throughput (6.36 MiB/s), "
        "and idempotent, 128 B had the lowest median of the mean end-to-end latency (268 ms)."
    )
    assert plain(best_sentence((6.36, "at-most-once, 1,024 B"), (268, "at-most-once, 1,024 B"))) == (
        "At-most-once, 1,024 B had the highest median end-to-end throughput (6.36 MiB/s), "
        "and the lowest median of the mean end-to-end latency (268 ms)."
    )
