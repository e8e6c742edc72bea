"""The workload of each scenario: the work that only cells of that scenario do."""
