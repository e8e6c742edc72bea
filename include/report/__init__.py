"""The report of a run: from its results on disk to a page. It imports no Kafka client and no Spark."""
