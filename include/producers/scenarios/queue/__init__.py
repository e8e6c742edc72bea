"""Load programs that send to a queue of another system than Kafka: a module for each server."""
