import re
from pathlib import Path
from time import monotonic_ns
from typing import Any

import pytest

from include.cells import cell_steps, scenario_workload
from include.cells.cell_steps import CellSteps
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.load.events import Event, EventKind
from include.machine.errors import CellError
from include.rawlog.schemas import Outcome
from include.scenarios.application.settings import ApplicationSettings
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.group_rebalance.settings import Assignor, GroupRebalanceSettings
from include.settings.faults import KafkaCellSettings
from tests.cells.fakes import FakeRunner, assigned, event
from tests.load_programs import described_workload

READY = event(EventKind.READY)
DONE = event(EventKind.DONE, counts={"acked": 10, "failed": 0, "unknown": 0, "different": 10})


def received(different: int) -> Event:
    return event(EventKind.PROGRESS, counts={"different": different})


def cell_steps_of(settings: KafkaCellSettings, supervisor: ProgramSupervisor) -> CellSteps:
    return CellSteps(described_workload(settings), supervisor, {"topic_ready": monotonic_ns()})


def finished_cell(*script: Event, **changes: Any) -> CellSteps:
    """A cell of two partitions, whose programs all send the events of the script and exit."""
    settings = DeliverySettings(**{"semantics": "at-least-once", "partitions": 2, "messages": 10, **changes})
    supervisor = ProgramSupervisor(FakeRunner(*script, code=0), Path(), on_poll=lambda _: None)
    return cell_steps_of(settings, supervisor)


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario_workload, "READY_SECONDS", 0.2)
    monkeypatch.setattr(scenario_workload, "QUIET_SECONDS", 0.3)
    monkeypatch.setattr(cell_steps, "COMPLETE_DRAIN_IDLE_SECONDS", 0.1)


def test_the_messages_of_all_producers_are_waited_for() -> None:
    steps = finished_cell(READY, assigned(0, 1), DONE, received(20), producers=2)
    steps.run()
    names = [program.name for program in steps.supervisor.programs]
    assert [name for name in names if "producer" in name] == ["producer", "producer-1"]
    assert steps._sent_messages(Outcome.ACKED) == 20


def test_reassignments_while_messages_are_sent_are_counted() -> None:
    runner = FakeRunner(READY, assigned(0, 1))
    steps = finished_cell(READY, assigned(0, 1))
    later = iter([assigned(), assigned(0, 1), received(10), DONE])

    def send_when_ready(_programs: object) -> None:
        """Let the programs send their next event, once all programs are ready."""
        if "programs_ready" in steps.timings and (following := next(later, None)):
            for program in runner.programs:
                if following.event is EventKind.DONE or program.name == "consumer-0":
                    runner.send(program.name, following)

    steps.supervisor = ProgramSupervisor(runner, Path(), on_poll=send_when_ready)
    records = {record.name: record for record in steps.run()}
    assert records["consumer-0"].counts["reassigned"] == 2
    assert "reassigned" not in records["producer"].counts


def test_the_proxy_is_stopped_last_because_others_may_still_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[str] = []
    monkeypatch.setattr(ProgramSupervisor, "stop", lambda _, name: stopped.append(name))
    finished_cell(READY, assigned(0, 1), DONE, received(10), wire_log=True).run()
    assert stopped == ["consumer-0", "producer", "proxy"]


def test_with_a_backlog_consumers_start_when_all_messages_were_sent() -> None:
    steps = finished_cell(READY, assigned(0, 1), DONE, received(10), backlog=True)
    records = {record.name: record for record in steps.run()}
    assert [program.name for program in steps.supervisor.programs] == ["producer", "consumer-0"]
    assert list(steps.timings) == ["topic_ready", "programs_ready", "sent", "receivers_ready", "drained"]
    assert records["consumer-0"].counts["reassigned"] == 0


