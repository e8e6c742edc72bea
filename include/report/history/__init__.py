"""The history of an experiment: metrics over releases or over time, and comparisons of two runs."""
