"""Consumers that belong to one scenario."""
