from itertools import count

import pytest

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.rawcell import RawCell, is_word, once_per_cell
from tests.spark_jobs.cells import S, raw_cell

LEAD_IN = {"rate": 2, "messages": 4, "lead_in_seconds": 1}
"""Of four messages, the first two are those of the lead-in."""

SENT = [
    (0, 0, 0, 900, 14, "acked", 1),
    (1, 0, None, 500, 17, "acked", 2),
    (2, 1, 5, 800, None, "failed", 3),
    (3, 1, 6, 700, None, "unknown", None),
]
TRANSACTIONS = [(1, 10, 1, 2, 1, "committed"), (2, 20, None, 2, 1, "aborted"), (3, 700, 1, 2, 1, "unknown")]
RECEIVED = [
    (3, 1, 6, 20, 0, None),
    (0, 0, 0, 10, 1, None),
    (NEVER_SENT, 0, 1, 30, 1, 1),
    (3, 1, 7, 40, 0, None),
    (77, 0, 2, 50, 1, None),
]


@pytest.fixture
def cell() -> RawCell:
    return raw_cell(SENT, RECEIVED, TRANSACTIONS, settings=LEAD_IN)


@pytest.mark.parametrize(
    ("messages", "seconds", "lead_in"), [(6, 1, 2), (6, 2.1, 3), (6, 60, 3), (5, 60, 2), (1, 60, 0)]
)
def test_without_a_rate_the_lead_in_is_what_was_created_in_its_time_but_at_most_half(
    messages: int, seconds: float, lead_in: int
) -> None:
    sent = [(id, 0, id, id * S // 2, None, "unknown", None) for id in range(messages)]
    assert raw_cell(sent, settings={"lead_in_seconds": seconds}).lead_in_messages == lead_in


def test_what_was_acknowledged_is_promised_unless_its_transaction_was_not_committed(cell: RawCell) -> None:
    assert cell.acked.tolist() == [True, True, False, False]
    assert cell.promised.tolist() == [True, False, False, False]
    assert cell.aborted.tolist() == [False, True, False, False]
    cell = raw_cell([(*row[:6], None) for row in SENT], transactions=TRANSACTIONS)
    assert not cell.names_transactions
    assert cell.promised.tolist() == cell.acked.tolist()
    assert not cell.aborted.any()


def test_known_places_in_the_log_are_compared_by_partition_and_offset(cell: RawCell) -> None:
    known, positions = cell.known_positions
    assert known.tolist() == [True, False, True, True]
    assert positions.partitions.tolist() == [0, 1, 1]
    assert positions.offsets.tolist() == [0, 5, 6]
    _, positions = cell.known_positions
    assert positions.keys.tolist() == [0, 2**44 + 5, 2**44 + 6]


def test_a_cell_knows_words_what_is_sent_once_and_what_it_computed(cell: RawCell) -> None:
    assert cell.sends_once
    assert not raw_cell([*SENT, SENT[-1]]).sends_once
    assert is_word(cell.sent["outcome"], "acked").tolist() == [True, True, False, False]
    assert not is_word(cell.sent["outcome"], "lost").any()
    numbered = count(1)
    number_of = once_per_cell(lambda _: next(numbered))
    assert [number_of(cell), number_of(cell), number_of(raw_cell())] == [1, 1, 2]
