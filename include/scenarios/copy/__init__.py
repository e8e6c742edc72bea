"""The scenario *copy*."""
