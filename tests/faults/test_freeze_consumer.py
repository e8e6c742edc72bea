from pathlib import Path
from typing import cast

from include.cells.program_supervisor import ProgramSupervisor
from include.faults.freeze_consumer import RECORD
from include.faults.scene import Brokers, Scene
from include.load.events import EventKind
from include.scenarios.share_group.settings import ShareGroupSettings
from tests.cells.fakes import FakeRunner, event
from tests.load_programs import described_workload


def test_the_new_member_of_a_share_group_needs_no_partition_of_its_own() -> None:
    settings = ShareGroupSettings(
        semantics="idempotent", rate=100, seconds=5, consumers=3, partitions=1, lock_ms=1000,
        fault="freeze-consumer",
    )  # fmt: skip
    programs = described_workload(settings).programs()
    supervisor = ProgramSupervisor(FakeRunner(event(EventKind.READY)), Path(), on_poll=lambda _: None)
    for program in programs.all:
        supervisor.start(program)
    scene = Scene(settings, "t", programs, supervisor, cast("Brokers", None))
    frozen = RECORD.inject(scene)
    assert str(next(frozen)) == "consumer-0"
    assert "consumer-3" in [program.name for program in supervisor.programs]
    next(frozen, None)
