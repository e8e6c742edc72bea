"""The pools that keep the cells of a cluster apart: one slot each, since cells of a cluster must not overlap.

Nothing here is costly to import: Airflow reads it with the DAG file.
"""

from include import settings
from include.settings import Names

OWN = "embedded_cluster"
"""Of the clusters that are started for a run, on this machine."""


def clusters() -> Names:
    """Kafka clusters of somebody's that may be measured at the same time, by their Airflow connections.

    Each has a DAG of its own, and a pool of its name.
    """
    return settings.CLUSTERS.read()
