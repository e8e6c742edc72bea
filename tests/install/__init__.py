"""Kerran in an Airflow that knows nothing of it."""
