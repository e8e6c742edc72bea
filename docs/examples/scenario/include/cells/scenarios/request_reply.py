"""The workload of a request-reply cell."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.workload import CellAttempt
from include.clusters.cluster import Access
from include.clusters.topic_names import further_topic, name_of
from include.load_runtime.program import LoadPrograms, Topics
from include.scenarios.request_reply import programs
from include.scenarios.request_reply.settings import RequestReplySettings


@dataclass(frozen=True)
class RequestReplyWorkload(KafkaWorkload[RequestReplySettings]):
    """A topic for requests and a topic for replies."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the requests is the first, the topic of the replies another one."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        replies = name_of(run, further_topic(cell, "replies"), number)
        return Topics(name_of(run, cell, number), others=(replies,))

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        """A producer of requests, the reader of its replies, and responders."""
        return programs.programs(self.context(folder, access))


def workload(attempt: CellAttempt) -> RequestReplyWorkload:
    """The workload of an attempt."""
    return RequestReplyWorkload(attempt, attempt.settings(RequestReplySettings))
