"""Airflow on this machine, as processes or by Compose: its settings, database, processes and API."""
