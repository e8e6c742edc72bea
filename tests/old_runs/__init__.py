"""Runs from before files and names changed: they load, are completed, measured and reported as then."""
