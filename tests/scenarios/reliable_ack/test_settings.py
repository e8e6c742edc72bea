from typing import Any

from include.load.producer_job import ProducerJob
from include.scenarios.reliable_ack.programs.jobs import MonitoredProducerJob
from tests.load_programs import programs_of


def job_of(level: str, **settings: Any) -> ProducerJob:
    job = programs_of(scenario="reliable_ack", level=level, **settings).producer.job
    assert isinstance(job, ProducerJob)
    return job


def test_the_job_has_the_settings_of_the_monitor_and_one_by_one_room_for_one_message() -> None:
    job = job_of("reliable-ack", seconds=5, copy_congestion_control="bbr")
    assert isinstance(job, MonitoredProducerJob)
    assert (job.sending_seconds, job.congestion_control, job.copy_congestion_control) == (5, "cubic", "bbr")
    assert job_of("reliable-ack", rate=100, seconds=5).messages == 500
    job = job_of("replicas", sending="one-by-one")
    assert (job.batch_bytes, job.buffered_messages) == (1, 1)
    assert job_of("replicas", buffer_bytes=1_000_000).buffered_messages == 2_000
