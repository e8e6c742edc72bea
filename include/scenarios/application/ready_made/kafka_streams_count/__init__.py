"""Kafka Streams with a store."""
