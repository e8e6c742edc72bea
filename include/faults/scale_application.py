"""Start the last instance of the application, which joins the others, and stop it when the fault ends."""

from collections.abc import Iterator

from include.faults.scene import FaultError, Scene
from include.faults.struck_application import refuses as refuses_other_cells
from include.faults.struck_application import strike
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program
from include.settings.faults import KafkaCellSettings

JOIN_TIMEOUT_SECONDS = 120.0


def inject(scene: Scene) -> Iterator[Program]:
    """Let the instance join, wait until it has partitions of the input topic, and let it leave at the end.

    Raises:
        FaultError: No consumer group reads the topic, so that no partition can move.
    """
    joining, owners = scene.programs.applications[-1], scene.brokers.owners_of(scene.topic)
    if not owners:
        raise FaultError("the application reads the input topic in no consumer group: no partition can move")
    strike(scene, joining)
    scene.supervisor.wait_until(
        lambda: bool(scene.brokers.owners_of(scene.topic) - owners),
        JOIN_TIMEOUT_SECONDS,
        lambda: f"{joining}, which joined, got no partition",
    )
    yield joining
    strike(scene, joining)


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell in which the last instance is the only one, or would get no partition."""
    instances = settings.traits.flow.applications
    if instances == 1 or settings.partitions < instances:
        return "needs two instances or more, and a partition for each: the last one joins and leaves"
    return refuses_other_cells(settings)


RECORD = Fault(
    "scale-application",
    "An instance of the application joins and leaves",
    Target.APPLICATION,
    Capability.PROGRAM,
    inject,
    refuses,
)
