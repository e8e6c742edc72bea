"""Brokers that a user has started on this machine, reached at the default port."""
