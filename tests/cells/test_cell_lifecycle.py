from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from include.cells import cell_lifecycle
from include.cells.cell_lifecycle import CellLifecycle
from include.cells.errors import CellError
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.workload import CellAttempt, Workload
from include.clusters.cluster import Cluster
from include.load_runtime.events import Event, Kind
from include.matrix.plan import Cell
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from tests.cells.fakes import FakeRunner, event
from tests.load_programs import load_programs

READY = event(Kind.READY)
NO_CLUSTER = cast("Cluster", None)
"""A cell without faults does not use it."""

DONE = event(Kind.DONE, counts={"acked": 10, "failed": 0, "unknown": 0, "different": 10})


def owns(*partitions: int) -> Event:
    return event(Kind.ASSIGNED, partitions=list(partitions))


def received(different: int) -> Event:
    return event(Kind.PROGRESS, counts={"different": different})


def lifecycle(settings: KafkaCellSettings, supervisor: ProgramSupervisor) -> CellLifecycle:
    workload = KafkaWorkload(
        CellAttempt("run", cast("Cell", SimpleNamespace(id="cell")), 1, NO_CLUSTER), settings
    )
    programs = load_programs(settings, "run", "cell", Path(), workload.topics, "127.0.0.1:1")
    return CellLifecycle(settings, programs, cast("Workload", workload), NO_CLUSTER, supervisor)


def cell(*script: Event, **changes: Any) -> CellLifecycle:
    """A cell of two partitions, all of whose programs say what the script says, and end."""
    settings = DeliverySettings(semantics="at-least-once", partitions=2, messages=10, **changes)
    supervisor = ProgramSupervisor(FakeRunner(*script, code=0), Path(), look=lambda: None)
    return lifecycle(settings, supervisor)


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_lifecycle, "READY_SECONDS", 0.2)
    monkeypatch.setattr(cell_lifecycle, "DRAIN_SECONDS", 0.3)
    monkeypatch.setattr(cell_lifecycle, "SETTLE_SECONDS", 0.1)


def test_a_cell_goes_from_ready_to_drained() -> None:
    one = cell(READY, owns(0, 1), DONE, received(10))
    one.run()
    assert list(one.timings) == ["programs_ready", "sent", "drained"]


def test_partitions_that_change_hands_while_messages_flow_are_counted() -> None:
    runner = FakeRunner(READY, owns(0, 1))
    one = cell(READY, owns(0, 1))
    later = iter([owns(), owns(0, 1), received(10), DONE])
    one.supervisor = ProgramSupervisor(runner, Path(), look=lambda: say_once_ready(one, runner, later))
    records = {record.name: record for record in one.run()}
    assert records["consumer-0"].counts["reassigned"] == 2
    assert "reassigned" not in records["producer"].counts


def say_once_ready(one: CellLifecycle, runner: FakeRunner, later: Iterator[Event]) -> None:
    """Have the consumer say what it says while the cell is measured."""
    if "programs_ready" in one.timings and (said := next(later, None)):
        for program in runner.programs:
            if said.event is Kind.DONE or program.name == "consumer-0":
                runner.says(program.name, said)


def test_with_a_backlog_consumers_start_when_all_was_sent() -> None:
    one = cell(READY, owns(0, 1), DONE, received(10), backlog=True)
    records = {record.name: record for record in one.run()}
    assert [program.name for program in one.supervisor.programs] == ["producer", "consumer-0"]
    assert list(one.timings) == ["programs_ready", "sent", "receivers_ready", "drained"]
    assert records["consumer-0"].counts["reassigned"] == 0


def test_a_partition_that_nobody_owns_holds_the_cell_back() -> None:
    with pytest.raises(CellError, match=r"the group had not assigned its 2 partitions: \[\[0\]\]"):
        cell(READY, owns(0)).run()


def test_a_partition_that_two_consumers_claim_holds_the_cell_back() -> None:
    with pytest.raises(CellError, match=r"assigned its 2 partitions: \[\[0, 1\], \[0, 1\]\]"):
        cell(READY, owns(0, 1), consumers=2).run()


def idle_cell(assignor: Assignor) -> CellLifecycle:
    """A cell of two partitions and three members, of which the third is told nothing."""
    settings = GroupRebalanceSettings(
        semantics="idempotent", assignor=assignor, partitions=2, messages=10, consumers=3
    )
    runner = FakeRunner(READY)
    supervisor = ProgramSupervisor(runner, Path(), look=lambda: None)
    one = lifecycle(settings, supervisor)
    for program in one.programs.all:
        supervisor.start(program)
    for place, name in enumerate(("consumer-0", "consumer-1")):
        runner.says(name, owns(place))
    supervisor.listen(0)
    return one


def test_a_member_for_which_brokers_have_no_partition_is_ready_though_it_is_not_told() -> None:
    one = idle_cell(Assignor.CONSUMER_PROTOCOL)
    assert not one._missing(one.programs.all)


def test_a_member_of_the_classic_protocol_is_ready_when_it_is_told_that_it_has_none() -> None:
    one = idle_cell(Assignor.RANGE)
    assert one._missing(one.programs.all) == "consumer-2 were not ready"


def test_a_program_that_does_not_get_ready_is_named() -> None:
    with pytest.raises(CellError, match=r"producer were not ready within 0\.2 s"):
        cell(owns(0, 1)).run()


def test_missing_messages_end_the_drain_when_nothing_comes_any_more() -> None:
    one = cell(READY, owns(0, 1), DONE, received(9))
    one.run()
    assert one.timings["drained"] - one.timings["sent"] >= 0.3e9


def test_all_acknowledged_messages_received_by_one_consumer_end_the_drain_at_once() -> None:
    one = cell(READY, owns(0, 1), DONE, received(10))
    one.run()
    assert one.timings["drained"] - one.timings["sent"] < 0.1e9
