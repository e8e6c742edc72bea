from pathlib import Path

import pytest

from include.consumers.received_journal import ReceivedJournal, read_received
from include.load.consumer_jobs import ConsumerJob, ProcessingJob
from include.rawlog.schemas import NEVER_SENT, PROCESSED, RECEIVED
from tests.load.jobs import job_of
from tests.load.messages import delivered, flipped, message, value_of


@pytest.fixture
def job(tmp_path: Path) -> ConsumerJob:
    return job_of(ConsumerJob, folder=tmp_path)


def test_messages_of_another_cell_and_corrupted_ones_were_not_received_and_have_no_id(
    job: ConsumerJob,
) -> None:
    journal = ReceivedJournal(job)
    journal.write([message(1), message(1, cell=7), message(10), delivered(b"short"), delivered(None)], 1)
    assert (journal.received, journal.foreign) == (1, 4)
    journal.write([message(1), delivered(flipped(value_of(4), -1), 2, 55)], 1)
    assert journal.counts() == {"received": 2, "different": 1, "corrupted": 1, "foreign": 4}
    rows = read_received(job).to_pylist()
    assert [row["id"] for row in rows] == [1, *[NEVER_SENT] * 4, 1, NEVER_SENT]
    assert (rows[-1]["corrupted_id"], rows[-1]["partition"], rows[-1]["offset"]) == (4, 2, 55)


def test_a_message_that_is_due_several_times_is_counted_as_often_and_no_more(tmp_path: Path) -> None:
    journal = ReceivedJournal(job_of(ConsumerJob, folder=tmp_path, due_deliveries=3))
    journal.write([message(1), message(1), message(2)], 1)
    assert (journal.received, journal.different) == (3, 3)
    journal.write([message(1), message(1), message(1), message(2)], 2)
    assert (journal.received, journal.different) == (7, 5)


def test_the_offsets_of_a_queues_messages_are_the_numbers_of_the_deliveries(job: ConsumerJob) -> None:
    journal = ReceivedJournal(job)
    values = [value_of(sent) for sent in (4, 2)]
    journal.write_from_queue(values, [1_000, 1_001])
    journal.write_from_queue([], [])
    journal.write_from_queue([b"of another cell", flipped(values[1], -1), values[0]], [1_002, 1_003, 1_004])
    journal.write_from_queue([values[0]], [1_005])
    assert [tuple(row.values()) for row in read_received(job).to_pylist()] == [
        (4, 0, 0, 1_000, 0, None),
        (2, 0, 1, 1_001, 0, None),
        (NEVER_SENT, 0, 2, 1_002, 0, None),
        (NEVER_SENT, 0, 3, 1_003, 0, 2),
        (4, 0, 4, 1_004, 0, None),
        (4, 0, 5, 1_005, 0, None),
    ]
    assert journal.counts() == {"received": 4, "different": 2, "corrupted": 1, "foreign": 1}


def test_the_messages_of_a_killed_consumer_and_of_its_successor_have_their_attempts(tmp_path: Path) -> None:
    fields = {"folder": tmp_path, "index": 3}
    killed = job_of(ProcessingJob, name="consumer-3", **fields)
    successor = job_of(ProcessingJob, name="consumer-3-again", takes_over=["consumer-3"], **fields)
    for job in (killed, successor):
        ReceivedJournal(job).write([message(1)], received_ns=7)
    rows = [read_received(job).to_pylist()[0] for job in (killed, successor)]
    assert [(row["consumer"], row["attempt"], row["received_ns"]) for row in rows] == [(3, 1, 7), (3, 2, 7)]
    assert rows[0]["received_ns"] < rows[0]["processed_ns"] <= rows[1]["processed_ns"]


@pytest.mark.parametrize(("job_type", "schema"), [(ConsumerJob, RECEIVED), (ProcessingJob, PROCESSED)])
def test_a_consumer_that_could_not_begin_has_no_rows(
    tmp_path: Path, job_type: type[ConsumerJob], schema: object
) -> None:
    table = read_received(job_of(job_type, folder=tmp_path))
    assert (table.num_rows, table.schema) == (0, schema)
