"""The pools that keep the cells of a cluster apart: one slot each, since cells of a cluster must not overlap.

Nothing here is costly to import: Airflow reads it with the DAG file.
"""

import os

OWN = "embedded_cluster"
"""Of the clusters that are started for a run, on this machine."""


def clusters() -> list[str]:
    """Kafka clusters of somebody's that may be measured at the same time, by their Airflow connections.

    Each has a DAG of its own, and a pool of its name.
    """
    return [name.strip() for name in os.environ.get("KERRAN_CLUSTERS", "").split(",") if name.strip()]
