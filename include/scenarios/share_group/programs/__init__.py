"""The load programs of the scenario, and their jobs."""
