"""The findings of many runs of an experiment: metrics over releases or over time, and two runs compared."""
