"""The workloads of the scenarios, in a module or a package for each scenario."""
