"""Force the group to share out its partitions anew: another joins, and leaves when the fault ends."""

from include.faults.scene import READY, Scene
from include.programs.events import Kind
from include.scenarios.load_programs import Program, newcomer


def begin(scene: Scene) -> Program:
    """One more member, until it is given partitions."""
    other = newcomer((scene.programs.copiers or scene.programs.consumers)[-1])
    scene.crew.start(other)
    scene.crew.wait_until(
        lambda: bool((said := scene.crew.latest(other.name, Kind.ASSIGNED)) and said.partitions),
        READY,
        lambda: f"{other.name} wasn't given partitions",
    )
    return other


def end(scene: Scene, other: Program) -> None:
    """It leaves."""
    scene.crew.stop(other.name)
