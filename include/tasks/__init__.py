"""The work of the Airflow tasks, without Airflow."""
