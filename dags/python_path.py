"""Report an Airflow that cannot import Kerran's folders. Airflow reads this file like a DAG."""

from importlib.util import find_spec
from pathlib import Path

if missing := [name for name in ("dags", "plugins", "include") if find_spec(name) is None]:
    folder = Path(__file__).resolve().parent.parent
    raise ImportError(
        f"Kerran's folders {', '.join(missing)} cannot be imported. Set PYTHONPATH={folder} for all of "
        "Airflow's components, and restart them."
    )
