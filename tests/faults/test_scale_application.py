from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from include.faults import scale_application
from include.faults.scene import Brokers, FaultError, Scene, Supervisor
from include.machine.errors import CellError
from include.scenarios.application.settings import ApplicationSettings
from tests.load_programs import described_workload


def scene(*owners: set[str]) -> tuple[Scene, list[str]]:
    """A cell of two instances, with the owners of its input at each look, and what happened to instances."""
    settings = ApplicationSettings(
        semantics="exactly-once", application="plain-python", rate=300, fault="scale-application",
        instances=2, partitions=2,
    )  # fmt: skip
    looks, begun = iter(owners), list[str]()

    def wait_until(condition: Callable[[], bool], _seconds: float, missing: Callable[[], str]) -> None:
        try:
            while not condition():
                pass
        except StopIteration:
            raise CellError(missing()) from None

    supervisor = SimpleNamespace(
        begin=begun.append,
        latest_event=lambda name, _kind: SimpleNamespace(counts={"struck": begun.count(name)}),
        wait_until=wait_until,
    )
    brokers = SimpleNamespace(owners_of=lambda _topic: frozenset(next(looks)))
    programs = described_workload(settings).programs()
    return Scene(settings, "t", programs, cast("Supervisor", supervisor), cast("Brokers", brokers)), begun


def test_the_last_instance_joins_until_it_has_partitions_and_leaves_when_the_fault_ends() -> None:
    cell, begun = scene({"old"}, {"old"}, set(), {"old", "new"})
    injection = scale_application.inject(cell)
    assert next(injection).name == "application-1"
    assert begun == ["application-1"]
    assert next(injection, None) is None
    assert begun == ["application-1", "application-1"]


def test_an_instance_that_gets_no_partition_shows_nothing() -> None:
    with pytest.raises(CellError, match="application-1, which joined, got no partition"):
        next(scale_application.inject(scene({"old"}, {"old"}, set())[0]))
    with pytest.raises(FaultError, match="in no consumer group"):
        next(scale_application.inject(scene(set())[0]))
