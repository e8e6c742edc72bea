"""Measure a run with ten million duplicates, with a Spark driver that has little memory."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from bench.process_tree import measure
from bench.raw_logs import generate
from include.spark_jobs.job import class_data_archive, submission

CELLS, MESSAGES, DUPLICATES = 20, 50_000, 10
"""Ten million duplicates."""

MOST_RESULT = "16m"
"""The most that tasks may return to the driver."""


def run() -> str:
    """Measure the run once, and return the figures as a Markdown section."""
    class_data_archive.ensure()
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        logs = generate(Path(folder, "run"), CELLS, MESSAGES, duplicates=DUPLICATES)
        command = submission.command(logs, conf={"spark.driver.maxResultSize": MOST_RESULT})
        used = measure(command, submission.ENVIRONMENT, Path(folder, "output.txt"))
        rows = pq.read_metadata(logs / "results" / "violations.parquet").num_rows
    return (
        "## Ten million duplicates\n\n"
        f"{CELLS} cells of {MESSAGES:,} messages, each of which was delivered {1 + DUPLICATES} times: "
        f"{rows:,} violations in {used.seconds:.1f} s, {used.peak_mebibytes:,.0f} MiB in all processes, with "
        f"a driver of {submission.DRIVER_MEMORY} and spark.driver.maxResultSize={MOST_RESULT}."
    )
