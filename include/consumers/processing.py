"""Receive, process and commit messages: ``python -m include.consumers.processing <job file>``."""

from time import monotonic_ns

from confluent_kafka import KafkaException, Message

from include.consumers.received_journal import ReceivedJournal
from include.load.client_failure import TopicOperation, client_failure
from include.load.consumer_jobs import ProcessingJob
from include.load.group_consumer import POLL_SECONDS, GroupConsumer
from include.load.job import Processing
from include.load.load_program import run_program
from include.load.progress import RECEIVING_INTERVAL_NS, Progress
from include.load.signals import PauseForFault, ProgramSignals

COMMITTED_TIMEOUT_SECONDS = 10.0
"""The maximum time to wait until the broker reports the committed offsets."""


class ProcessingConsumer:
    """Processes the messages that it receives.

    The consumer commits before processing (at most once) or after processing (at least once).
    """

    def __init__(self, job: ProcessingJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._consumer = GroupConsumer(job.client_settings, job.topic)
        self._journal = ReceivedJournal(job)
        self._progress = Progress(RECEIVING_INTERVAL_NS, [job.messages])
        self._fault_pause = PauseForFault(signals, job.pause_after)
        self._commits_refused = 0

    def get_ready(self) -> None:
        self._consumer.join(self._job.assigned)

    def run(self) -> None:
        """Receive, process and commit messages until the program is told to stop."""
        while not self._signals.stopping:
            if messages := self._consumer.receive(POLL_SECONDS, self._job.batch_messages):
                self._process_and_commit(messages, monotonic_ns())
            self._progress.report(self._journal.different, self.counts, self._consumer.at_end)

    def leave(self) -> None:
        self._consumer.client.close()

    def counts(self) -> dict[str, int]:
        """The numbers of processed messages, of distinct processed messages, and of refused commits."""
        return {
            "received": self._journal.deliveries,
            "different": self._journal.different,
            "commits_refused": self._commits_refused,
        }

    def _process_and_commit(self, messages: list[Message], received_ns: int) -> None:
        match self._job.processing:
            case Processing.COMMIT_FIRST:
                if self._commit(messages):
                    self._pause_if_due(messages)
                    self._journal.write(messages, received_ns)
            case Processing.PROCESS_FIRST | Processing.PROCESS_FIRST_ASYNC:
                self._journal.write(messages, received_ns)
                self._pause_if_due([])
                self._commit(messages, wait=self._job.processing is Processing.PROCESS_FIRST)
            case _:
                if self._job.pauses_before_processing:
                    self._pause_if_due(messages)
                self._journal.write(messages, received_ns)
                if not self._job.pauses_before_processing:
                    self._pause_if_due([])

    def _commit(self, messages: list[Message], wait: bool = True) -> bool:
        is_committed = self._consumer.commit(messages, lambda: self._signals.stopping, wait)
        self._commits_refused += not is_committed
        return is_committed

    def _pause_if_due(self, unprocessed: list[Message]) -> None:
        """If the pause is due, pause between processing and commit, so that a fault can strike there."""
        if self._fault_pause.is_due(self._journal.deliveries + len(unprocessed)):
            if self._job.processing is Processing.AUTO_COMMIT and unprocessed:
                self._wait_for_automatic_commit(unprocessed)
            self._fault_pause.wait(self.counts())

    def _wait_for_automatic_commit(self, messages: list[Message]) -> None:
        """Wait until the client's automatic commit has reached the offsets of these messages."""
        offsets = {position.partition: position.offset for position in self._consumer.positions(messages)}
        while not self._signals.stopping:
            committed = self._consumer.client.committed(
                self._consumer.positions(messages), timeout=COMMITTED_TIMEOUT_SECONDS
            )
            if all(position.offset >= offsets[position.partition] for position in committed):
                return


if __name__ == "__main__":
    run_program(
        ProcessingConsumer, ProcessingJob, KafkaException, client_failure("consumer", TopicOperation.READ)
    )
