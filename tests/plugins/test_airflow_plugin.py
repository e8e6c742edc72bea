"""Airflow's loader makes each file of the folder of plugins a module with the file's name alone."""

import sys

from airflow.plugins_manager import ensure_plugins_loaded

import kerran


def test_airflow_loads_the_plugins_without_hiding_the_package_kerran() -> None:
    ensure_plugins_loaded()
    assert "airflow_plugin" in sys.modules
    assert "runs" in vars(sys.modules["kerran"])
    assert sys.modules["kerran"] is kerran
