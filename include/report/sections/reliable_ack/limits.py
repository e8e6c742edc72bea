"""What limits the rate of a producer with a monitor, as far as a run's figures tell."""

from include.matrix.plan import Treatment
from include.rawlog.manifest import Manifest
from include.report.run import Run


def limits(run: Run, slower: Treatment, faster: Treatment) -> str:
    """What a treatment has against it that another, which is faster, hasn't; empty where nothing is known."""
    told = [
        *_of_the_network(slower, faster),
        *_of_the_machine(_manifest(run, slower), _manifest(run, faster)),
    ]
    return f"What limits it: {'; '.join(told)}." if told else ""


def _of_the_network(slower: Treatment, faster: Treatment) -> list[str]:
    lost, lost_by_faster = (getattr(one.settings, "packet_loss", 0) for one in (slower, faster))
    if not lost or lost_by_faster:
        return []
    control = getattr(slower.settings, "copy_congestion_control", "the system's")
    return [
        "copies cross the lossy network as all does that the producer sends, and TCP, whose congestion "
        f"control is {control}, waits for each packet that is lost"
    ]


def _of_the_machine(slower: Manifest | None, faster: Manifest | None) -> list[str]:
    if slower is None or faster is None or len(slower.programs) <= len(faster.programs):
        return []
    return [
        f"{len(slower.programs)} load programs share {slower.host.cores} cores with the brokers, where the "
        f"other had {len(faster.programs)}"
    ]


def _manifest(run: Run, treatment: Treatment) -> Manifest | None:
    """Of its first cell that counts."""
    return next((run.manifests[cell] for cell in run.cells_of(treatment.id) if cell in run.manifests), None)
