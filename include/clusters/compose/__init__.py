"""Kafka brokers in containers of this machine, started with Docker Compose."""

from include.clusters.compose.backend import backend_for, preflight
from include.clusters.compose.cluster import attach

__all__ = ["attach", "backend_for", "preflight"]
