"""The work of each Airflow task, without Airflow: a file for each, so that it imports only what it needs."""
