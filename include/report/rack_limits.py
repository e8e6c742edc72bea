"""What limits a rate, as far as a run's figures tell."""

from statistics import fmean

from include.matrix.plan import Treatment
from include.report.numerals import significant
from include.report.run import Run


def limits(run: Run, slower: Treatment, faster: Treatment) -> str:
    """What a treatment has more to do than another that is faster."""
    told = []
    if slower.settings.lost_packets:
        told.append(
            "copies cross the lossy network as everything does that the producer sends, and TCP "
            f"({_congestion_control(slower)}) slows down for each packet that is lost"
        )
    ours, theirs = _cpu(run, slower), _cpu(run, faster)
    if ours and theirs and ours > theirs:
        told.append(
            f"its load programs take {significant(ours)} µs of CPU time for a message, those of the other "
            f"take {significant(theirs)}, on the cores that they share with the brokers"
        )
    return f"What limits it: {'; '.join(told)}." if told else "What limits it, the figures don't tell."


def _cpu(run: Run, treatment: Treatment) -> float | None:
    """Microseconds of CPU time that the load programs take for a message, in the mean over the cells."""
    messages = treatment.settings.messages
    cells = [run.manifests[cell] for cell in run.cells_of(treatment.id) if cell in run.manifests]
    times = [cell.machine.cpu_programs / messages * 1e6 for cell in cells]
    return fmean(times) if times else None


def _congestion_control(treatment: Treatment) -> str:
    names = [
        str(getattr(treatment.settings, name, ""))
        for name in ("copy_congestion_control", "congestion_control")
    ]
    return next((name for name in names if name), "as the system has it")
