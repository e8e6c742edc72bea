"""Runs that were recorded: they load, are completed, measured and reported as when they were recorded."""
