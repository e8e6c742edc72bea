from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from pydantic import ValidationError

from include.faults.registry import FAULTS
from include.faults.scene import Broker, Brokers, Scene, Supervisor
from include.load_runtime.program import LoadPrograms
from include.scenarios.delivery.settings import DeliverySettings
from tests.e2e.cells import plan_of


@dataclass
class FakeBroker:
    id: int
    told: list[str] = field(default_factory=list)

    def pause(self) -> None:
        self.told.append("pause")

    def resume(self) -> None:
        self.told.append("resume")


@dataclass
class FakeBrokers:
    """Three brokers: the second leads, the third and the first follow."""

    all: dict[int, FakeBroker] = field(default_factory=lambda: {id: FakeBroker(id) for id in (1, 2, 3)})

    def replicas_of(self, _topic: str, _partition: int) -> tuple[list[int], list[int]]:
        return [2, 3, 1], [1, 2, 3]

    def broker(self, id: int) -> Broker:
        return cast("Broker", self.all[id])


def settings(**changes: object) -> DeliverySettings:
    values = {"semantics": "at-least-once", "fault": "freeze-follower", "rate": 100, **changes}
    return DeliverySettings.model_validate(values)


def test_the_first_follower_is_paused_and_resumed() -> None:
    brokers = FakeBrokers()
    nothing = cast("LoadPrograms", None), cast("Supervisor", None)
    scene = Scene(settings(), "topic", *nothing, cast("Brokers", brokers))
    struck = FAULTS["freeze-follower"].begin(scene)
    assert [broker.told for broker in brokers.all.values()] == [[], [], ["pause"]]
    FAULTS["freeze-follower"].end(scene, struck)
    assert brokers.all[3].told == ["pause", "resume"]


def test_an_experiment_with_the_fault_is_planned(tmp_path: Path) -> None:
    factors = {"fault": ["no-fault", "freeze-follower"]}
    plan = plan_of(tmp_path / "run", factors, semantics="at-least-once", rate=100)
    assert [one.id for one in plan.treatments] == ["no-fault", "freeze-follower"]


def test_a_partition_without_followers_is_refused() -> None:
    with pytest.raises(ValidationError, match="freeze-follower needs a replication of 2 or more"):
        settings(replication=1)
