"""Airflow on this machine, run as processes or by Compose: its settings, database, processes and API."""
