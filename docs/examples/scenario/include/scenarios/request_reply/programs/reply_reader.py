"""Read replies: ``python -m include.scenarios.request_reply.programs.reply_reader <job file>``."""

from confluent_kafka import KafkaException

from include.consumers.delivery_consumer import DeliveryConsumer
from include.consumers.received_journal import read_received
from include.load.client_failure import TopicOperation, client_failure
from include.load.load_program import run_program
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import write_table
from include.scenarios.request_reply.programs.jobs import ReplyReaderJob

REPLIES_FILE = "replies.parquet"
REPLIES = scenario_tables("request_reply")[REPLIES_FILE].schema


class ReplyReader(DeliveryConsumer):
    """Receives replies until it is told to stop, and then writes ``replies.parquet``."""

    def run(self) -> None:
        super().run()
        received = read_received(self._job)
        write_table(self._job.folder / REPLIES_FILE, received.select(REPLIES.names))


if __name__ == "__main__":
    run_program(
        ReplyReader, ReplyReaderJob, KafkaException, client_failure("reply reader", TopicOperation.READ)
    )
