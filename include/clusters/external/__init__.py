"""A Kafka cluster that Kerran does not manage, reached through an Airflow connection."""