@pytest.mark.parametrize(("consumers", "owned"), [(1, [0]), (2, [0, 1])])
def test_a_cell_begins_with_ready_programs_and_owned_partitions(consumers: int, owned: list[int]) -> None:
    members = re.escape(str([owned] * consumers))
    with pytest.raises(CellError, match=f"members own {members}, did not assign its 2 partitions"):
        finished_cell(READY, assigned(*owned), consumers=consumers).run()
    with pytest.raises(CellError, match=r"producer did not become ready within 0\.2 s"):
        finished_cell(assigned(0, 1)).run()


def idle_cell(assignor: Assignor) -> CellSteps:
    """A cell of two partitions and three members, the third of which gets no assignment."""
    settings = GroupRebalanceSettings(
        semantics="idempotent", assignor=assignor, partitions=2, messages=10, consumers=3
    )
    runner = FakeRunner(READY)
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None)
    steps = cell_steps_of(settings, supervisor)
    for program in steps.programs.all:
        supervisor.start(program)
    for partition, name in enumerate(("consumer-0", "consumer-1")):
        runner.send(name, assigned(partition))
    supervisor.listen(0)
    return steps


@pytest.mark.parametrize(
    ("assignor", "reason"),
    [(Assignor.CONSUMER_PROTOCOL, None), (Assignor.RANGE, "consumer-2 did not become ready")],
)
def test_an_idle_member_is_ready_with_the_consumer_protocol(assignor: Assignor, reason: str | None) -> None:
    steps = idle_cell(assignor)
    assert (steps._reason_not_ready(steps.programs.all) or None) == reason


class Log:
    """A topic that is searched for unread messages, with the answers to the searches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *unread: bool) -> None:
        self.searched: list[dict[int, int]] = []
        answers = list(unread)

        def has_unread(_workload: object, positions: dict[int, int]) -> bool:
            self.searched.append(positions)
            return answers.pop(0)

        monkeypatch.setattr(KafkaWorkload, "has_unread", has_unread)


def test_the_last_acknowledged_message_ends_the_cell_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Log(monkeypatch)
    steps = finished_cell(READY, assigned(0, 1), DONE, received(10))
    steps.run()
    assert list(steps.timings) == ["topic_ready", "programs_ready", "sent", "drained"]
    assert not log.searched


@pytest.mark.parametrize(("outputs", "is_complete"), [(29, False), (30, True)])
def test_the_last_output_of_each_message_ends_the_cell(outputs: int, is_complete: bool) -> None:
    settings = ApplicationSettings(
        semantics="at-least-once", application="flink", rate=100, messages=10, outputs_per_message=3
    )
    runner = FakeRunner(READY, DONE, received(outputs))
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None)
    steps = cell_steps_of(settings, supervisor)
    for program in steps.programs.all:
        supervisor.start(program)
    supervisor.listen(0)
    assert steps._is_drained() is is_complete


def test_messages_that_are_still_in_the_log_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch, True, True, False)
    finished_cell(READY, assigned(0, 1), DONE, received(9)).run()
    assert len(log.searched) == 3


def test_the_log_is_searched_after_what_any_consumer_has_read(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch, False)
    read = event(EventKind.PROGRESS, counts={"different": 1}, positions={0: 5, 1: 2}, at_end={1: 4})
    finished_cell(READY, assigned(0, 1), DONE, read).run()
    assert log.searched == [{0: 5, 1: 4}]


def test_without_acknowledgements_nothing_says_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    finished_cell(READY, assigned(0, 1), DONE, received(9), semantics="at-most-once").run()
    assert not log.searched


def test_a_log_that_is_not_read_in_time_fails_the_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    Log(monkeypatch, *[True] * 100)
    monkeypatch.setattr(cell_steps, "RECEIVE_TIMEOUT_SECONDS", 1)
    monkeypatch.setattr(ClusterBrokers, "log_ends", lambda *_: {0: 5, 1: 5})
    read = event(EventKind.PROGRESS, counts={"different": 9}, positions={0: 5, 1: 4})
    missing = r"9 of 10 due messages .* \(partition 1 up to offset 4 of 5\) within 1 s"
    with pytest.raises(CellError, match=missing):
        finished_cell(READY, assigned(0, 1), DONE, read).run()
