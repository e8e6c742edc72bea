from include.consumers.received_log import ReceivedLog
from include.load_runtime.message import HEADER
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import CELL, FakeMessage


def message(sent: int, cell: int = CELL, offset: int = 0) -> FakeMessage:
    return FakeMessage(HEADER.pack(sent, cell, 0, 10) + b"filler", 2, offset)


def test_a_delivery_is_a_row() -> None:
    log = ReceivedLog(CELL, 10)
    log.take([message(3, offset=55)], received_ns=1_000)
    assert log.table(consumer=1).to_pylist() == [
        {"id": 3, "partition": 2, "offset": 55, "received_ns": 1_000, "consumer": 1}
    ]


def test_a_message_received_twice_is_two_deliveries_of_one_message() -> None:
    log = ReceivedLog(CELL, 10)
    log.take([message(3), message(4), message(3)], 1)
    log.take([message(4)], 2)
    assert (log.received, log.different) == (4, 2)
    assert log.table(0)["id"].to_pylist() == [3, 4, 3, 4]


def test_messages_of_another_cell_are_counted_apart_and_have_no_id() -> None:
    log = ReceivedLog(CELL, 10)
    log.take([message(1), message(1, cell=7), message(10), FakeMessage(b"short"), FakeMessage(None)], 1)
    assert (log.received, log.foreign) == (1, 4)
    assert log.table(0)["id"].to_pylist() == [1, *[NEVER_SENT] * 4]


def test_a_consumer_that_received_nothing_has_a_table_without_rows() -> None:
    log = ReceivedLog(CELL, 10)
    log.take([], 1)
    assert log.table(0).num_rows == 0


def test_the_offsets_of_a_queues_messages_are_the_numbers_of_the_deliveries() -> None:
    log = ReceivedLog(CELL, 10)
    values = [HEADER.pack(sent, CELL, 0, 10) + b"filler" for sent in (4, 2)]
    log.take_from_queue(values, [1_000, 1_001])
    log.take_from_queue([], [])
    log.take_from_queue([b"of another cell", values[0]], [1_002, 1_003])
    rows = [tuple(row.values()) for row in log.table(consumer=0).to_pylist()]
    assert rows == [
        (4, 0, 0, 1_000, 0),
        (2, 0, 1, 1_001, 0),
        (NEVER_SENT, 0, 2, 1_002, 0),
        (4, 0, 3, 1_003, 0),
    ]
    assert (log.received, log.different, log.foreign) == (3, 2, 1)
