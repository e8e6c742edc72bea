"""What a cell is told about a Java program that has no memory left, or that lacks a class."""

from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from include.cells.clients import java
from include.cells.process_runner import ProcessRunner
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.events import Event
from include.load_runtime.job import ConsumerJob
from include.load_runtime.program import Program
from include.processes.background import end_of_log
from include.releases.catalogue import listed
from tests.cells.brokerless_consumer import NOWHERE
from tests.load_runtime.jobs import job_of

pytestmark = pytest.mark.brokers  # it starts Java

CLIENT = ClientChoice("java", listed()[-1].version)


def too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs a heap in which the client has no room."""
    monkeypatch.setattr(java, "JVM_FLAGS", [*java.JVM_FLAGS, "-Xms2m", "-Xmx2m"])


def without_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start programs without the jars of the client."""
    programs, *_ = java.class_path(CLIENT)
    monkeypatch.setattr(java, "class_path", lambda _client: [programs])


@pytest.mark.parametrize(
    ("plant", "failure", "last_words"),
    [
        (too_small, "ended with exit code 3", "OutOfMemoryError: Java heap space"),
        (without_the_client, "ended with exit code 1", "NoClassDefFoundError: org/apache/kafka/"),
    ],
)
def test_a_program_that_lacks_memory_or_a_class_has_failed_and_its_log_ends_with_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    failure: str,
    last_words: str,
) -> None:
    plant(monkeypatch)
    events: Queue[Event | None] = Queue()
    settings = {"bootstrap.servers": "127.0.0.1:1", "group.id": "g"}
    job = job_of(ConsumerJob, name="consumer-0", folder=tmp_path, assigned=[0], client_settings=settings)
    program = ProcessRunner(NOWHERE).start(
        Program("kerran.DeliveryConsumer", job, CLIENT), tmp_path, lambda _name, event: events.put(event)
    )
    assert events.get(timeout=30) is None
    program.end()
    assert program.failure() == failure
    assert last_words in end_of_log(tmp_path / "consumer-0.log")
