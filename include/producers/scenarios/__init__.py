"""The producers of a single scenario, one folder per scenario."""
