"""The scenario *queue*."""
