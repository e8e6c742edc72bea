"""The producers of a single scenario: a module or a folder for each scenario."""
