"""Arms in a report: their comparison with the baseline, and what it shows."""
