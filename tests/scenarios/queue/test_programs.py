from pathlib import Path
from typing import Any

import pytest

from include.load_runtime.program import LoadPrograms
from include.load_runtime.scenarios.queue.jobs import DequeueJob, EnqueueJob
from tests.load_programs import programs_of


def programs(system: str, **settings: Any) -> LoadPrograms:
    return programs_of(scenario="queue", system=system, **settings)


@pytest.mark.parametrize(
    ("system", "client"),
    [
        ("redis-list", "redis"),
        ("redis-stream", "redis"),
        ("rabbitmq", "rabbitmq"),
        ("rabbitmq-confirmed", "rabbitmq"),
    ],
)
def test_each_queue_server_has_a_consumer_and_a_producer_of_its_own(system: str, client: str) -> None:
    assert [program.module for program in programs(system).all] == [
        f"include.consumers.scenarios.queue.{client}",
        f"include.producers.scenarios.queue.{client}",
    ]


def test_both_jobs_have_the_name_of_the_queue_and_the_size_of_batches() -> None:
    for program in programs("redis-stream", batch_messages=7).all:
        job = program.job
        assert isinstance(job, EnqueueJob | DequeueJob)
        assert (job.topic, job.address, job.batch_messages) == ("t", "127.0.0.1:1", 7)


def test_several_consumers_share_a_queue() -> None:
    assert [program.name for program in programs("rabbitmq", consumers=2).consumers] == [
        "consumer-0",
        "consumer-1",
    ]


def test_a_job_read_from_its_file_is_the_same(tmp_path: Path) -> None:
    job = programs("redis-list").producer.job
    job.write(tmp_path / "job.json")
    assert EnqueueJob.read(tmp_path / "job.json") == job
