"""From raw logs to results: what spark-submit runs, and the pure functions that it calls."""
