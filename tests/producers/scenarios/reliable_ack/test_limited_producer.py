from confluent_kafka import KafkaError

from include.load_runtime.scenarios.reliable_ack.jobs import LimitedProducerJob
from include.producers.scenarios.reliable_ack.limited_producer import LimitedProducer
from tests.load_runtime.fakes import FakeProducer
from tests.producers.delivery_cell import Cell


class UnacknowledgedProducer(FakeProducer):
    """Reports no delivery before it is told to give up its messages."""

    is_purged = False

    def poll(self, timeout: float) -> None:
        pass

    def flush(self, timeout: float = -1) -> int:
        if self.is_purged:
            self._report()
        return len(self.unreported)

    def purge(self) -> None:
        self.is_purged = True
        self.outcomes = dict.fromkeys(range(5), KafkaError(KafkaError._PURGE_INFLIGHT))


def test_messages_that_are_given_up_are_unknown(cell: Cell) -> None:
    cell.program_type, cell.job_type = LimitedProducer, LimitedProducerJob
    assert cell.run().counts()["acked"] == 5
    cell.client = UnacknowledgedProducer()
    counts = cell.run(drain_seconds=0.01).counts()
    assert (counts["sent"], counts["acked"], counts["failed"], counts["unknown"]) == (5, 0, 0, 5)
