"""Kafka brokers as processes of this machine."""

from include.clusters.embedded.backend import backend_for, preflight
from include.clusters.embedded.cluster import attach

__all__ = ["attach", "backend_for", "preflight"]
