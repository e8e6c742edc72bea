"""Compare two workers of one core each with one such worker, on Spark's standalone master."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from bench.goals import at_least
from bench.raw_logs import generate
from bench.spark_cluster import submit
from bench.standalone import Standalone, standalone

CELLS, MESSAGES = 600, 50_000
"""60 million rows: each message is sent once and received once."""

LEAST_RATIO = 1.6


def run(rounds: int) -> str:
    """Compare in interleaved rounds; return a Markdown section with the median of the ratios."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        logs = generate(Path(folder, "run"), CELLS, MESSAGES)
        of_one, of_two = Path(folder, "one"), Path(folder, "two")
        of_one.mkdir()
        of_two.mkdir()
        with standalone(of_one, 1) as single, standalone(of_two, 2) as double:
            pairs = [(_seconds(logs, single), _seconds(logs, double)) for _ in range(rounds)]
    return section(pairs)


def section(pairs: Sequence[tuple[float, float]]) -> str:
    """The comparison as Markdown; a pair has the seconds with one worker and with two."""
    ratios = sorted(single / double for single, double in pairs)
    ratio = median(ratios)
    singles, doubles = (median(pair[which] for pair in pairs) for which in (0, 1))
    return (
        "## Two workers against one\n\n"
        f"{CELLS} cells, 60 million rows, on a standalone master; each worker has one core, and "
        f"the driver runs beside them. Medians of {len(pairs)} interleaved rounds: {singles:.1f} s with "
        f"one worker and {doubles:.1f} s with two.\n\n"
        f"- two workers, times as fast: {ratio:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) "
        f"{at_least(ratio, LEAST_RATIO)}"
    )


def _seconds(logs: Path, cluster: Standalone) -> float:
    began = monotonic()
    submit(logs, cluster.master).check_returncode()
    return monotonic() - began
