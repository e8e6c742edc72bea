from pathlib import Path

import numpy as np

from include.scenarios.reliable_ack.programs.confirmations import (
    CONFIRMATIONS,
    PART,
    Confirmations,
    ConfirmedBy,
    confirmations_part,
)


def records(folder: Path) -> Confirmations:
    """The records after copies of 0 to 2 arrived: 0 has a receipt, 1 was retransmitted twice and 2 once."""
    log = Confirmations.new(4, folder / PART)
    for id in range(3):
        log.copied(id)
    log.confirm(0, ConfirmedBy.RECEIPT, 70)
    for id in (1, 1, 2):
        log.retransmitted(id)
    log.confirm(1, ConfirmedBy.RETRANSMISSION, 90)
    return log


def test_a_row_says_when_and_how_a_message_was_confirmed(tmp_path: Path) -> None:
    log = records(tmp_path)
    table = confirmations_part(tmp_path)
    assert table.schema == CONFIRMATIONS
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        (0, 70, "receipt", 0),
        (1, 90, "retransmission", 2),
        (2, None, "nothing", 1),
    ]
    counts = {"copies": 3, "confirmed_by_receipt": 1, "confirmed_by_retransmission": 1}
    assert log.counts() == {**counts, "unfinished": 1, "retransmitted": 3}
    assert log.unconfirmed(np.array([0, 2, 3, 2])).tolist() == [2, 3]
