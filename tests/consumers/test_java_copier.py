"""The Java copier on real brokers."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from confluent_kafka import OFFSET_INVALID, Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient

from include.cells.process_runner import ProcessRunner
from include.clusters.cluster import Access
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import create_topic, delete_topic
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.events import Event, EventKind
from include.load_runtime.job import CopyJob
from include.load_runtime.processing import Processing
from include.load_runtime.program import Program
from include.releases.catalogue import listed
from tests.load_runtime.fakes import value_of
from tests.load_runtime.jobs import job_of

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


def outcome(access: Access, folder: Path, job: CopyJob) -> Event:
    """Run a copier until it has copied a message, or ended by itself; return the event that says so."""
    events: Queue[Event | None] = Queue()
    program = Program("kerran.Copier", job, ClientChoice("java", listed()[-1].version))
    copier = ProcessRunner(access).start(program, folder, lambda _name, event: events.put(event))
    error: Event | None = None
    try:
        while event := events.get(timeout=60):
            if event.event is EventKind.ERROR:
                error = event
            elif event.counts.get("copied"):
                return event
        assert error, "the copier ended without an error"
        return error
    finally:
        copier.end()


def members_of(access: Access, group: str) -> list[str]:
    """The members that the brokers know of a group."""
    admin = AdminClient({**access.settings})  # it must live until the brokers have answered
    described = admin.describe_consumer_groups([group], request_timeout=10)[group].result(timeout=20)
    return [member.member_id for member in described.members]


def test_process_first_does_not_commit_a_batch_of_which_a_copy_was_not_acknowledged(
    embedded_cluster: EmbeddedCluster, tmp_path: Path, topic: str
) -> None:
    settings = embedded_cluster.access.settings
    job = job_of(
        CopyJob,
        name="copier-0",
        folder=tmp_path,
        topic=topic,
        output=f"{topic}-copied",
        processing=Processing.PROCESS_FIRST,
        client_settings={
            **settings,
            "group.id": topic,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": "false",
        },
        producer_settings={**settings, "max.request.size": "50"},  # the client refuses every copy
    )
    result = outcome(embedded_cluster.access, tmp_path, job)
    assert "a copy was not acknowledged" in result.reason
    assert members_of(embedded_cluster.access, topic) == []  # a copier that gives up leaves its group
    group = Consumer({**settings, "group.id": topic})
    [committed] = group.committed([TopicPartition(topic, 0)], timeout=10)
    group.close()
    assert committed.offset == OFFSET_INVALID
