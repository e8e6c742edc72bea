from include.consumers.content_check import ContentCheck
from include.consumers.received_log import ReceivedLog
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import CELL, FILLERS, delivered, flipped, message, value_of


def new_log() -> ReceivedLog:
    return ReceivedLog(10, ContentCheck(CELL, 10, FILLERS))


def test_messages_of_another_cell_and_corrupted_ones_were_not_received_and_have_no_id() -> None:
    log = new_log()
    log.take([message(1), message(1, cell=7), message(10), delivered(b"short"), delivered(None)], 1)
    assert (log.received, log.foreign) == (1, 4)
    assert log.table(0)["id"].to_pylist() == [1, *[NEVER_SENT] * 4]
    log = new_log()
    log.take([message(1), delivered(flipped(value_of(4), -1), 2, 55)], 1)
    assert log.counts() == {"received": 1, "different": 1, "corrupted": 1, "foreign": 0}
    row = log.table(0).to_pylist()[1]
    assert (row["id"], row["corrupted_id"], row["partition"], row["offset"]) == (NEVER_SENT, 4, 2, 55)


def test_the_offsets_of_a_queues_messages_are_the_numbers_of_the_deliveries() -> None:
    log = new_log()
    assert log.table(consumer=0).num_rows == 0
    values = [value_of(sent) for sent in (4, 2)]
    log.take_from_queue(values, [1_000, 1_001])
    log.take_from_queue([], [])
    log.take_from_queue([b"of another cell", flipped(values[1], -1), values[0]], [1_002, 1_003, 1_004])
    rows = [tuple(row.values()) for row in log.table(consumer=0).to_pylist()]
    assert rows == [
        (4, 0, 0, 1_000, 0, None),
        (2, 0, 1, 1_001, 0, None),
        (NEVER_SENT, 0, 2, 1_002, 0, None),
        (NEVER_SENT, 0, 3, 1_003, 0, 2),
        (4, 0, 4, 1_004, 0, None),
    ]
    assert log.counts() == {"received": 3, "different": 2, "corrupted": 1, "foreign": 1}
