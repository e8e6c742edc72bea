"""Kafka Streams."""
