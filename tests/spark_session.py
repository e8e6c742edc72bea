"""A session of Spark in the process of the tests, as a program or a notebook has one."""

import logging
import os
import sys
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from include.spark_jobs.job.submission import CONF


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session on this machine, as a user's program or notebook has one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        builder = SparkSession.builder.master("local[2]").appName("tests")
        for name, value in CONF.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield session
        session.stop()
        logging.getLogger("py4j").setLevel(logging.WARNING)  # the message about its end has no reader
