"""What many runs of an experiment show: metrics over releases or over time, and two runs compared."""
