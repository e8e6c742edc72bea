from pathlib import Path

from include.matrix.load import load
from include.matrix.plan import Treatment
from include.matrix.planning import make_plan
from include.report.publish import publish
from tests.report.page import read_page
from tests.report.synthetic import plain_value, write_run


def latencies(treatment: Treatment, column: str, block: int) -> float | None:
    """A latency of 3 ms with exactly-once and of 2 ms otherwise, and a little more from block to block."""
    if column != "reply_latency":
        return plain_value(treatment, column, block)
    return (3 if treatment.settings.is_transactional else 2) + block / 100


def test_the_report_answers_with_the_latency_of_replies(tmp_path: Path) -> None:
    page = read_page(publish(write_run(tmp_path, make_plan(load("request-reply"), "run"), latencies)))
    assert page.by_id("request-reply-table").rows()[1:] == [
        ["at-least-once", "2.04", "2.01 to 2.06", "0"],
        ["exactly-once 100 ms", "3.04", "3.01 to 3.06", "0"],
    ]
    assert "half of the replies arrive within 2.04 ms (2.01 to 2.06)" in page.by_id("answer").text
