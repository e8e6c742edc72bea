"""Kafka brokers as processes of this machine."""
