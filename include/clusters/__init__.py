"""Kafka to test: brokers as processes of this machine, in containers, or somebody else's."""
