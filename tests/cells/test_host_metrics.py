import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from include.cells import host_metrics as machine
from include.cells.host_metrics import ClockWatch, MachineWatch, host_record
from include.processes.identity import ProcessIdentity


def test_the_brokers_cpu_time_is_theirs_alone() -> None:
    watch = MachineWatch([ProcessIdentity.of(os.getpid())], Path())
    sum(number * number for number in range(2_000_000))
    record = watch.record(program_seconds=0.0)
    assert 0 < record.cpu_brokers <= record.seconds * (os.cpu_count() or 1)


def test_what_a_runs_other_brokers_take_is_not_taken_by_others() -> None:
    watch = MachineWatch([], Path(), idle=[ProcessIdentity.of(os.getpid())])
    before = os.times()
    sum(number * number for number in range(2_000_000))
    record = watch.record(program_seconds=0.0)
    worked = sum(os.times()[:2]) - sum(before[:2])
    assert record.cpu_idle_brokers == pytest.approx(worked, abs=0.05)
    assert (record.cpu_brokers, record.cpu_compilers) == (0, None)


def test_a_broker_that_died_does_not_break_the_record() -> None:
    record = MachineWatch([ProcessIdentity(2**22, 0.0)], Path()).record(program_seconds=0.0)
    assert record.cpu_brokers == 0


def test_brokers_that_are_elsewhere_leave_no_word_of_their_compilers() -> None:
    assert MachineWatch([], Path()).record(program_seconds=0.0).cpu_compilers is None


def test_the_least_that_was_free_on_the_disk_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    free = iter([70, 30, 50])
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=next(free)))
    monkeypatch.setattr(machine, "_LOOK_EVERY", 0.0)
    watch = MachineWatch([], Path())
    watch.look()
    watch.look()
    assert watch.record(program_seconds=0.0).disk_free_bytes == 30


def test_a_clock_that_was_not_set_shows_no_step() -> None:
    assert abs(ClockWatch().record().step_ns) < 1_000_000


def test_the_host_names_the_versions_that_matter() -> None:
    assert {"python", "confluent-kafka", "pyspark", "apache-airflow"} <= host_record().versions.keys()
