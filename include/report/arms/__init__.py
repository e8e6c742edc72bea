"""The comparison of arms with the baseline, and sentences about the result."""
