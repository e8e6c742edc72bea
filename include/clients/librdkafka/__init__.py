"""librdkafka, through confluent-kafka for Python."""
