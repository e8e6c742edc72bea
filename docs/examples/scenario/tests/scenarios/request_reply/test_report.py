from pathlib import Path

from include.plan.load import load
from include.plan.planning import make_plan
from include.plan.treatment import Treatment
from include.report.publish import publish
from tests.report.page import read_page
from tests.report.synthetic import make_plan as synthetic_plan
from tests.report.synthetic import plain_value, write_run


def latencies(treatment: Treatment, column: str, block: int) -> float | None:
    """A latency of 3 ms with exactly-once and of 2 ms otherwise, and a little more from block to block."""
    if column != "reply_latency":
        return plain_value(treatment, column, block)
    return (3 if treatment.traits.delivery.is_transactional else 2) + block / 100


def one_unanswered(_treatment: Treatment, column: str, _block: int) -> float | None:
    """A request without a reply in each cell; of all others, nothing is known."""
    return {"unanswered": 1, "acked": 1000, "received": 1000}.get(column, 0)


def test_the_report_answers_with_the_latency_of_replies(tmp_path: Path) -> None:
    page = read_page(publish(write_run(tmp_path, make_plan(load("request-reply"), "run"), latencies)))
    assert page.by_id("request-reply-table").rows()[1:] == [
        ["at-least-once", "2.04", "2.01 to 2.06", "0"],
        ["exactly-once 100 ms", "3.04", "3.01 to 3.06", "0"],
    ]
    assert "half of the replies arrive within 2.04 ms (2.01 to 2.06)" in page.by_id("answer").text


def test_requests_without_a_reply_break_the_promise_in_words(tmp_path: Path) -> None:
    factors = {"semantics": ["at-least-once"], "fault": ["kill-leader"]}
    constants = {"rate": 100, "messages": 1000}
    plan = synthetic_plan(factors, scenario="request_reply", constants=constants)
    page = read_page(publish(write_run(tmp_path, plan, one_unanswered)))
    assert "3 without a reply" in page.by_id("guarantees").text.replace("\N{NO-BREAK SPACE}", " ")
    assert page.by_id("violating-cells").rows()[0][-1] == "1"
