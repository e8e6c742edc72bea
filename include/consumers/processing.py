"""Receive, process and commit: ``python -m include.consumers.processing <job>``."""

from time import monotonic_ns

from confluent_kafka import KafkaException, Message

from include.consumers.delivery import PATIENCE, explained
from include.consumers.group_consumer import Member
from include.consumers.processing_journal import Journal, identified
from include.consumers.progress import Progress
from include.load_runtime.events import Kind, emit
from include.load_runtime.job import ProcessingJob
from include.load_runtime.main import run_program
from include.load_runtime.payload import contents
from include.load_runtime.processing import Processing
from include.load_runtime.signals import Lifetime


class ProcessingConsumer:
    """Processes what it receives, and commits before or after: at most or at least once."""

    def __init__(self, job: ProcessingJob, lifetime: Lifetime) -> None:
        self._job = job
        self._lifetime = lifetime
        self._member = Member(job.client_settings, job.topic)
        self._journal = Journal(job.folder / f"{job.name}.journal")
        self._content = contents(job.filler, job.filler_seed, job.message_bytes, job.transformed)
        self._progress = Progress(job.messages)
        self._hold = job.hold_after
        self._processed = 0
        self._refused = 0
        self._different: set[int] = set()

    def get_ready(self) -> None:
        """Join the group, or read what it is assigned."""
        self._member.join(self._job.assigned)

    def run(self) -> None:
        """Receive, process and commit until told to stop.

        Raises:
            KafkaException: the client reports an error that isn't passing.
        """
        while not self._lifetime.stopping:
            if messages := self._member.receive(PATIENCE, self._job.batch_messages):
                self._take_both_steps(messages, monotonic_ns())
            self._progress.report(len(self._different), self._member.at_end, self.counts)

    def write(self) -> None:
        """Nothing: the journal is written."""

    def leave(self) -> None:
        """Leave the group."""
        self._member.consumer.close()

    def counts(self) -> dict[str, int]:
        """What to say in events: messages processed, different ones, and commits that were refused."""
        return {
            "received": self._processed,
            "different": len(self._different),
            "commits_refused": self._refused,
        }

    def _take_both_steps(self, messages: list[Message], received_ns: int) -> None:
        match self._job.processing:
            case Processing.COMMIT_FIRST:
                if self._commit(messages):
                    self._hold_still_if_due(messages)
                    self._process(messages, received_ns)
            case Processing.PROCESS_FIRST | Processing.PROCESS_FIRST_ASYNC:
                self._process(messages, received_ns)
                self._hold_still_if_due([])
                self._commit(messages, wait=self._job.processing is Processing.PROCESS_FIRST)
            case _:
                if self._job.holds_before_processing:
                    self._hold_still_if_due(messages)
                self._process(messages, received_ns)
                if not self._job.holds_before_processing:
                    self._hold_still_if_due([])

    def _process(self, messages: list[Message], received_ns: int) -> None:
        """Look at every byte of each message, and write down which it was."""
        job = self._job
        ids = [identified(m.value() or b"", job.cell, job.messages, self._content) for m in messages]
        self._journal.write(ids, messages, received_ns, monotonic_ns())
        self._processed += len(ids)
        self._different.update(ids)

    def _commit(self, messages: list[Message], wait: bool = True) -> bool:
        committed = self._member.commit(messages, lambda: self._lifetime.stopping, wait)
        self._refused += not committed
        return committed

    def _hold_still_if_due(self, unprocessed: list[Message]) -> None:
        """Between the two steps a fault strikes; ``unprocessed`` are those that are yet to be processed."""
        if self._hold is None or self._processed + len(unprocessed) < self._hold:
            return
        self._hold = None
        if self._job.processing is Processing.AUTO_COMMIT and unprocessed:
            self._wait_for_the_client_to_commit(unprocessed)
        emit(Kind.HELD, counts=self.counts())
        self._lifetime.wait_for_release()

    def _wait_for_the_client_to_commit(self, messages: list[Message]) -> None:
        """The client commits in a thread of its own; to be told what it has takes a round trip each time."""
        wanted = {position.partition: position.offset for position in self._member.positions(messages)}
        while not self._lifetime.stopping:
            found = self._member.consumer.committed(self._member.positions(messages), timeout=10)
            if all(one.offset >= wanted[one.partition] for one in found):
                return


if __name__ == "__main__":
    run_program(ProcessingConsumer, ProcessingJob, KafkaException, explained)
