"""Consumers of queues in systems other than Kafka, with a module for each server."""
