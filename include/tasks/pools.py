"""The Airflow pools of the clusters. Each has one slot, since cells on one cluster must not overlap.

Airflow imports this module with every DAG file, so it imports nothing costly.
"""

from include import settings
from include.settings import Names

OWN = "embedded_cluster"
"""The pool of the clusters that are started for a run on this machine."""


def clusters() -> Names:
    """The Airflow connections of the clusters that may be measured at the same time.

    Each has a DAG of its own, and a pool with the name of the connection.
    """
    return settings.CLUSTERS.read()
