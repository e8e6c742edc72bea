"""Airflow reads where it is at home when it is first imported: a folder of the tests' own."""

import atexit
import os
from shutil import rmtree
from tempfile import mkdtemp


def make_home() -> None:
    """Have Airflow find this checkout's plugins, and nothing else; call it before Airflow is imported.

    The folder is removed when the tests end, since Airflow writes to it until then.
    """
    home = mkdtemp(prefix="kerran-airflow-")
    atexit.register(rmtree, home, ignore_errors=True)
    os.environ["AIRFLOW_HOME"] = home
    os.environ["AIRFLOW__CORE__LOAD_EXAMPLES"] = "False"
