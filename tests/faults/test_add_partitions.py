from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from include.cells.program_supervisor import ProgramSupervisor
from include.faults import add_partitions
from include.faults.scene import Brokers, Scene
from include.load.events import EventKind
from include.machine.errors import CellError
from include.scenarios.share_group.settings import ShareGroupSettings
from tests.cells.fakes import FakeRunner, event
from tests.load_programs import programs_of

SETTINGS: dict[str, Any] = {
    "semantics": "idempotent", "rate": 100, "seconds": 10, "partitions": 1, "fault": "add-partitions",
}  # fmt: skip


@pytest.fixture
def done() -> list[str]:
    """What was done to brokers and producer, in its order."""
    return []


@pytest.fixture
def ends() -> dict[int, int]:
    return {0: 8, 1: 1, 2: 1}


def scene(done: list[str], ends: dict[int, int], received: int) -> Scene:
    """A producer that has paused after 5 messages, and a member that has received some of them."""
    programs = programs_of(scenario="share_group", **SETTINGS)
    runner = FakeRunner()
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None)
    for program in programs.all:
        supervisor.start(program)
    runner.send("producer", event(EventKind.PAUSED, counts={"sent": 5}))
    runner.send("consumer-0", event(EventKind.PROGRESS, counts={"received": received}))
    supervisor.listen(0)
    supervisor.release = lambda name: done.append(f"release {name}")  # type: ignore[method-assign]
    brokers = SimpleNamespace(
        set_group_settings=lambda group, settings: done.append(f"{group}: {settings}"),
        add_partitions=lambda topic, partitions: done.append(f"{topic}: {partitions} partitions"),
        log_ends=lambda _topic, _partitions: ends,
    )
    return Scene(ShareGroupSettings(**SETTINGS), "t", programs, supervisor, cast("Brokers", brokers))


def test_the_producer_goes_on_when_the_partitions_are_there(done: list[str], ends: dict[int, int]) -> None:
    injection = add_partitions.inject(scene(done, ends, received=5))
    assert next(injection) == "partition 1 and 2"
    assert done == ["t: {'share.auto.offset.reset': 'latest'}", "t: 3 partitions", "release producer"]
    assert next(injection, "over") == "over"


def test_no_partition_is_added_before_the_group_reads_the_others(
    done: list[str], ends: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add_partitions, "RECEIVED_TIMEOUT_SECONDS", 0)
    with pytest.raises(CellError, match="did not receive the 5 messages"):
        next(add_partitions.inject(scene(done, ends, received=4)))
    assert done == []


def test_an_added_partition_without_a_message_shows_nothing(
    done: list[str], ends: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add_partitions, "WRITTEN_TIMEOUT_SECONDS", 0)
    injection = add_partitions.inject(scene(done, {**ends, 2: 0}, received=5))
    next(injection)
    with pytest.raises(CellError, match="wrote nothing to an added partition"):
        next(injection)
