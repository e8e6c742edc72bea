"""Kafka brokers in containers of this machine, started with Docker Compose."""
