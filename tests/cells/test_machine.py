import os

from include.cells.machine import ClockWatch, MachineWatch, host_record
from include.processes.identity import ProcessIdentity


def test_the_brokers_cpu_time_is_theirs_alone() -> None:
    machine = MachineWatch([ProcessIdentity.of(os.getpid())])
    sum(number * number for number in range(2_000_000))
    record = machine.record(program_seconds=0.0)
    assert 0 < record.cpu_brokers <= record.seconds * (os.cpu_count() or 1)


def test_a_broker_that_died_does_not_break_the_record() -> None:
    record = MachineWatch([ProcessIdentity(2**22, 0.0)]).record(program_seconds=0.0)
    assert record.cpu_brokers == 0


def test_a_clock_that_was_not_set_shows_no_step() -> None:
    assert abs(ClockWatch().record().step_ns) < 1_000_000


def test_the_host_names_the_versions_that_matter() -> None:
    assert {"python", "confluent-kafka", "pyspark", "apache-airflow"} <= host_record().versions.keys()
