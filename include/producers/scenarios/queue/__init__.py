"""The producers of the queue scenario for systems other than Kafka."""
