from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from include.cells.program_supervisor import ProgramSupervisor
from include.faults import kill_leader_of_held
from include.faults.scene import Brokers, Scene
from include.load.events import EventKind
from include.machine.errors import CellError
from include.scenarios.share_group.settings import ShareGroupSettings
from tests.cells.fakes import FakeRunner, event
from tests.load_programs import programs_of

SETTINGS: dict[str, Any] = {
    "semantics": "idempotent", "rate": 100, "seconds": 10, "partitions": 1, "consumers": 2,
    "fault": "kill-leader-of-held",
}  # fmt: skip


def test_the_leader_lives_until_the_other_member_has_settled_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill_leader_of_held, "SETTLED_TIMEOUT_SECONDS", 0)
    runner = FakeRunner()
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None)
    programs = programs_of(scenario="share_group", **SETTINGS)
    for program in programs.all:
        supervisor.start(program)

    def settle(member: str, messages: int) -> None:
        runner.send(member, event(EventKind.PROGRESS, counts={"different": messages}))
        supervisor.listen(0)

    settle("consumer-0", 1000)  # the member that holds messages does not count
    settle("consumer-1", 50)
    killed: list[str] = []
    leader = SimpleNamespace(kill=lambda: killed.append("leader"))
    brokers = SimpleNamespace(leader_of=lambda _topic, _partition: leader)
    scene = Scene(ShareGroupSettings(**SETTINGS), "t", programs, supervisor, cast("Brokers", brokers))
    with pytest.raises(CellError, match="did not settle 150 messages"):
        next(kill_leader_of_held.inject(scene))
    assert killed == []
