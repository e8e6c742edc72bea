import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from confluent_kafka import OFFSET_INVALID, Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient

from include.cells.process_runner import ProcessRunner, ProgramProcess
from include.clusters.cluster import Access
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import create_topic, delete_topic
from include.load.client_choice import ClientChoice
from include.load.consumer_jobs import CopyJob
from include.load.events import EventKind
from include.load.job import Processing
from include.load.program_descriptions import Program
from include.machine.releases.kafka_catalogue import listed
from tests.load.jobs import job_of
from tests.load.messages import value_of
from tests.session.load_programs import Events, next_event

pytestmark = pytest.mark.brokers


@pytest.fixture
def topic(embedded_cluster: EmbeddedCluster) -> Iterator[str]:
    """A topic with one message, beside which there is an empty topic for the copies."""
    access, name = embedded_cluster.access, f"test-{uuid.uuid4()}"
    for created in (name, f"{name}-copied"):
        create_topic(access, created, partitions=1, replication=1, config={})
    producer = Producer(access.settings)
    producer.produce(name, value_of(0))
    producer.flush()
    yield name
    for created in (name, f"{name}-copied"):
        delete_topic(access, created)


@pytest.fixture
def events() -> Events:
    """What the copier prints; None at its end."""
    return Queue()


@contextmanager
def started(access: Access, job: CopyJob, events: Events) -> Iterator[ProgramProcess]:
    program = Program("kerran.Copier", job, ClientChoice("java", listed()[-1].version))
    copier = ProcessRunner(access).start(program, job.folder, lambda _name, event: events.put(event))
    try:
        yield copier
    finally:
        copier.end()


def job_on(access: Access, folder: Path, topic: str, **changes: dict[str, str]) -> CopyJob:
    """The job of a copier of the topic, whose settings are changed."""
    consumer = {"group.id": topic, "auto.offset.reset": "earliest", "enable.auto.commit": "false"}
    return job_of(
        CopyJob,
        name="copier-0",
        folder=folder,
        topic=topic,
        output=f"{topic}-copied",
        processing=Processing.PROCESS_FIRST,
        pause_after=1,
        client_settings={**access.settings, **consumer, **changes.get("consumer", {})},
        producer_settings={**access.settings, **changes.get("producer", {})},
    )


def members_of(access: Access, group: str) -> list[str]:
    admin = AdminClient({**access.settings})  # it must live until the brokers have answered
    described = admin.describe_consumer_groups([group], request_timeout=10)[group].result(timeout=20)
    return [member.member_id for member in described.members]


def test_process_first_does_not_commit_a_batch_of_which_a_copy_was_not_acknowledged(
    embedded_cluster: EmbeddedCluster, tmp_path: Path, topic: str, events: Events
) -> None:
    access = embedded_cluster.access
    too_small = {"max.request.size": "50"}  # the client refuses every copy
    job = job_on(access, tmp_path, topic, producer=too_small)
    with started(access, job, events):
        assert "a copy was not acknowledged" in next_event(events, EventKind.ERROR).reason
        while events.get(timeout=60):
            continue
    assert members_of(access, topic) == []  # a copier that gives up leaves its group
    group = Consumer({**access.settings, "group.id": topic})
    [committed] = group.committed([TopicPartition(topic, 0)], timeout=10)
    group.close()
    assert committed.offset == OFFSET_INVALID


@pytest.mark.parametrize("producer", [{}, {"transactional.id": "copier-0"}], ids=["commit", "transaction"])
def test_a_batch_whose_commit_is_refused_does_not_count_as_copied(
    embedded_cluster: EmbeddedCluster, tmp_path: Path, topic: str, events: Events, producer: dict[str, str]
) -> None:
    access, member = embedded_cluster.access, {"group.instance.id": "copier-0"}
    job = job_on(access, tmp_path, topic, consumer=member, producer=producer)
    with started(access, job, events) as copier:
        next_event(events, EventKind.PAUSED)
        successor = Consumer({**access.settings, **member, "group.id": topic})
        successor.subscribe([topic])
        while not successor.assignment():
            successor.poll(0.1)
        copier.resume()
        counts = next_event(events, EventKind.DONE).counts
    successor.close()
    assert (counts["copied"], counts["commits_refused"] > 0) == (0, True)
