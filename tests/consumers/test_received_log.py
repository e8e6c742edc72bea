from include.consumers.content_check import ContentCheck
from include.consumers.received_log import ReceivedLog
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import CELL, FILLERS, FakeMessage, flipped, message, value_of


def new_log() -> ReceivedLog:
    return ReceivedLog(10, ContentCheck(CELL, 10, FILLERS))


def test_a_delivery_is_a_row() -> None:
    log = new_log()
    log.take([message(3, partition=2, offset=55)], received_ns=1_000)
    assert log.table(consumer=1).to_pylist() == [
        {"id": 3, "partition": 2, "offset": 55, "received_ns": 1_000, "consumer": 1, "corrupted_id": None}
    ]


def test_messages_of_another_cell_are_counted_apart_and_have_no_id() -> None:
    log = new_log()
    log.take([message(1), message(1, cell=7), message(10), FakeMessage(b"short"), FakeMessage(None)], 1)
    assert (log.received, log.foreign) == (1, 4)
    assert log.table(0)["id"].to_pylist() == [1, *[NEVER_SENT] * 4]


def test_a_corrupted_message_is_a_row_that_names_it_and_was_not_received() -> None:
    log = new_log()
    log.take([message(1), FakeMessage(flipped(value_of(4), -1), 2, 55)], 1)
    assert log.counts() == {"received": 1, "different": 1, "corrupted": 1, "foreign": 0}
    row = log.table(0).to_pylist()[1]
    assert (row["id"], row["corrupted_id"], row["partition"], row["offset"]) == (NEVER_SENT, 4, 2, 55)


def test_the_number_of_a_queues_delivery_counts_corrupted_messages_too() -> None:
    log = new_log()
    log.take_from_queue([flipped(value_of(4), -1)], [1])
    log.take_from_queue([value_of(5)], [2])
    assert log.table(0)["offset"].to_pylist() == [0, 1]


def test_a_consumer_that_received_nothing_has_a_table_without_rows() -> None:
    log = new_log()
    log.take([], 1)
    assert log.table(0).num_rows == 0


def test_the_offsets_of_a_queues_messages_are_the_numbers_of_the_deliveries() -> None:
    log = new_log()
    values = [value_of(sent) for sent in (4, 2)]
    log.take_from_queue(values, [1_000, 1_001])
    log.take_from_queue([], [])
    log.take_from_queue([b"of another cell", values[0]], [1_002, 1_003])
    rows = [tuple(row.values()) for row in log.table(consumer=0).to_pylist()]
    assert rows == [
        (4, 0, 0, 1_000, 0, None),
        (2, 0, 1, 1_001, 0, None),
        (NEVER_SENT, 0, 2, 1_002, 0, None),
        (4, 0, 3, 1_003, 0, None),
    ]
    assert (log.received, log.different, log.foreign) == (3, 2, 1)
