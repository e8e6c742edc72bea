"""All DAGs of an installed Kerran, for a file in the folder of DAGs: ``from kerran import airflow_dags``."""

from dags import delivery_sweep, kafka_releases, regression_sweep, release_catalogue

__all__ = ["delivery_sweep", "kafka_releases", "regression_sweep", "release_catalogue"]
