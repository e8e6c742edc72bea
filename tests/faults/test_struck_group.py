from pathlib import Path
from typing import cast

import pytest

from include.cells.program_supervisor import ProgramSupervisor
from include.faults import struck_group
from include.faults.scene import Brokers, FaultError, Scene
from include.faults.struck_group import (
    first_owner,
    is_balanced,
    living_members,
    wait_until_balanced,
    wait_until_joined,
)
from include.load.events import Event, EventKind
from include.load.program_descriptions import newcomer
from include.machine.errors import CellError
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from tests.cells.fakes import FakeRunner, assigned, event
from tests.load_programs import described_workload


def scene(*assignments: Event) -> tuple[Scene, FakeRunner]:
    """A group of three members, with these assignments of three partitions."""
    settings = GroupRebalanceSettings(semantics="idempotent", partitions=3)
    programs = described_workload(settings).programs()
    runner = FakeRunner(event(EventKind.READY))
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None)
    for program in programs.all:
        supervisor.start(program)
    for member, assignment in zip(programs.consumers, assignments, strict=True):
        runner.send(member.name, assignment)
    supervisor.listen(0)
    return Scene(settings, "t", programs, supervisor, cast("Brokers", None)), runner


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(struck_group, "MEMBER_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(struck_group, "REBALANCE_TIMEOUT_SECONDS", -44.8)


def test_the_first_member_that_owns_a_partition_is_struck_if_there_is_one() -> None:
    assert first_owner(scene(assigned(), assigned(0, 1), assigned(2))[0]).name == "consumer-1"
    with pytest.raises(FaultError, match="no member of the group of consumer-0 owns a partition"):
        first_owner(scene(assigned(), assigned(), assigned())[0])


def test_a_consumer_that_was_killed_or_is_done_is_not_a_member() -> None:
    group_scene, runner = scene(assigned(0), assigned(1), assigned(2))
    group_scene.supervisor.kill("consumer-0")
    runner.send("consumer-1", event(EventKind.DONE))
    wait_until = group_scene.supervisor.wait_until
    wait_until(lambda: len(living_members(group_scene)) == 1, 1, lambda: "two members are left")
    assert [member.name for member in living_members(group_scene)] == ["consumer-2"]


def test_a_group_is_balanced_when_the_living_members_own_each_partition_once() -> None:
    group_scene, runner = scene(assigned(0), assigned(1), assigned(2))
    group_scene.supervisor.kill("consumer-0")
    with pytest.raises(CellError, match="did not assign its 3 partitions"):
        wait_until_balanced(group_scene)
    runner.send("consumer-2", assigned(0, 2))
    wait_until_balanced(group_scene)


@pytest.mark.parametrize("owned", [[[0, 1, 2], [], []], [[0, 1], [1], [2]], [[0], [1], []]])
def test_a_group_is_not_balanced_while_owners_are_too_few_or_too_many(owned: list[list[int]]) -> None:
    assert not is_balanced(owned, 3)
    assert is_balanced([[0], [2], [1]], 3)


def test_a_new_member_has_joined_when_it_owns_a_partition_or_none_is_left_for_it() -> None:
    group_scene, runner = scene(assigned(0), assigned(1), assigned(2))
    group_scene.supervisor.kill("consumer-2")
    other = newcomer(group_scene.programs.consumers[-1])
    group_scene.supervisor.start(other)
    with pytest.raises(CellError, match="consumer-3 was not assigned a partition"):
        wait_until_joined(group_scene, other)
    runner.send("consumer-3", assigned(2))
    wait_until_joined(group_scene, other)
    group_scene, _ = scene(assigned(0), assigned(1), assigned(2))
    other = newcomer(group_scene.programs.consumers[-1])
    group_scene.supervisor.start(other)
    wait_until_joined(group_scene, other)
