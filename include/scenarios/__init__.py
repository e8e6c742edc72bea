"""The scenarios: a package for each, with its record, its settings, and the jobs of its load programs."""
