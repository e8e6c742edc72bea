"""The scenario *application*."""
