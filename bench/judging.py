"""The time that the search for violations adds to the Spark job, on the same raw logs."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.goals import at_most
from bench.process_tree import measure
from bench.raw_logs import generate
from bench.spark import CELLS, MESSAGES
from include.machine.folders import ROOT
from include.spark_jobs.job import class_data_archive, submission

MOST = 1.2
"""The goal: the largest ratio of the time with the search to the time without."""

UNJUDGED = str(ROOT / "bench" / "aggregate_unjudged.py")


def run(rounds: int) -> str:
    """Compare in a number of rounds; return a Markdown section with the median of the ratios."""
    class_data_archive.ensure()
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        logs = generate(Path(folder, "run"), CELLS["30 million"], MESSAGES)
        pairs = list(_pairs(logs, rounds, Path(folder)))
    judged, unjudged = zip(*pairs, strict=True)
    ratio = median(judged / unjudged for judged, unjudged in pairs)
    spread = f"{min(o / u for o, u in pairs):.2f} to {max(o / u for o, u in pairs):.2f}"
    return (
        "## Judging\n\n"
        f"The Spark job over 30 million rows, with and without the search for violations, {rounds} "
        f"interleaved pairs: {median(judged):.1f} s and {median(unjudged):.1f} s (medians).\n\n"
        f"- judging, times as long: {ratio:.2f} ({spread}) {at_most(ratio, MOST)}\n"
    )


def _pairs(logs: Path, rounds: int, scratch: Path) -> Iterator[tuple[float, float]]:
    """Seconds of the whole process, with and without the search; the order alternates."""
    judged = submission.command(logs)
    unjudged = [UNJUDGED if part == submission.APPLICATION else part for part in judged]
    for place in range(rounds):
        order = [judged, unjudged] if place % 2 == 0 else [unjudged, judged]
        seconds = [measure(line, submission.ENVIRONMENT, scratch / "output.txt").seconds for line in order]
        yield (seconds[0], seconds[1]) if place % 2 == 0 else (seconds[1], seconds[0])


if __name__ == "__main__":
    print(run(5))
