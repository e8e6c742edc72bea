"""Airflow reads where it is at home when it is first imported: a folder of the tests' own."""

import os
from tempfile import mkdtemp

from include.folders import ROOT


def make_home() -> None:
    """Have Airflow find this checkout's plugins, and nothing else; call it before Airflow is imported."""
    os.environ["AIRFLOW_HOME"] = mkdtemp(prefix="kerran-airflow-")
    os.environ["AIRFLOW__CORE__LOAD_EXAMPLES"] = "False"
    os.environ["AIRFLOW__CORE__PLUGINS_FOLDER"] = str(ROOT / "plugins")
