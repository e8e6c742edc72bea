"""What a producer with a monitor has, and a faster one has not, that may limit its rate."""

from include.matrix.plan import Treatment
from include.rawlog.manifest import Manifest
from include.report.measured_run import MeasuredRun


def limiting_factors(run: MeasuredRun, slower: Treatment, faster: Treatment) -> str:
    """What may slow a treatment, and not the faster one, in a sentence; empty where nothing is known."""
    factors = [
        *_of_the_network(slower, faster),
        *_of_the_machine(_first_manifest(run, slower), _first_manifest(run, faster)),
    ]
    return f"Both also differ in what may limit the rate: {'; '.join(factors)}." if factors else ""


def _of_the_network(slower: Treatment, faster: Treatment) -> list[str]:
    loss_of_slower, loss_of_faster = (getattr(one.settings, "packet_loss", 0) for one in (slower, faster))
    if not loss_of_slower or loss_of_faster:
        return []
    control = getattr(slower.settings, "copy_congestion_control", "the system's")
    return [
        "copies cross the lossy network like everything else that the producer sends, and TCP, whose "
        f"congestion control is {control}, may wait for each lost packet"
    ]


def _of_the_machine(slower: Manifest | None, faster: Manifest | None) -> list[str]:
    if slower is None or faster is None or len(slower.programs) <= len(faster.programs):
        return []
    return [
        f"{len(slower.programs)} load programs share {slower.host.cores} cores with the brokers, while the "
        f"other treatment had {len(faster.programs)}"
    ]


def _first_manifest(run: MeasuredRun, treatment: Treatment) -> Manifest | None:
    return next(iter(run.manifests_of(treatment.id)), None)
