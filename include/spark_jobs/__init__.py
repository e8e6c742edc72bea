"""From raw logs to results: the job that spark-submit runs, and the pure functions that measure a cell."""
