from collections.abc import Iterator
from typing import Any, cast

import pytest

from include.faults import power_cut
from include.faults.scene import Brokers, FaultError, Scene, Supervisor
from include.machine.errors import PlatformError
from include.scenarios.delivery.settings import DeliverySettings
from tests.load_programs import described_workload


class FakeBroker:
    """A broker that notes what is done to it."""

    network = None

    def __init__(self, id: int, log: list[str]) -> None:
        self.id, self._log = id, log

    def __str__(self) -> str:
        return f"broker {self.id}"

    def pause(self) -> None:
        self._log.append(f"pause {self.id}")

    def resume(self) -> None:
        self._log.append(f"resume {self.id}")

    def kill(self) -> None:
        self._log.append(f"kill {self.id}")

    def stop(self) -> None:
        self._log.append(f"stop {self.id}")

    def start(self, release: str | None = None) -> None:
        self._log.append(f"start {self.id}{release or ''}")


class FakeDiskBroker(FakeBroker):
    """A broker whose unflushed data can be taken."""

    def check_disk_is_controlled(self) -> None:
        if self.id == 9:
            raise PlatformError("the disk of broker 9 is not controlled")

    def set_disk(self, *, is_full: bool = False, delay_ms: int = 0) -> None:
        self._log.append(f"disk {self.id} {'full' if is_full else delay_ms}")

    def has_ended(self) -> bool:
        return True

    def lose_unflushed(self) -> int:
        self._log.append(f"cut {self.id}")
        return self.id * 100


class FakeBrokers:
    """Three brokers, of which 2 leads the partition, and the log of what is done to them."""

    def __init__(self, kind: type[FakeBroker], ids: tuple[int, ...] = (1, 2, 3)) -> None:
        self.log: list[str] = []
        self._brokers = {id: kind(id, self.log) for id in ids}

    def broker(self, id: int) -> FakeBroker:
        return self._brokers[id]

    def living(self) -> set[int]:
        return set(self._brokers)

    def replicas_of(self, _topic: str, _partition: int) -> tuple[list[int], list[int]]:
        return [2, max(self._brokers)], []

    def leader_of(self, _topic: str, _partition: int) -> FakeBroker:
        return self._brokers[1]


class FakeSupervisor:
    """A supervisor that waits for nothing."""

    def wait_until(self, condition: Any, _seconds: float, _missing: Any) -> None:
        assert condition()


def injection(brokers: FakeBrokers, **settings: Any) -> Iterator[str]:
    cell = DeliverySettings(semantics="idempotent", fault="power-cut", rate=100, **settings)
    supervisor = cast("Supervisor", FakeSupervisor())
    programs = described_workload(cell).programs()
    return power_cut.inject(Scene(cell, "t", programs, supervisor, cast("Brokers", brokers)))


def test_brokers_stop_at_once_lose_what_was_not_flushed_and_start_together() -> None:
    brokers = FakeBrokers(FakeDiskBroker)
    cut = injection(brokers, cut_brokers=3)
    assert next(cut) == "broker 2 (-200 bytes), broker 3 (-300 bytes), broker 1 (-100 bytes)"
    assert brokers.log == [
        "pause 2", "pause 3", "pause 1", "kill 2", "cut 2", "kill 3", "cut 3", "kill 1", "cut 1",
    ]  # fmt: skip
    assert next(cut, None) is None
    assert brokers.log[9:] == ["start 3", "start 1", "start 2"]


def test_one_broker_is_the_leader() -> None:
    brokers = FakeBrokers(FakeDiskBroker)
    assert [*injection(brokers)] == ["broker 2 (-200 bytes)"]
    assert brokers.log == ["pause 2", "kill 2", "cut 2", "start 2"]


def test_the_follower_may_be_out_of_sync_before_the_cut_and_starts_with_the_leader() -> None:
    brokers = FakeBrokers(FakeDiskBroker)
    cut = injection(brokers, replication=2, shrink_first=True)
    assert next(cut) == "broker 2 (-200 bytes)"
    assert brokers.log == ["stop 3", "pause 2", "kill 2", "cut 2"]
    assert next(cut, None) is None
    assert brokers.log[4:] == ["start 3", "start 2"]


def test_the_former_leader_starts_when_another_broker_leads() -> None:
    brokers = FakeBrokers(FakeDiskBroker)
    assert [*injection(brokers, cut_brokers=2, power_returns="leader-last")]
    assert brokers.log[-2:] == ["start 3", "start 2"]


@pytest.mark.parametrize(
    ("brokers", "reason"),
    [
        (FakeBrokers(FakeBroker), "the disk of broker 2 is not controlled"),
        (FakeBrokers(FakeDiskBroker, (1, 2, 9)), "the disk of broker 9 is not controlled"),
        (FakeBrokers(FakeDiskBroker, (2, 3)), "cut_brokers is 3, and 2 brokers answer"),
    ],
)
def test_nothing_is_struck_if_it_is_not_known_what_every_broker_has_flushed(
    brokers: FakeBrokers, reason: str
) -> None:
    with pytest.raises((FaultError, PlatformError), match=reason):
        next(injection(brokers, cut_brokers=3))
    assert brokers.log == []
