"""What Airflow's pages and scheduler gain; registration only."""
