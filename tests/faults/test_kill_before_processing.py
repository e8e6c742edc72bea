from collections.abc import Callable
from time import monotonic
from types import SimpleNamespace
from typing import cast

from include.faults.kill_before_processing import RECORD
from include.faults.scene import Brokers, Scene, Supervisor
from include.load.job import Processing
from include.scenarios.delivery.settings import DeliverySettings
from tests.load_programs import described_workload

HELD_SECONDS = 0.2


def test_a_consumer_is_killed_when_it_has_had_the_batch_for_the_time() -> None:
    settings = DeliverySettings(
        semantics="at-least-once", rate=100, seconds=5, processing=Processing.AUTO_COMMIT,
        fault="kill-before-processing",
        killed_after_ms=int(HELD_SECONDS * 1000),
    )  # fmt: skip
    done: list[tuple[str, float]] = []

    def wait_until(condition: Callable[[], bool], _seconds: float, _missing: Callable[[], str]) -> None:
        while not condition():
            pass

    supervisor = SimpleNamespace(
        kill=lambda name: done.append((f"kill {name}", monotonic())),
        start=lambda program: done.append((f"start {program.name}", monotonic())),
        wait_until=wait_until,
    )
    programs = described_workload(settings).programs()
    scene = Scene(settings, "t", programs, cast("Supervisor", supervisor), cast("Brokers", None))
    began = monotonic()
    assert str(next(RECORD.inject(scene))) == "consumer-0"
    assert [what for what, _ in done] == ["kill consumer-0", "start consumer-0-again"]
    assert done[0][1] - began >= HELD_SECONDS
