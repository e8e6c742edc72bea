import numpy as np
import pytest

from include.spark_jobs.tables.rate_of_each_tenth import tenth_rows, tenths
from include.spark_jobs.tables.registry import rows_of
from tests.spark_jobs.cells import S, raw_cell


def test_a_tenth_lasts_from_the_end_of_the_one_before_to_its_own_and_may_be_empty() -> None:
    steady = [place * S // 10 for place in range(1, 11)]
    messages, rates = tenths(np.array(steady + [S + place * S // 5 for place in range(1, 11)]), began=0)
    assert messages.tolist() == [2] * 10
    assert rates.tolist() == pytest.approx([10] * 5 + [5] * 5)
    _, rates = tenths(np.array([0] * 10 + [place * S for place in range(1, 11)]), began=0)
    assert np.isnan(rates).tolist() == [True] * 5 + [False] * 5
    messages, rates = tenths(np.array([S, 2 * S]), began=0)
    assert messages.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert rates[4] == rates[9] == 1


SENT = [(id, 0, id, id * S, (id + 1) * S, "acked", None) for id in range(20)]
RECEIVED = [(id, 0, id, 100 * S + id * S // 4, 0) for id in range(20)]


def test_a_cell_whose_consumers_came_late_has_tenths_of_each_side_with_messages() -> None:
    table = rows_of(raw_cell(SENT, RECEIVED, settings={"backlog": True}))["tenths"]
    rows = [tuple(row.values()) for row in table.to_pylist()]
    assert rows[:10] == [("a", "sent", tenth, 2, 1.0) for tenth in range(1, 11)]
    assert rows[10] == ("a", "received", 1, 2, 8.0)
    assert rows[11:] == [("a", "received", tenth, 2, 4.0) for tenth in range(2, 11)]
    at_once = [(id, 0, id, 100 * S, 0) for id in range(20)]
    received = tenth_rows(raw_cell(SENT, at_once, settings={"backlog": True}))[10:]
    assert [row["rate"] for row in received] == [None] * 10
    assert {row["side"] for row in tenth_rows(raw_cell(SENT, settings={"backlog": True}))} == {"sent"}
    assert tenth_rows(raw_cell(settings={"backlog": True})) == []
    assert tenth_rows(raw_cell(SENT, RECEIVED)) == []
