from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from include.cells.fault_injection import FaultInjection
from include.clusters.cluster import Cluster
from include.faults.scene import Brokers, Scene, Supervisor
from include.load.events import EventKind
from include.scenarios.delivery.settings import DeliverySettings
from tests.cells.fakes import event
from tests.load_programs import described_workload

LOAD: dict[str, Any] = {"semantics": "idempotent", "rate": 100, "fault_after": 0.1, "fault_until": 0.11}


class FakeBrokers:
    """Three brokers of a healthy cluster, which are restarted at once."""

    def __init__(self, on_start: Callable[[], None]) -> None:
        self._broker = SimpleNamespace(stop=lambda: None, start=on_start)

    def living(self) -> set[int]:
        return {1, 2, 3}

    def missing(self) -> list[str]:
        return []

    def broker(self, _id: int) -> SimpleNamespace:
        return self._broker


class FakeSupervisor:
    """A supervisor of a producer that has sent the share of the messages before the fault."""

    def __init__(self, programs: list[Any]) -> None:
        self.programs = programs
        self.finished: list[str] = []

    def latest_event(self, _name: str, kind: EventKind) -> Any:
        return event(kind, counts={"sent": 500}) if kind is EventKind.PROGRESS else None

    def wait_until(self, condition: Callable[[], bool], _seconds: float, _missing: object) -> None:
        while not condition():
            pass

    def finish(self, name: str) -> None:
        self.finished.append(name)


def finished(**settings: Any) -> tuple[int, list[str]]:
    """The number of restarts, and the producers that were told to finish, after none was before."""
    cell = DeliverySettings(**LOAD, **settings)
    programs = described_workload(cell).programs()
    supervisor, restarts = FakeSupervisor([programs.producer]), 0

    def restart() -> None:
        nonlocal restarts
        restarts += 1
        assert not supervisor.finished

    scene = Scene(cell, "t", programs, cast("Supervisor", supervisor), cast("Brokers", FakeBrokers(restart)))
    FaultInjection(cell, cast("Cluster", None), scene).run()
    return restarts, supervisor.finished


@pytest.mark.parametrize(("repeats", "restarts"), [(1, 3), (2, 6)])
def test_a_cell_with_seconds_sends_until_its_brokers_have_been_restarted(repeats: int, restarts: int) -> None:
    assert finished(fault="rolling-restart", seconds=20, fault_repeats=repeats) == (restarts, ["producer"])


def test_a_cell_with_a_number_of_messages_sends_them_all() -> None:
    assert finished(fault="rolling-restart", messages=2_000) == (3, [])
