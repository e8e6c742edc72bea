"""The assets that DAG runs make, for DAGs that act on them.

Each event has the run's name as ``run`` in its extra.
"""

from airflow.sdk import Asset

RAW_LOGS = Asset(name="kerran_raw_logs", uri="kerran://raw-logs")
"""The raw logs of a run: an event when its last cell has ended. Failed cells have no raw log."""

RESULTS = Asset(name="kerran_results", uri="kerran://results")
"""The tables of a run: an event each time that Spark has measured the raw logs."""

REPORT = Asset(name="kerran_report", uri="kerran://report")
"""The report of a run and the verdict on it. The event has the path of the page as ``page``."""

COMPARISON = Asset(name="kerran_comparison", uri="kerran://comparison")
"""A comparison of a candidate with its baseline. The event has the findings as ``found``, in sentences."""
