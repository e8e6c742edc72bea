"""The workload of each scenario: what only the cells of that scenario do while they run."""
