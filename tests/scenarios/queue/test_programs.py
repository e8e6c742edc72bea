from pathlib import Path
from typing import Any

import pytest

from include.load_runtime.program import LoadPrograms, Topics
from include.load_runtime.scenarios.queue.jobs import DequeueJob, EnqueueJob
from include.scenarios.queue.settings import QueueSettings
from tests.load_programs import load_programs


def programs(system: str, **settings: Any) -> LoadPrograms:
    values = QueueSettings.model_validate({"system": system, **settings})
    return load_programs(values, "run", "cell", Path("/cell"), Topics("the-queue"), "127.0.0.1:1")


@pytest.mark.parametrize(
    ("system", "client"),
    [
        ("redis-list", "redis"),
        ("redis-stream", "redis"),
        ("rabbitmq", "rabbitmq"),
        ("rabbitmq-confirmed", "rabbitmq"),
    ],
)
def test_each_server_has_a_program_that_fills_and_one_that_empties(system: str, client: str) -> None:
    assert [one.module for one in programs(system).all] == [
        f"include.consumers.scenarios.queue.{client}",
        f"include.producers.scenarios.queue.{client}",
    ]


def test_both_sides_are_told_the_same_queue_and_how_much_goes_at_once() -> None:
    for program in programs("redis-stream", batch_messages=7).all:
        job = program.job
        assert isinstance(job, EnqueueJob | DequeueJob)
        assert (job.topic, job.address, job.batch_messages) == ("the-queue", "127.0.0.1:1", 7)


def test_several_consumers_share_a_queue() -> None:
    assert [one.name for one in programs("rabbitmq", consumers=2).consumers] == ["consumer-0", "consumer-1"]


def test_a_job_read_from_its_file_is_the_same(tmp_path: Path) -> None:
    job = programs("redis-list").producer.job
    job.write(tmp_path / "job.json")
    assert EnqueueJob.read(tmp_path / "job.json") == job
