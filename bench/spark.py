"""The time from raw logs to results: the Spark job compared with DuckDB and pandas for the same work.

python -m bench.spark [rounds]
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import duckdb

from bench.goals import at_most
from bench.process_tree import Usage, measure
from bench.raw_logs import generate
from include.spark_jobs.job import class_data_archive, submission

MESSAGES = 50_000
"""The messages of a cell. Each message is sent once and received once, which makes 100,000 rows."""
CELLS = {"30 million": 300, "60 million": 600, "300 million": 3000}
ONCE = "300 million"
"""The size that is measured in the first round only."""

MOST_SECONDS = 12
MOST_MEBIBYTES = 1024
MOST_GROWTH, MOST_GROWTH_OF_LARGEST = 1.5, 5.0
"""The largest ratios of times: of 60 million rows to 30 million rows, and of 300 million rows to 60 million
rows."""

Command = Callable[[Path, Path], list[str]]
"""The command line that aggregates a run; the output is a file, which Spark does not use."""


def _program(name: str) -> Command:
    return lambda run, output: [sys.executable, "-m", f"bench.{name}", str(run), str(output)]


CONTENDERS: Mapping[str, Command] = {
    "Spark (this project)": lambda run, _: submission.command(run),
    "DuckDB": _program("aggregate_duckdb"),
    "pandas": _program("aggregate_pandas"),
}
OURS = next(iter(CONTENDERS))


def run(rounds: int) -> str:
    """Compare in interleaved rounds; return a Markdown section with the medians."""
    class_data_archive.ensure()
    with _runs() as runs, TemporaryDirectory() as scratch:
        used = compare(runs, rounds, Path(scratch))
        _check_agreement(runs["30 million"], Path(scratch))
    return section(used, rounds)


def compare(runs: Mapping[str, Path], rounds: int, scratch: Path) -> dict[tuple[str, str], list[Usage]]:
    """The time and memory of each contender at each size, round by round."""
    used: dict[tuple[str, str], list[Usage]] = {}
    for number in range(rounds):
        for rows, folder in runs.items():
            if rows == ONCE and number:
                continue
            for name, command in CONTENDERS.items():
                line = command(folder, scratch / f"{name}.{rows}.parquet")
                usage = measure(line, submission.ENVIRONMENT, scratch / "output.txt")
                used.setdefault((name, rows), []).append(usage)
    return used


def section(used: Mapping[tuple[str, str], Sequence[Usage]], rounds: int) -> str:
    """The comparison as Markdown: a table of medians, and whether each goal was reached."""
    lines = [
        "## Raw logs to results",
        "",
        f"Whole process, all of its processes together; medians of {rounds} interleaved rounds, "
        f"{ONCE} rows in the first only. A cell has 100,000 rows. "
        "Memory is the peak of the proportional set size.",
        "",
        "| | rows | wall s | CPU s | memory MiB |",
        "|---|---|---|---|---|",
    ]
    for (name, rows), usages in used.items():
        seconds, cpu, memory = _medians(usages)
        lines.append(f"| {name} | {rows} | {seconds:.1f} | {cpu:.1f} | {memory:.0f} |")
    return "\n".join([*lines, "", *_goals(used), ""])


def _goals(used: Mapping[tuple[str, str], Sequence[Usage]]) -> Iterator[str]:
    small, large, largest = (_medians(used[OURS, rows]) for rows in CELLS)
    yield _goal("30 million rows, s", small[0], MOST_SECONDS)
    yield _goal("30 million rows, MiB", small[2], MOST_MEBIBYTES)
    yield _goal("60 million rows, times as long as 30", large[0] / small[0], MOST_GROWTH)
    yield _goal("60 million rows, MiB", large[2], MOST_MEBIBYTES)
    yield _goal("300 million rows, times as long as 60", largest[0] / large[0], MOST_GROWTH_OF_LARGEST)
    yield _goal("300 million rows, MiB", largest[2], MOST_MEBIBYTES)


def _goal(what: str, value: float, most: float) -> str:
    return f"- {what}: {value:.2f} {at_most(value, most)}"


def _medians(usages: Sequence[Usage]) -> tuple[float, float, float]:
    return (
        median(usage.seconds for usage in usages),
        median(usage.cpu_seconds for usage in usages),
        median(usage.peak_mebibytes for usage in usages),
    )


AGREEMENT = """
    select count(*), max(abs(ours.producer_consumer_latency_p99 - duck.consumer[4])),
        max(abs(ours.producer_consumer_latency_p99 - pandas."consumer_0.99")),
        sum(abs(ours.out_of_order - duck.out_of_order) + abs(ours.out_of_order - pandas.out_of_order))
    from read_parquet($ours) ours join read_parquet($duck) duck using (cell)
    join read_parquet($pandas) pandas using (cell)
"""


def _check_agreement(run: Path, scratch: Path) -> None:
    """Check that all contenders computed the same results."""
    parameters = {
        "ours": str(run / "results" / "cells.parquet"),
        "duck": str(scratch / "DuckDB.30 million.parquet"),
        "pandas": str(scratch / "pandas.30 million.parquet"),
    }
    row = duckdb.execute(AGREEMENT, parameters).fetchone()
    assert row is not None
    cells, *differences = row
    assert cells == CELLS["30 million"]
    assert max(differences) < 1e-9, f"the contenders' results differ: {differences}"


@contextmanager
def _runs() -> Iterator[dict[str, Path]]:
    """Generated runs of all sizes, which are deleted after the comparison."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        yield {rows: generate(Path(folder, str(cells)), cells, MESSAGES) for rows, cells in CELLS.items()}


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
