from typing import Any

import pytest
from pydantic import ValidationError

from include.faults.fault import Capability
from include.load_runtime.job import ProducerJob
from include.load_runtime.programs_of_cell import LoadPrograms
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
    with pytest.raises(ValidationError, match="drain_seconds: cannot be limited for exactly-once"):
        settings("exactly-once", drain_seconds=10)
    job = producer("replicas", sending="one-by-one")
    assert (job.batch_bytes, job.buffered_messages) == (1, 1)
    assert producer("replicas", buffer_bytes=1_000_000).buffered_messages == 2_000


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ({"packet_loss": 101}, "packet_loss\n  Input should be less than or equal to 100"),
        ({"packet_loss": -1}, "packet_loss\n  Input should be greater than or equal to 0"),
        (
            {"semantics": "exactly-once"},
            "semantics: follows from the level, and leader has at-least-once; remove this setting",
        ),
        (
            {"fault": "kill-monitor", "rate": 9},
            "strikes the monitor, and the producer of this cell has no monitor",
        ),
        (
            {"fault": "delay-producer-packets", "rate": 9, "packet_loss": 3},
            "breaks the producer's network, which packet_loss breaks already",
        ),
    ],
)
def test_settings_without_a_meaning_are_refused(levels: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings("leader", **levels)


@pytest.mark.parametrize("fault", ["kill-producer", "freeze-producer"])
def test_a_second_producer_is_refused_with_a_monitor(fault: str) -> None:
    with pytest.raises(ValidationError, match="starts a second producer, and a monitor serves only one"):
        settings("reliable-ack", fault=fault, rate=9)


def test_a_loss_of_packets_needs_a_network_of_the_producers_own() -> None:
    assert settings("leader", packet_loss=3).traits.needs == {
        Capability.PROGRAM_NETWORK: ("packet_loss", "3 %")
    }
    assert not settings("leader").traits.needs
