"""The scenario *request reply*."""
