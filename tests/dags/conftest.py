from typing import Any

import pytest

from include.machine.folders import ROOT
from tests.airflow_home import make_home

make_home()


@pytest.fixture(scope="session")
def dags() -> dict[str, Any]:
    from airflow.dag_processing.dagbag import DagBag

    bag = DagBag(dag_folder=ROOT / "dags")
    assert bag.import_errors == {}
    return bag.dags


@pytest.fixture
def dag(dags: dict[str, Any]) -> Any:
    return dags["run_experiment"]
