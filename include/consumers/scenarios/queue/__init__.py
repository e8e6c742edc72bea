"""Load programs that receive from a queue of another system than Kafka: a module for each server."""
