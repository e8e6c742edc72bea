"""An Airflow of the project's own: its settings, its database, its processes, its REST API."""
