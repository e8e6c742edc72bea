"""The job that spark-submit runs, and the work of its tasks on executors."""
