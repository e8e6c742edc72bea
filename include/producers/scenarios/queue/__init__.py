"""Load programs that send to queues of systems other than Kafka, with a module for each server."""
