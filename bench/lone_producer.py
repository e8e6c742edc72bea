"""Run Kerran's producer without consumers, on a topic of its own."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from include.cells.process_runner import ProcessRunner
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.cluster import Cluster
from include.clusters.topics import create_topic, delete_topic
from include.load_runtime.events import EventKind
from include.load_runtime.program import Topics
from include.rawlog.manifest import ProgramRecord
from include.scenarios.common_client_settings import topic_settings
from include.scenarios.delivery.settings import DeliverySettings
from tests.load_programs import load_programs

_numbers = count()


@dataclass(frozen=True)
class Sent:
    """The messages that a producer sent, all of them acknowledged, and its counts."""

    messages: pa.Table
    record: ProgramRecord


def new_topic(cluster: Cluster, settings: DeliverySettings) -> str:
    """Create a topic for messages with these settings, and return its name."""
    topic = f"bench-{next(_numbers)}"
    create_topic(cluster.access, topic, 9, 3, topic_settings(settings))
    return topic


def send(cluster: Cluster, settings: DeliverySettings, folder: Path) -> Sent:
    """Send the messages of a cell with these settings; files are written to the folder."""
    topic = new_topic(cluster, settings)
    place = folder / topic
    place.mkdir(parents=True)
    runner = ProcessRunner(cluster.access)
    producer = load_programs(settings, "bench", topic, place, Topics(topic), runner.access.bootstrap).producer
    with ProgramSupervisor(runner, place, on_poll=lambda _: None) as supervisor:

        def has_reported(kind: EventKind) -> bool:
            return supervisor.latest_event(producer.name, kind) is not None

        supervisor.start(producer)
        supervisor.wait_until(lambda: has_reported(EventKind.READY), 60, lambda: "not ready")
        supervisor.begin(producer.name)
        supervisor.wait_until(lambda: has_reported(EventKind.DONE), 300, lambda: "not done")
        done = supervisor.latest_event(producer.name, EventKind.DONE)
    delete_topic(cluster.access, topic)
    messages = pq.read_table(place / f"sent-{producer.name}.parquet")
    assert set(messages["outcome"].to_pylist()) == {"acked"}
    assert done
    return Sent(messages, ProgramRecord(name=producer.name, client_settings={}, counts=done.counts))
