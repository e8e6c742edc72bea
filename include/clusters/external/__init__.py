"""A Kafka cluster that Kerran does not manage, reached through an Airflow connection."""

from include.clusters.external.backend import attach, backend_for, preflight

__all__ = ["attach", "backend_for", "preflight"]
