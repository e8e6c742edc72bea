"""Kafka brokers in containers, started by Docker Compose."""
