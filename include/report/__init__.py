"""The report of a run, from results on disk to a page; nothing here imports a Kafka client or Spark."""
