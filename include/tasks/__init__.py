"""The work of the Airflow tasks, in code that does not use Airflow."""
