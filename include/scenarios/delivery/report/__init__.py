"""The report section of the scenario."""
