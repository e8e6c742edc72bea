from types import SimpleNamespace
from typing import cast

from include.faults import kill_coordinator
from include.faults.scene import Brokers, Scene, Supervisor
from include.load.program_descriptions import Topics
from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import DeliverySettings
from tests.load_programs import described_workload


def coordinated(settings: DeliverySettings | CopySettings) -> str:
    """The transactional id whose coordinator the fault kills."""
    questions: list[str] = []

    def coordinator_of(transactional_id: str) -> tuple[str, int]:
        questions.append(transactional_id)
        return "__transaction_state", 0

    broker = SimpleNamespace(kill=lambda: None)
    brokers = SimpleNamespace(coordinator_of=coordinator_of, leader_of=lambda _topic, _partition: broker)
    programs = described_workload(settings, topics=Topics("t", "copied")).programs()
    scene = Scene(settings, "t", programs, cast("Supervisor", None), cast("Brokers", brokers))
    next(kill_coordinator.inject(scene))
    return questions[0]


def test_the_coordinator_is_that_of_the_first_copier_or_else_of_the_producer() -> None:
    assert coordinated(DeliverySettings(semantics="exactly-once")) == "t"
    assert coordinated(CopySettings(semantics="exactly-once")) == "t-0"
