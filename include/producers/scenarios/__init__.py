"""Producers that belong to one scenario."""
