"""The home of Airflow in tests: a separate folder.

Airflow reads the path of its home when it is first imported.
"""

import atexit
import os
import sys
from shutil import rmtree
from tempfile import mkdtemp

homes: list[str] = []
"""The folders that this process has created as homes of Airflow."""


def make_home() -> None:
    """Make a home in which Airflow finds only this checkout's plugins. Call this before Airflow is imported.

    The folder is removed when the tests end, since Airflow writes to it until then.

    Raises:
        RuntimeError: Airflow was imported before, and writes to the home of this user.
    """
    if "airflow" in sys.modules and not homes:
        raise RuntimeError("Airflow was imported before the tests made a home for it")
    home = mkdtemp(prefix="kerran-airflow-")
    homes.append(home)
    atexit.register(rmtree, home, ignore_errors=True)
    os.environ["AIRFLOW_HOME"] = home
    os.environ["AIRFLOW__CORE__LOAD_EXAMPLES"] = "False"
