from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from pydantic import ValidationError

from include.faults.scene import Broker, Brokers, Scene, Supervisor
from include.kinds.fault import FAULTS
from include.load.program_descriptions import LoadPrograms
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
    values = {"semantics": "at-least-once", "fault": "pause-follower", "rate": 100, **changes}
    return DeliverySettings.model_validate(values)


@pytest.mark.parametrize(
    ("count", "paused"), [(1, [[], [], ["pause"]]), (2, [["pause"], [], ["pause"]])], ids=["first", "both"]
)
def test_the_first_followers_are_paused_and_resumed(count: int, paused: list[list[str]]) -> None:
    brokers = FakeBrokers()
    nothing = cast("LoadPrograms", None), cast("Supervisor", None)
    scene = Scene(settings(paused_followers=count), "topic", *nothing, cast("Brokers", brokers))
    injection = FAULTS["pause-follower"].inject(scene)
    next(injection)
    assert [broker.told for broker in brokers.all.values()] == paused
    next(injection, None)
    assert brokers.all[3].told == ["pause", "resume"]


def test_an_experiment_with_the_fault_is_planned(tmp_path: Path) -> None:
    factors = {"fault": ["no-fault", "pause-follower"]}
    plan = plan_of(tmp_path / "run", factors, semantics="at-least-once", rate=100)
    assert [treatment.id for treatment in plan.treatments] == ["no-fault", "pause-follower"]


def test_a_partition_with_too_few_followers_is_refused() -> None:
    with pytest.raises(ValidationError, match="pause-follower needs a replication of 3 or more, not 2"):
        settings(replication=2, paused_followers=2)
