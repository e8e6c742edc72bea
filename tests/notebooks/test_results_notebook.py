import pytest
from pyspark.sql import SparkSession

from tests.notebooks.execute import example_run, executed, read

pytestmark = pytest.mark.spark


def test_the_notebook_has_the_outputs_of_its_cells(spark: SparkSession) -> None:
    with example_run():
        assert executed(read()) == read(), "run .venv/bin/python -m tests.notebooks.execute"
