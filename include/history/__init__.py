"""What many runs say together: a metric over releases or over time, and two runs side by side."""
