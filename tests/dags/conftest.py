"""Airflow reads where it is at home when it is first imported: a folder of the tests' own."""

import os
from tempfile import mkdtemp
from typing import Any

import pytest

from include.folders import ROOT

os.environ["AIRFLOW_HOME"] = mkdtemp(prefix="kerran-airflow-")
os.environ["AIRFLOW__CORE__LOAD_EXAMPLES"] = "False"


@pytest.fixture(scope="session")
def dag() -> Any:
    """The DAG as Airflow reads it."""
    from airflow.dag_processing.dagbag import DagBag

    bag = DagBag(dag_folder=ROOT / "dags" / "delivery_sweep.py")
    assert bag.import_errors == {}
    return bag.dags["delivery_sweep"]
