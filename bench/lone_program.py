"""Run Kerran's producer or consumer by itself, on a topic of the benchmark."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from include.cells.process_runner import ProcessRunner, ProgramProcess
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.runner import EventHandler
from include.clients.client_adapters import prepare_clients
from include.clusters.cluster import Cluster
from include.clusters.topic_names import name_of
from include.clusters.topics import create_topic, delete_topic
from include.consumers.received_journal import read_received
from include.load.consumer_jobs import ConsumerJob
from include.load.events import EventKind
from include.load.program_descriptions import LoadPrograms, Program, Topics
from include.producers.producer_files import sent_parts
from include.rawlog.manifest import ProgramRecord
from include.scenarios.delivery.settings import DeliverySettings
from include.settings.topic import topic_settings
from tests.load_programs import described_workload

READY_SECONDS, DONE_SECONDS = 60, 600


@dataclass(frozen=True)
class Result:
    """The messages that a program logged, its counts, and its peak of anonymous resident memory in MiB."""

    messages: pa.Table
    record: ProgramRecord
    memory: float


def new_topic(cluster: Cluster, settings: DeliverySettings) -> str:
    """Create a topic for messages with these settings, and return its name."""
    topic = name_of("bench", "topic")
    create_topic(cluster.access, topic, 9, 3, topic_settings(settings))
    return topic


def send(cluster: Cluster, settings: DeliverySettings, folder: Path) -> Result:
    """Send the messages of a cell with these settings; files are written to the folder."""
    topic = new_topic(cluster, settings)
    sent = fill(cluster, topic, settings, folder)
    delete_topic(cluster.access, topic)
    return sent


def fill(cluster: Cluster, topic: str, settings: DeliverySettings, folder: Path) -> Result:
    """Send the messages of a cell to an existing topic, which is kept; files are written to the folder."""
    place = folder / topic
    producer = _programs(cluster, settings, topic, place).producer
    with _supervised(cluster, place) as (supervisor, runner):
        supervisor.start(producer)
        _wait_for(supervisor, producer.name, EventKind.READY, READY_SECONDS)
        supervisor.begin(producer.name)
        _wait_for(supervisor, producer.name, EventKind.DONE, DONE_SECONDS)
        messages = pa.concat_tables(sent_parts(place, producer.name))
        result = _result(supervisor, runner, producer.name, messages)
    assert set(result.messages["outcome"].to_pylist()) == {"acked"}
    return result


def receive(cluster: Cluster, topic: str, settings: DeliverySettings, folder: Path) -> Result:
    """Receive all messages of a topic as a new consumer group; files are written to the folder."""
    group = name_of("bench", "group")
    place = folder / group
    consumer = _programs(cluster, settings, topic, place).consumers[0]
    client_settings = {**consumer.job.client_settings, "group.id": group}
    consumer = replace(consumer, job=consumer.job.model_copy(update={"client_settings": client_settings}))
    with _supervised(cluster, place) as (supervisor, runner):

        def has_all() -> bool:
            progress = supervisor.latest_event(consumer.name, EventKind.PROGRESS)
            return progress is not None and progress.counts["different"] == settings.messages

        supervisor.start(consumer)
        supervisor.wait_until(has_all, DONE_SECONDS, lambda: "the consumer did not receive all messages")
        supervisor.stop(consumer.name)
        _wait_for(supervisor, consumer.name, EventKind.DONE, DONE_SECONDS)
        assert isinstance(consumer.job, ConsumerJob)
        result = _result(supervisor, runner, consumer.name, read_received(consumer.job))
    assert len(result.messages) == settings.messages
    return result


class MeasuredRunner(ProcessRunner):
    """Starts a single program, and samples its memory."""

    pid: int | None = None
    memory = 0.0
    """The peak of the program's anonymous resident memory, in MiB."""

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramProcess:
        """Start the program."""
        started = super().start(program, folder, handler)
        self.pid = started.pid
        return started

    def sample(self) -> None:
        """Sample the memory, if the program runs."""
        if self.pid is not None:
            with suppress(FileNotFoundError, ProcessLookupError):
                self.memory = max(self.memory, anonymous_mebibytes(self.pid))


def anonymous_mebibytes(pid: int) -> float:
    """The resident memory of a process, without mapped files, in MiB. Source: proc_pid_status(5)."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    values = dict(line.split(":", 1) for line in lines)
    return int(values.get("RssAnon", "0 kB").split()[0]) / 1024


@contextmanager
def _supervised(cluster: Cluster, place: Path) -> Iterator[tuple[ProgramSupervisor, MeasuredRunner]]:
    runner = MeasuredRunner(cluster.access)
    with ProgramSupervisor(runner, place, on_poll=lambda _: runner.sample()) as supervisor:
        yield supervisor, runner


def _programs(cluster: Cluster, settings: DeliverySettings, topic: str, place: Path) -> LoadPrograms:
    place.mkdir(parents=True)
    prepare_clients([settings.client], print)
    return described_workload(settings, place, Topics(topic), cluster.access.bootstrap).programs()


def _wait_for(supervisor: ProgramSupervisor, name: str, kind: EventKind, seconds: float) -> None:
    supervisor.wait_until(
        lambda: supervisor.latest_event(name, kind) is not None, seconds, lambda: f"{name} is not {kind}"
    )


def _result(supervisor: ProgramSupervisor, runner: MeasuredRunner, name: str, messages: pa.Table) -> Result:
    done = supervisor.latest_event(name, EventKind.DONE)
    assert done
    record = ProgramRecord(name=name, client_settings={}, counts=done.counts)
    return Result(messages, record, runner.memory)
