import os
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from include.cells import cpu_under_load
from include.cells.cpu_under_load import CpuUnderLoad
from include.cells.program_supervisor import ProgramSupervisor
from include.load.events import EventKind
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.wait_until import wait_until
from include.scenarios.delivery.settings import DeliverySettings
from tests.cells.fakes import FakeRunner, event
from tests.load_programs import programs_of

SETTINGS = DeliverySettings(semantics="at-least-once", rate=10, messages=100, lead_in_seconds=1)


class Sending:
    """A cell whose producer reports what it has sent, and whose only broker is this process."""

    def __init__(self, settings: DeliverySettings = SETTINGS) -> None:
        self.under_load = CpuUnderLoad([ProcessIdentity.of(os.getpid())], settings)
        self._runner = FakeRunner()
        self._supervisor = ProgramSupervisor(self._runner, Path(), on_poll=self.under_load.look)
        self._supervisor.start(programs_of(**settings.model_dump()).producer)

    def report(self, sent: int) -> None:
        self._runner.send("producer", event(EventKind.PROGRESS, counts={"sent": sent}))
        self._supervisor.listen(0.1)
        self._supervisor.listen(0)

    def reported_again(self, sent: int) -> bool:
        self.report(sent)
        return self.under_load.record() is not None


def test_only_the_time_from_the_lead_in_to_the_last_send_is_recorded() -> None:
    cell = Sending()
    cell.report(9)
    sum(number * number for number in range(3_000_000))
    cell.report(10)
    before = os.times()
    sum(number * number for number in range(1_000_000))
    used = sum(os.times()[:2]) - sum(before[:2])
    cell.report(100)
    record = cell.under_load.record()
    assert record
    assert record.began_ns < record.ended_ns
    assert record.cpu_brokers == pytest.approx(used, abs=0.04)
    assert record.cpu_busy is not None
    assert record.cpu_busy > used - 0.04


@pytest.mark.parametrize(("lead_in", "sent"), [(1, 99), (0, 100)])
def test_nothing_is_recorded_without_a_lead_in_or_before_all_messages_left(lead_in: int, sent: int) -> None:
    cell = Sending(SETTINGS.model_copy(update={"lead_in_seconds": lead_in}))
    cell.report(sent)
    assert cell.under_load.record() is None


def unthrottled(**changes: Any) -> Sending:
    return Sending(DeliverySettings(semantics="at-least-once", lead_in_seconds=0.01, **changes))


def test_without_a_rate_the_cpu_under_load_is_that_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 10_000_000)  # ten milliseconds later at each look
    monkeypatch.setattr(cpu_under_load, "monotonic_ns", lambda: next(clock))
    cell = unthrottled(seconds=0.05)
    cell.report(10)
    wait_until(lambda: cell.reported_again(20), 5, lambda: "nothing was recorded")
    record = cell.under_load.record()
    assert record
    assert record.ended_ns - record.began_ns == pytest.approx(50_000_000, abs=10_000_000)


@pytest.mark.parametrize("backlog", [False, True])
def test_without_a_rate_it_ends_with_the_last_message_but_for_a_backlog(backlog: bool) -> None:
    cell = unthrottled(messages=100, backlog=backlog)
    cell.report(10)
    sleep(0.01)
    cell.report(20)
    assert cell.under_load.record() is None
    cell.report(100)
    assert (cell.under_load.record() is None) is backlog
