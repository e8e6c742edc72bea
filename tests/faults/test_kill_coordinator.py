from types import SimpleNamespace
from typing import cast

from include.faults import kill_coordinator
from include.faults.scene import Brokers, Scene, Supervisor
from include.load.program_descriptions import Topics
from include.scenarios.application.settings import ApplicationSettings
from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import DeliverySettings
from tests.load_programs import described_workload


def coordinated(settings: DeliverySettings | CopySettings | ApplicationSettings) -> str:
    """The transactional id whose coordinator the fault kills; "latest" if it asks for no id."""
    questions: list[str] = []

    def coordinator_of(transactional_id: str) -> tuple[str, int]:
        questions.append(transactional_id)
        return "__transaction_state", 0

    broker = SimpleNamespace(kill=lambda: None)

    def latest_coordinator() -> tuple[str, int]:
        questions.append("latest")
        return "__transaction_state", 0

    brokers = SimpleNamespace(
        coordinator_of=coordinator_of,
        latest_coordinator=latest_coordinator,
        leader_of=lambda _topic, _partition: broker,
    )
    programs = described_workload(settings, topics=Topics("t", "copied")).programs()
    scene = Scene(settings, "t", programs, cast("Supervisor", None), cast("Brokers", brokers))
    next(kill_coordinator.inject(scene))
    return questions[0]


def test_the_coordinator_is_that_of_the_first_copier_or_else_of_the_producer() -> None:
    assert coordinated(DeliverySettings(semantics="exactly-once")) == "t"
    assert coordinated(CopySettings(semantics="exactly-once")) == "t-0"


def test_the_coordinator_of_an_application_is_that_of_the_latest_transaction() -> None:
    settings = ApplicationSettings(semantics="exactly-once", application="plain-python", rate=300)
    assert coordinated(settings) == "latest"
