"""Extensions of Airflow's scheduler, and their registration."""
