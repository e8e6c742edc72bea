"""Spring for Apache Kafka."""
