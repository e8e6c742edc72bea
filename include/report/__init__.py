"""From results on disk to a page that a person reads; it knows no Kafka and no Spark."""
