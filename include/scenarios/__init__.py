"""A module for each scenario, with the scenario's record and settings."""
