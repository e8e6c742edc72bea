"""Published figures for the comparison with measured figures, and published findings to reproduce."""
