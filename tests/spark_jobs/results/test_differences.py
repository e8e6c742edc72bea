from dataclasses import replace
from typing import Any

import pytest

from include.kinds.metrics.registry import COLUMNS
from include.spark_jobs.results.differences import difference_rows
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.report.synthetic import make_plan

PACED = {"rate": 1000, "messages": 4000}
PLAN = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6, constants=PACED)


def cell(treatment: str, block: int, **metrics: float | None) -> MeasuredCell:
    known = {**dict.fromkeys(COLUMNS, None), "transaction_time": 100.0, **metrics}
    return MeasuredCell(f"{treatment}.r{block}", treatment, block, block, "4.3.1", Verdict.KEPT, {}, known)


def cells(costly: list[float], other: list[float], name: str, **metrics: float | None) -> list[MeasuredCell]:
    values = {"exactly-once": costly, "at-least-once": other}
    return [
        cell(treatment, block, **{name: value}, **metrics)
        for treatment, measured in values.items()
        for block, value in enumerate(measured, start=1)
    ]


def row(measured: list[MeasuredCell], metric: str) -> dict[str, Any]:
    (compared,) = (listed for listed in difference_rows(PLAN, measured) if listed["metric"] == metric)
    return compared


LATENCIES = cells([89, 91, 92, 90, 91, 93], [16, 17, 18, 16, 17, 18], "producer_consumer_latency_p50")


def test_a_latency_is_compared_by_its_difference_in_ms() -> None:
    compared = row(LATENCIES, "latency_p50")
    assert (compared["treatment"], compared["reference"]) == ("exactly-once", "at-least-once")
    assert (compared["span"], compared["unit"], compared["kind"]) == ("producer-consumer", "ms", "difference")
    assert (compared["estimate"], compared["pairs"], compared["differs"]) == (74, 6, True)


def test_cpu_time_is_compared_by_its_ratio_although_a_rate_was_not_held() -> None:
    compared = row(cells([480, 500, 520] * 2, [500] * 6, "broker_cpu_time"), "broker_cpu_time")
    assert (compared["span"], compared["kind"], compared["differs"]) == (None, "ratio", False)
    assert compared["estimate"] == pytest.approx(1, abs=0.002)
    measured = with_held(cells([480] * 6, [500] * 6, "broker_cpu_time"), exactly_once=90)
    assert row(measured, "broker_cpu_time")["estimate"] == pytest.approx(0.96)


def test_latency_is_no_cost_of_an_unthrottled_load() -> None:
    unthrottled = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6)
    metrics = [difference_row["metric"] for difference_row in difference_rows(unthrottled, LATENCIES)]
    assert metrics == ["throughput", "broker_cpu_time"]


def test_an_invalid_cell_and_shorter_transactions_than_requested_are_not_compared() -> None:
    invalid = [replace(entry, invalid_because=["a clock was set"]) for entry in LATENCIES[:1]]
    compared = row([*invalid, *LATENCIES[1:]], "latency_p50")
    assert (compared["pairs"], compared["estimate"], compared["differs"]) == (5, 74, True)
    short = [replace(entry, metrics={**entry.metrics, "transaction_time": 80.0}) for entry in LATENCIES]
    compared = row(short, "latency_p50")
    assert (compared["pairs"], compared["estimate"]) == (0, None)
    assert compared["not_compared"] == "its transactions lasted 80 ms, and 100 ms were requested"


def test_a_treatment_without_a_valid_cell_has_no_pairs_and_one_that_never_commits_says_so() -> None:
    nothing = [*difference_rows(PLAN, []), *difference_rows(LADDER, [])]
    assert {(listed["pairs"], listed["not_compared"]) for listed in nothing} == {(0, "")}
    first = replace(LATENCIES[0], metrics={**LATENCIES[0].metrics, "transaction_time": None})
    assert row([first, *LATENCIES[1:]], "latency_p50")["pairs"] == 6
    none = cells([90.0] * 6, [16.0] * 6, "producer_consumer_latency_p50", transaction_time=None)
    assert row(none, "latency_p50")["not_compared"] == "no transaction was committed"


def with_held(measured: list[MeasuredCell], **percents: float) -> list[MeasuredCell]:
    """The cells, of which those of these treatments in every second block held that much of the rate."""
    held = {(name.replace("_", "-"), block): share for name, share in percents.items() for block in (2, 4, 6)}
    return [
        replace(entry, metrics={**entry.metrics, "producer_consumer_rate_held": held.get(place, 99.5)})
        for entry in measured
        for place in [(entry.treatment, entry.block)]
    ]


@pytest.mark.parametrize(
    ("percents", "whose"), [({"exactly_once": 98.5}, "its"), ({"at_least_once": 98.5}, "its reference's")]
)
def test_a_latency_has_a_remark_where_a_rate_was_not_held(percents: dict[str, float], whose: str) -> None:
    compared = row(with_held(LATENCIES, **percents), "latency_p50")
    assert (compared["pairs"], compared["estimate"]) == (6, 74)
    assert compared["remark"] == f"{whose} rate was not held in 3 of 6 cells"
    assert row(with_held(LATENCIES, **percents), "broker_cpu_time")["remark"] == ""


SEMANTICS = ["at-least-once", "idempotent", "exactly-once"]
LADDER = make_plan({"semantics": SEMANTICS, "rate": [1000, 2000]}, 6, constants={"seconds": 2})


def on_ladder(**held: int) -> dict[tuple[str, int], dict[str, Any]]:
    """The comparisons of a ladder, of whose cells at 2,000 messages/s so many held the rate."""
    measured = [
        cell(treatment.id, block, producer_consumer_latency_p50=20 + block, producer_consumer_rate_held=rate)
        for treatment in LADDER.treatments
        for block in range(1, 7)
        for name in [treatment.settings.semantics.replace("-", "_")]
        for rate in [100 if treatment.factors["rate"] == 1000 or block <= held.get(name, 6) else 90]
    ]
    rows = difference_rows(LADDER, measured)
    return {(row["treatment"].split(".")[0], int(row["treatment"].split("-")[-1])): row for row in rows}


def test_on_a_ladder_no_treatment_is_compared_at_a_rate_that_most_cells_of_one_did_not_hold() -> None:
    compared = on_ladder(exactly_once=3)
    assert compared["idempotent", 1000]["pairs"] == 6
    assert compared["idempotent", 2000]["pairs"] == 0
    reason = "exactly-once.rate-2000's rate was not held in 3 of 6 cells"
    assert compared["idempotent", 2000]["not_compared"] == reason
    assert on_ladder(at_least_once=3)["idempotent", 2000]["pairs"] == 0
    assert all(row["pairs"] == 6 for row in on_ladder(exactly_once=5, at_least_once=5).values())


def test_over_several_starts_their_means_are_compared() -> None:
    measured = cells([90, 90, 92, 92, 91, 91], [16] * 6, "producer_consumer_latency_p50")
    of_starts = [replace(entry, start=(entry.block + 1) // 2) for entry in measured[:6]]
    compared = row([*of_starts, *measured[6:]], "latency_p50")
    assert (compared["pairs"], compared["starts"], compared["estimate"]) == (6, 3, 75)
    assert compared["high"] == pytest.approx(75 + 2.683**1.16, abs=0.01)
    assert row(measured, "latency_p50")["high"] == 76
