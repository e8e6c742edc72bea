"""Brokers that a user has started on this machine, reached at the default port."""

from include.clusters.localhost.backend import attach, backend_for, preflight

__all__ = ["attach", "backend_for", "preflight"]
