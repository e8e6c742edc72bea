"""The scenario *delivery*."""
