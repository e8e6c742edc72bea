import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from include.cells import host_record as module
from include.cells.host_record import ClockRecorder, HostSampler, host_record
from include.machine.processes.identity import ProcessIdentity


def test_the_cpu_time_of_the_brokers_does_not_exceed_all_cores_and_one_that_has_exited_has_none() -> None:
    sampler = HostSampler([ProcessIdentity.of(os.getpid())], Path())
    sum(number * number for number in range(2_000_000))
    record = sampler.record(program_seconds=0.0)
    assert 0 < record.cpu_brokers <= record.seconds * (os.cpu_count() or 1)
    record = HostSampler([ProcessIdentity(2**22, 0.0)], Path()).record(program_seconds=0.0)
    assert record.cpu_brokers == 0


def test_the_cpu_time_of_idle_brokers_is_recorded_separately() -> None:
    sampler = HostSampler([], Path(), idle_brokers=[ProcessIdentity.of(os.getpid())])
    before = os.times()
    sum(number * number for number in range(2_000_000))
    record = sampler.record(program_seconds=0.0)
    used = sum(os.times()[:2]) - sum(before[:2])
    assert record.cpu_idle_brokers == pytest.approx(used, abs=0.05)
    assert (record.cpu_brokers, record.cpu_compilers) == (0, None)


def test_the_minimum_of_the_free_disk_space_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([70, 30, 50])
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=next(free)))
    monkeypatch.setattr(module, "SAMPLE_INTERVAL_SECONDS", 0.0)
    sampler = HostSampler([], Path())
    sampler.sample()
    sampler.sample()
    assert sampler.record(program_seconds=0.0).disk_free_bytes == 30


def test_the_host_is_recorded_with_its_versions_and_without_a_step_of_its_clock() -> None:
    assert abs(ClockRecorder().record().step_ns) < 1_000_000
    assert {"python", "confluent-kafka", "pyspark", "apache-airflow"} <= host_record().versions.keys()
