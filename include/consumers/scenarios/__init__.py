"""Consumers that only one scenario uses, in a module or a package for each scenario."""
