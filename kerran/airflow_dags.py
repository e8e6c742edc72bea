"""All DAGs of an installed Kerran, for a file in the folder of DAGs: ``from kerran import airflow_dags``."""

from dags import compare_candidate, judge_application, kafka_releases, release_catalogue, run_experiment

__all__ = ["compare_candidate", "judge_application", "kafka_releases", "release_catalogue", "run_experiment"]
