"""The consumers of the queue scenario for systems other than Kafka."""
