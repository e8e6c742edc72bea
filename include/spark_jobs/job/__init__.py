"""The job that spark-submit runs, and what its tasks do on executors."""
