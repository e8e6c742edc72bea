from typing import Any

from include.load_runtime.producer_job import ProducerJob
from include.load_runtime.program_descriptions import LoadPrograms
from include.load_runtime.scenarios.reliable_ack import MonitoredProducerJob
from include.scenarios.reliable_ack import ReliableAckSettings
from tests.load_programs import programs_of


def settings(level: str, **levels: Any) -> ReliableAckSettings:
    return ReliableAckSettings.model_validate({"level": level, **levels})


def programs(level: str, **levels: Any) -> LoadPrograms:
    return programs_of(scenario="reliable_ack", level=level, **levels)


def producer(level: str, **levels: Any) -> ProducerJob:
    job = programs(level, **levels).producer.job
    assert isinstance(job, ProducerJob)
    return job


def test_the_job_has_the_settings_of_the_monitor_and_one_by_one_room_for_one_message() -> None:
    levels: dict[str, Any] = {"seconds": 5, "drain_seconds": 10, "full_buffer": "wait"}
    job = producer("reliable-ack", copy_congestion_control="bbr", **levels)
    assert isinstance(job, MonitoredProducerJob)
    assert (job.sending_seconds, job.drain_seconds, job.leaves_to_monitor) == (5, 10, False)
    assert (job.congestion_control, job.copy_congestion_control) == ("cubic", "bbr")
    assert producer("reliable-ack", rate=100, seconds=5).messages == 500
    job = producer("replicas", sending="one-by-one")
    assert (job.batch_bytes, job.buffered_messages) == (1, 1)
    assert producer("replicas", buffer_bytes=1_000_000).buffered_messages == 2_000
