"""The application that a fault strikes, and the strikes."""

from collections.abc import Iterator

from include.faults.scene import FaultError, Scene
from include.kinds.fault import Capability, Fault, Target
from include.load.events import EventKind
from include.load.program_descriptions import Program
from include.settings.faults import KafkaCellSettings

STRIKE_TIMEOUT_SECONDS = 60.0

RETURN_TIMEOUT_SECONDS = 2000.0
"""The maximum time until a struck application runs again, which is longer than any outage in its job."""


def application_fault(name: str, title: str, *, ends_sending: bool = False) -> Fault:
    """The record of a fault that strikes the first instance of the application."""
    return Fault(
        name, title, Target.APPLICATION, Capability.PROGRAM, inject, refuses, ends_sending=ends_sending
    )


def inject(scene: Scene) -> Iterator[Program]:
    """Let the program that supervises the application strike it. The fault ends when it runs again.

    What the strike is, and when the application is started again, is a part of that program's job.

    Raises:
        FaultError: The cell has no application, or all messages had been sent before it was struck.
    """
    supervised = application_of(scene)
    strike(scene, supervised)
    if scene.has_sent_all:
        raise FaultError("all messages had been sent before the application had ended: use more seconds")
    yield supervised
    scene.supervisor.wait_until(
        lambda: _counted(scene, supervised, "returned") == _counted(scene, supervised, "struck"),
        RETURN_TIMEOUT_SECONDS,
        lambda: "the application that was struck did not come back",
    )


def application_of(scene: Scene) -> Program:
    """The program that supervises the first instance of the application.

    Raises:
        FaultError: The cell has no application.
    """
    if not scene.programs.applications:
        raise FaultError("the cell has no application")
    return scene.programs.applications[0]


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without an application."""
    return None if settings.traits.flow.applications else "needs the scenario application"


def strike(scene: Scene, program: Program) -> None:
    """Strike the application once, and return when it is killed, stopped or frozen."""
    before = _counted(scene, program, "struck")
    scene.supervisor.begin(program.name)
    scene.supervisor.wait_until(
        lambda: _counted(scene, program, "struck") > before,
        STRIKE_TIMEOUT_SECONDS,
        lambda: "the application was not struck",
    )


def _counted(scene: Scene, program: Program, name: str) -> int:
    event = scene.supervisor.latest_event(program.name, EventKind.PROGRESS)
    return event.counts[name] if event else 0
