"""The consumers of a single scenario, one folder per scenario."""
