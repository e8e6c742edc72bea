import pytest

from tests.load.fakes import ABORTABLE, FakeSignals
from tests.producers.delivery_cell import Cell, ids, unreported_at_pause


@pytest.mark.parametrize("rate", [None, 1_000_000.0])
def test_a_message_is_created_when_its_transaction_begins_or_when_due(cell: Cell, rate: float | None) -> None:
    program = cell.run(transaction_ms=60_000, rate=rate)
    begun_ns = program.transactions.done[0].begun_ns if program.transactions else 0
    assert (cell.sent()[0]["created_ns"] > begun_ns) is (rate is None)


def test_the_open_transaction_is_in_the_log_when_a_producer_pauses(cell: Cell) -> None:
    unreported = unreported_at_pause(cell)
    cell.run(messages=200, pause_after=100, transaction_ms=60_000)
    assert unreported == [0]


def test_the_messages_of_an_aborted_transaction_are_sent_again(cell: Cell) -> None:
    cell.client.errors["commit_transaction"] = [ABORTABLE]
    program = cell.run(transaction_ms=60_000)
    assert ids(cell.client.values) == [0, 1, 2, 3, 4] * 2
    assert [row["transaction"] for row in cell.sent()] == [0] * 5 + [1] * 5
    counts = program.counts()
    assert (counts["sent"], counts["acked"], counts["resent"], counts["transactions"]) == (5, 5, 5, 2)
    assert cell.client.calls[-2:] == ["commit transaction", "flush"]


def test_the_messages_of_a_transaction_that_is_aborted_on_purpose_are_not_sent_again(cell: Cell) -> None:
    program = cell.run(messages=6, transaction_ms=60_000, transaction_messages=2, abort_percent=50)
    assert program.transactions
    assert [done.outcome for done in program.transactions.done] == ["committed", "aborted", "committed"]
    assert ids(cell.client.values) == [0, 1, 2, 3, 4, 5]
    assert [row["transaction"] for row in cell.sent()] == [0, 0, 1, 1, 2, 2]
    assert {row["outcome"] for row in cell.sent()} == {"acked"}


def test_the_last_transaction_is_committed_when_the_time_is_over(cell: Cell) -> None:
    program = cell.run(messages=2_000_000, sending_seconds=0.5, transaction_ms=60_000)
    assert program.transactions
    assert [done.outcome for done in program.transactions.done] == ["committed"]
    counts = program.counts()
    assert [transaction.messages for transaction in program.transactions.done] == [counts["sent"]]
    assert 0 < counts["sent"] == counts["acked"] == len(cell.sent()) < 2_000_000


def test_the_last_transaction_is_committed_when_the_producer_must_finish(cell: Cell) -> None:
    def finish() -> None:
        cell.signals.finishing = True

    cell.signals = FakeSignals(finish)
    program = cell.run(messages=200, pause_after=100, transaction_ms=60_000)
    assert program.transactions
    assert [done.outcome for done in program.transactions.done] == ["committed"]
    assert 100 <= program.counts()["acked"] == program.counts()["sent"] <= 102  # a batch of two at most


def test_a_producer_initialises_its_transactions_first_and_commits_none_after_a_stop(cell: Cell) -> None:
    program = cell.started(transaction_ms=60_000)
    assert cell.client.calls == ["metadata of t", "init transactions"]
    cell.signals.stop()
    program.run()
    assert "commit" not in " ".join(cell.client.calls)
