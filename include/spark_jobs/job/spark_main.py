"""The job that spark-submit runs. It computes the results of runs from their raw logs.

    spark-submit … include/spark_jobs/job/spark_main.py <run folder> …

Each Spark task measures some cells, one after another, and reads their files in Python. So no row of a raw
log enters the JVM, and a worker has only one cell in memory at a time.
"""

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from pyspark.sql import SparkSession

from include.machine.errors import UserError
from include.machine.storage.path import path_of
from include.spark_jobs.job.run_measurement import measure_runs

NOT_MEASURED, MISSING_FOLDER = 1, 2

QUERY_SETTINGS: Mapping[str, str] = {
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}
"""Settings of this job's queries. They do not replace settings that the session already has. Results have
only some thousands of rows. For so few rows, code generation and adaptive query execution would take more
time than they save."""


@contextmanager
def session() -> Iterator[SparkSession]:
    """A session with the settings given to spark-submit, or a session of Spark Connect."""
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas")  # no pandas is used here
    spark = SparkSession.builder.appName("kerran").getOrCreate()
    for name in QUERY_SETTINGS.keys() - spark.conf.getAll.keys():
        spark.conf.set(name, QUERY_SETTINGS[name])
    try:
        yield spark
    finally:
        spark.stop()


def main(arguments: Sequence[str]) -> int:
    """Measure the runs whose folders are the arguments, and return the exit status."""
    if not arguments:
        print("usage: spark_main.py <run folder> …", file=sys.stderr)
        return MISSING_FOLDER
    runs = [path_of(argument).resolve() for argument in arguments]
    try:
        for run in runs:
            if not run.is_dir():
                print(
                    f"{run}: no such run folder; give one that holds a plan.json and cells/", file=sys.stderr
                )
                return MISSING_FOLDER
        with session() as spark:
            sentences = measure_runs(spark, runs)
        print("\n".join(sentences))
    except (OSError, UserError) as error:
        print(error, file=sys.stderr)
        return NOT_MEASURED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
